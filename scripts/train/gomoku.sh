#!/usr/bin/env bash
# Trains Gomoku's weights (src/eval/weights/gomoku.bin) from nothing but the program's own games, generation by generation.
# Each makes games in a folder (resumable: files that are there stay), fits weights to them, and plays matches against the
# generation before; a generation that does not win them on the whole ends the script.
#
#   scripts/train/gomoku.sh [FOLDER [THREADS]]        default: target/gomoku-training, all processors
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target/gomoku-training}
threads=${2:-$(nproc)}
cargo build --release --quiet
gomoku() { RUST_LOG=info nice target/release/tesuji train gomoku "$@"; }
mkdir -p "$folder"

# generation NUMBER NODES SLICES(of 500 games of freestyle 15x15; fewer of the others) TRUST
generation() {
    local n=$1 nodes=$2 slices=$3 trust=$4 old=hand data=("$folder/gen$1") rule side share
    if [ "$n" -gt 1 ]; then old="$folder/gen$((n - 1)).bin"; data+=("$folder/gen$((n - 1))"); fi
    while read -r rule side share; do
        gomoku play --weights "$old" --rules "$rule" --size "$side" --nodes "$nodes" --seed "$n" \
            --slices "0:$(((slices * share + 3) / 4))" --threads "$threads" --out "$folder/gen$n"
    done <<GAMES
freestyle 15 4
freestyle 20 2
standard 15 3
renju 15 4
caro 15 1
GAMES
    gomoku fit --weights "$old" --data "${data[@]}" --trust "$trust" --out "$folder/gen$n.bin"
    for rule in freestyle standard renju caro; do
        gomoku duel --new "$folder/gen$n.bin" --old "$old" --rules "$rule" --nodes 4000 --games 200 --seed 9 \
            --threads "$threads"
    done | tee "$folder/gen$n.match"
    awk -F'[:%]' '/new against old/ { sum += $3; n++ } END { exit !(sum > 50 * n) }' "$folder/gen$n.match"
}

generation 1 3000 8 0.0     # results alone: the values of the numbers made by hand are worth little
generation 2 3000 6 0.5
generation 3 4000 4 0.7

sha256sum "$folder/gen3.bin" | sed 's|  .*/|  |'
