#!/usr/bin/env bash
# Plays the shards of one event at the same time, on this machine or on several over ssh, under GNU parallel.
#
#   scripts/cluster/parallel.sh EVENT.toml SHARDS OUT [OPTION OF PARALLEL]...
#
#   scripts/cluster/parallel.sh event.toml 8 runs/event --jobs 2
#   scripts/cluster/parallel.sh event.toml 8 runs/event --jobs 4 --sshloginfile hosts.txt --workdir event-run
#
# Shard I of N is one process with a journal of its own, OUT/shard-I.jsonl, and one thread of games: --jobs says how many run
# on each machine. A shard that dies is started again, up to three times, and goes on where its journal ends; so does the whole
# when this script is started again. With --sshlogin or --sshloginfile the event and the journals travel by parallel's own
# file transfer; the program must be installed on the other machines, and players named by commands too. TESUJI names the
# program (default: the one in the path, then target/release/tesuji here).
#
# An SPRT in the event stops each shard by its own games only; judge the whole by `tesuji report OUT/shard-*.jsonl`, which is
# what this script ends with.
set -euo pipefail

if [ $# -lt 3 ] || [ ! -f "$1" ] || ! [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
event=$1 shards=$2 out=$3
shift 3
command -v parallel >/dev/null || { echo "GNU parallel is not installed" >&2; exit 2; }

program=${TESUJI:-$(command -v tesuji || echo "$(cd "$(dirname "$0")/../.." && pwd)/target/release/tesuji")}

mkdir -p "$out"
cp "$event" "$out/event.toml"
cd "$out"

transfer=()
for option in "$@"; do
    case $option in
        -S | --sshlogin* | --slf | --sshloginfile*)
            transfer=(--transferfile event.toml --transferfile shard-{}.jsonl --return shard-{}.jsonl --cleanup)
            ;;
    esac
done
# A journal that is not there yet cannot be sent; an empty one is a journal that has not begun.
for shard in $(seq "$shards"); do touch "shard-$shard.jsonl"; done

status=0
# What the options say about machines and jobs; what is played is in the event.
parallel --retries 3 --joblog parallel.log --tag --line-buffer "$@" "${transfer[@]}" \
    "$program" tournament event.toml --shard "{}/$shards" --journal "shard-{}.jsonl" --concurrency 1 \
    ::: $(seq "$shards") || status=$?

"$program" report shard-*.jsonl --html report.html
exit "$status"
