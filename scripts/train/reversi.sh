#!/usr/bin/env bash
# Trains Reversi's pattern weights (src/eval/weights/reversi.bin) from nothing but the program's own games, generation by
# generation. Each makes games in a folder (resumable: files that are there stay), fits weights to the newest games, and plays a
# match against the generation before; a generation that loses its match ends the script. About an hour on two processors.
#
#   scripts/train/reversi.sh [FOLDER [THREADS]]        default: target/reversi-training, all processors
#
# The deviations of Multi-ProbCut (src/engine/reversi/probcut.rs) are printed at the end; to use weights and deviations, put
# them in their places and build again. Games depend on the deviations through the search's cuts.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target/reversi-training}
threads=${2:-$(nproc)}
cargo build --release --quiet
reversi() { RUST_LOG=info nice target/release/tesuji train reversi "$@"; }
mkdir -p "$folder"

# generation GAMES(thousands) and how they are played; fit: share of the search's value, pull.
generation() { # number slices depth solve stray trust
    local n=$1 slices=$2 depth=$3 solve=$4 stray=$5 trust=$6 random=4:30 weights=()
    if [ "$n" -eq 0 ]; then random=60:60; else weights=(--weights "$folder/gen$((n - 1)).bin"); fi
    reversi play "${weights[@]}" --depth "$depth" --solve "$solve" --stray "$stray" --random "$random" --seed "$n" \
        --slices "0:$slices" --threads "$threads" --out "$folder/gen$n"
    # The two generations before are good enough to be fitted to as well.
    local data=("$folder/gen$n")
    if [ "$n" -ge 4 ]; then data+=("$folder/gen$((n - 1))" "$folder/gen$((n - 2))"); fi
    reversi fit --data "${data[@]}" --trust "$trust" --pull 50 --out "$folder/gen$n.bin"
    if [ "$n" -gt 0 ]; then
        reversi duel --new "$folder/gen$n.bin" --old "$folder/gen$((n - 1)).bin" --depth 6 --games 400 \
            --threads "$threads" | tee "$folder/gen$n.match"
        awk -F'[:%]' '/new against old/ { exit !($3 > 50) }' "$folder/gen$n.match"
    fi
}

generation 0 47 0 14 25 0.0   # random games, their ends solved
generation 1 50 4 14 15 0.0
generation 2 60 6 14 10 0.3
generation 3 60 7 16 10 0.6
generation 4 80 6 14 10 0.6
generation 5 60 8 16 10 0.6

reversi probcut --weights "$folder/gen5.bin" --data "$folder/gen5" --positions 3000 --depth 12 --exact 18
sha256sum "$folder/gen5.bin" | sed 's|  .*/|  |'
