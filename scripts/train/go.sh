#!/usr/bin/env bash
# Trains the network of Go (src/eval/weights/go.net) from a folder of labelled positions (format: src/train/shard.rs): real19_*,
# play19_*, self09_*, self13_*, selfxx_* and the hold-out val.xz, which is only measured with. Resumable: run it again and it goes
# on where it was stopped. The packages of scripts/train/go/requirements.txt must be there.
#
#   scripts/train/go.sh DATA [FOLDER]        default folder: target/go-training
#
# STEPS (default 24000), DECAY (the last of them, with a falling rate; default a quarter) and ARGUMENTS (of
# scripts/train/go/train.py) may be set. A state at a constant rate can be trained on: copy it before its rate falls.
set -euo pipefail
data=$(realpath "${1:?usage: scripts/train/go.sh DATA [FOLDER]}")
folder=$(realpath -m "${2:-$(dirname "$0")/../../target/go-training}")
cd "$(dirname "$0")/../.."
export LC_ALL=C # The order of the files is part of the recipe.
steps=${STEPS:-24000}
decay=${DECAY:-$((steps / 4))}
mkdir -p "$folder/records"
cargo build --release --quiet
if [ ! -e "$folder/records/done" ]; then
    (cd "$data" && sha256sum ./*.xz) | tee "$folder/records/sums"
    for group in self09 self13 selfxx play19 real19; do
        target/release/tesuji train export --data "$data"/"$group"_*.xz --out "$folder/records/t$group"
    done
    target/release/tesuji train export --data "$data/val.xz" --out "$folder/records/val"
    touch "$folder/records/done"
fi
# shellcheck disable=SC2086 # ARGUMENTS are several words.
nice python3 scripts/train/go/train.py --data "$folder/records" --out "$folder" --steps "$steps" \
    --decay-from $((steps - decay)) --muon 0.02 --adam 0.003 --seed 1 ${ARGUMENTS:-}
python3 scripts/train/go/plot.py "$folder/curve.csv" --out "$folder/curve.png"
python3 scripts/train/go/export.py --state "$folder/state.pt" --name "${NAME:-tesuji-go}" --out "$folder/go.net" \
    --golden "$folder/golden.json"
