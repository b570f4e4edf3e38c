#!/usr/bin/env bash
# The endgame benchmark: FFO 40-49 exactly, with one thread and with two, and the speed-up. Exit status 1 if a score is wrong.
#
# Usage: scripts/ffo.sh [PROGRAM] [FROM] [TO] [MEMORY in MiB]
# The program is target/release/tesuji if none is named; build it with `cargo build --release`.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/tesuji}
from=${2:-40}
to=${3:-49}
memory=${4:-256}

solve() {
    "$program" solve protocol-tests/reversi/ffo.txt --from "$from" --to "$to" --memory "$memory" --threads "$1" | tee /dev/stderr | awk '
        # The last line: total N: N ok, N wrong   NODES SECONDS MN/S
        $1 == "total" { seconds = $(NF - 1) }
        END { print seconds }'
}

"$program" --version >&2
echo "FFO $from-$to, 1 thread, $memory MiB" >&2
one=$(solve 1)
echo "FFO $from-$to, 2 threads, $memory MiB" >&2
two=$(solve 2)
awk -v one="$one" -v two="$two" 'BEGIN {
    printf "1 thread %.2f s, 2 threads %.2f s, speed-up %.2f\n", one, two, one / two
}'
