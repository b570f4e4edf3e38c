#!/usr/bin/env bash
# Fits the odds of Go moves' features (src/eval/weights/go_priors.txt) again, from a folder of labelled positions in the
# format that src/train/shard.rs tells: self09_*, selfxx_*, self13_*, real19_*, play19_* and the hold-out val.xz. One
# processor, a few minutes. The table is written to OUT (default: target/go_priors.txt); the figures are printed.
#
#   scripts/train/go_priors.sh DATA [OUT]
set -euo pipefail
data=$(realpath "${1:?usage: scripts/train/go_priors.sh DATA [OUT]}")
out=$(realpath -m "${2:-$(dirname "$0")/../../target/go_priors.txt}")
cd "$(dirname "$0")/../.."
export LC_ALL=C # The order of the files is part of the recipe.
sha256sum "$data"/{self09,selfxx,self13,real19,play19}_*.xz "$data/val.xz" | sed 's|  .*/|  |'
nice cargo run --release --quiet -- train go-priors \
    --data "$data"/{self09,selfxx,self13,real19,play19}_*.xz \
    --holdout "$data/val.xz" --positions 40000 --seed 1 --out "$out"
sha256sum "$out" | sed 's|  .*/|  |'
