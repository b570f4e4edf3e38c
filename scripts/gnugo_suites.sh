#!/usr/bin/env bash
# GNU Go's own regression suites over an engine, by `tesuji regress`.
#
#   scripts/gnugo_suites.sh FOLDER [ENGINE]
#
# FOLDER is the folder "regression" of GNU Go's sources (GPL, not part of this project). Without ENGINE it is GNU Go 3.8 at
# level 10 (Debian: apt-get install gnugo), and the counts are compared with those measured on it, once with
# gogui-regress' rules written apart from ours. About five minutes on a quiet core.
set -euo pipefail
[ $# -ge 1 ] && [ -f "$1/9x9.tst" ] || { sed -n 's/^# \{0,1\}//p' "$0" | head -8; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
bin=${TESUJI:-$here/target/release/tesuji}
gnugo="$(PATH=$PATH:/usr/games command -v gnugo || echo gnugo) --quiet --mode gtp --level 10"
engine=${2:-$gnugo}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$1"
status=0
"$bin" regress --jobs "${JOBS:-1}" --json "$out/results.json" --engine "$engine" \
    tiny.tst golife.tst score.tst 9x9.tst 13x13.tst || status=$?
[ "$status" -le 1 ] || exit "$status"
[ $# -eq 1 ] || exit 0
python3 - "$out/results.json" <<'PYTHON'
import json, sys

# Passes of the problems asked with that command: GNU Go 3.8, level 10.
KNOWN = {
    "tiny.tst": ("reg_genmove", 22, 19),
    "golife.tst": ("reg_genmove", 9, 5),
    "score.tst": ("final_score", 29, 28),
    "9x9.tst": ("reg_genmove", 64, 17),
    "13x13.tst": ("reg_genmove", 76, 51),
}
wrong = False
for file in json.load(open(sys.argv[1]))["files"]:
    command, problems, passes = KNOWN[file["file"]]
    tests = [test for test in file["tests"] if test["command"].split()[0] == command]
    passed = sum(test["status"] in ("pass", "unexpected-pass") for test in tests)
    same = (len(tests), passed) == (problems, passes)
    wrong |= not same
    print(f"{file['file']}: {passed} of {len(tests)} {command}", "as known" if same else f"(known: {passes} of {problems})")
sys.exit(wrong)
PYTHON
