#!/usr/bin/env bash
# Losses on time in fast self-play on 9x9: N games with 10 s each (default 20) and nine times as many with 1 s each, two threads a
# side and two games at once, so that two processors have more than enough to do. No margin. Exit status 1 if any game is lost on
# time or is not finished.
#
#   scripts/timecheck.sh [N] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-20}
out=${2:-target/timecheck}
cargo build --release --quiet
tesuji=${CARGO_TARGET_DIR:-target}/release/tesuji
rm -rf "$out"
mkdir -p "$out"
for seconds in 10 1; do
    "$tesuji" match --black "$tesuji gtp --threads 2" --white "$tesuji gtp --threads 2" --size 9 --time "$seconds" --margin 0 \
        --games $((seconds == 10 ? games : 9 * games)) --concurrency 2 --journal "$out/$seconds-seconds.jsonl" 2>/dev/null
done
if grep -h '"fault":"time"' "$out"/*.jsonl; then exit 1; fi
echo "no loss on time"
