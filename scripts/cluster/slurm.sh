#!/usr/bin/env bash
# One event as a Slurm job array: each task plays one shard with a journal of its own.
#
#   mkdir -p runs/event && cp event.toml runs/event/
#   sbatch --array=1-8 --chdir=runs/event scripts/cluster/slurm.sh event.toml
#   tesuji report runs/event/shard-*.jsonl           when all are done, or at any time before
#
# A task that is preempted or runs out of time is put back into the queue, or started again by the same line, and goes on where
# its journal ends: the number of shards (the array's size) must stay the same. The array must begin at 1. TESUJI names the
# program (default: the one in the path).
#
#SBATCH --job-name=tesuji
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%a.log
#SBATCH --signal=B:INT@60
set -euo pipefail

event=${1:?the event file}
shard=${SLURM_ARRAY_TASK_ID:?to be started by sbatch --array=1-N}
shards=${SLURM_ARRAY_TASK_COUNT:?to be started by sbatch --array=1-N}
if [ "${SLURM_ARRAY_TASK_MIN:-1}" -ne 1 ] || [ "${SLURM_ARRAY_TASK_MAX:-$shards}" -ne "$shards" ]; then
    echo "the array must be 1-N without gaps" >&2
    exit 2
fi

# exec, so that the signal before the time limit reaches the program: it ends after the current moves and saves.
exec "${TESUJI:-tesuji}" tournament "$event" --shard "$shard/$shards" --journal "shard-$shard.jsonl" \
    --concurrency "${SLURM_CPUS_PER_TASK:-1}"
