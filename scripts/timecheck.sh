#!/usr/bin/env bash
# Losses on time in fast self-play: N games with 10 s each (default 100) and N with 1 s each, two games at once so that
# both processors are busy, no time_left (the engine must keep its own clock). Exit status 1 if any game is lost on time.
#
#   scripts/timecheck.sh [N] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-100}
out=${2:-target/timecheck}
cargo build --release --quiet
for seconds in 10 1; do
    python3 scripts/match.py --b self --clock "$seconds" 0 0 --jobs 2 --games "$games" --referee none \
        --out "$out/$seconds-seconds"
done
