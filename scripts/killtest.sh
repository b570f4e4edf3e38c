#!/usr/bin/env bash
# A match that everything happens to: 200 games on 9x9 against GNU Go behind a wrapper that crashes it, hangs, plays illegal moves
# and talks nonsense in some games, while the runner is killed (kill -9) five times. In the end the journal must hold each game
# exactly once, the records must be all there and legal, the faults must be put down to the wrapped player, and no engine may
# be left behind. Needs gnugo and python3.
#
#   scripts/killtest.sh [GAMES] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"
cargo build --release --quiet --bin tesuji --example fake_engine
games=${1:-200}
out=$(mkdir -p "${2:-target/killtest}" && cd "${2:-target/killtest}" && pwd)
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)

rm -rf "${out:?}"/*
mkdir "$out/sgf"
# One wrapper around the other, each with a fault of its own in every so many games; games are counted across restarts.
inner="gnugo --mode gtp --level 0 --chinese-rules"
for fault in crash:17 hang:29 illegal:13 garbage:19; do
    kind=${fault%:*}
    printf '#!/bin/sh\nexec %q --state %q --fault %s --fault-every %s --wrap %q\n' \
        "$target/release/examples/fake_engine" "$out/state-$kind" "$kind" "${fault#*:}" "$inner" >"$out/$kind.sh"
    chmod +x "$out/$kind.sh"
    inner="$out/$kind.sh"
done
faulty=$inner

run() {
    "$target/release/tesuji" match --black "mcts playouts=100" --black-name tesuji --white "$faulty" --white-name gnugo \
        --games "$games" --size 9 --komi 7.5 --concurrency 2 --patience 5 --journal "$out/match.jsonl" --sgf "$out/sgf" \
        --seed 7 >"$out/table.txt" 2>>"$out/progress.txt"
}

finished() { if [ -f "$out/match.jsonl" ]; then grep -c '^{"game":' "$out/match.jsonl" || true; else echo 0; fi; }

for kill in 1 2 3 4 5; do
    run &
    runner=$!
    # After about a seventh of the games each time, at no particular moment.
    until [ "$(finished)" -ge $((games * kill / 7)) ]; do
        kill -0 "$runner" 2>/dev/null || { echo "the match ended by itself before kill $kill" >&2; exit 1; }
        sleep 0.2
    done
    sleep "0.$((RANDOM % 10))"
    pkill -9 -P "$runner" -x tesuji || kill -9 "$runner"
    wait "$runner" 2>/dev/null || true
    sleep 0.5
    if pgrep -f "$out/state-" >/dev/null; then echo "engines are left after kill $kill" >&2; exit 1; fi
    echo "killed after $(finished) games"
done
run
cat "$out/table.txt"
python3 - "$out" "$games" <<'CHECK'
import collections, glob, json, sys
out, games = sys.argv[1], int(sys.argv[2])
entries = [json.loads(line) for line in open(f"{out}/match.jsonl", encoding="utf-8")][1:]
numbers = [entry["game"] for entry in entries]
assert sorted(numbers) == list(range(1, games + 1)), "a game is missing or doubled"
records = sorted(glob.glob(f"{out}/sgf/*.sgf"))
assert len(records) == games, f"{len(records)} records"
faults = collections.Counter((note["player"], note["fault"]) for entry in entries for note in entry.get("faults", []))
print("faults:", ", ".join(f"{player} {fault} {count}" for (player, fault), count in sorted(faults.items())))
blamed = {player for player, fault in faults if fault in ("crash", "hang", "illegal", "garbage")}
assert blamed == {"gnugo"}, blamed
assert {fault for _, fault in faults} >= {"crash", "hang", "illegal", "garbage"}, faults
colors = collections.Counter(entry["black"]["name"] for entry in entries)
assert colors["tesuji"] == (games + 1) // 2, colors
print(f"{games} games, each exactly once; {colors['tesuji']} with tesuji as Black")
CHECK
python3 scripts/check_records.py "$out"/sgf/*.sgf
