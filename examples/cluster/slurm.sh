#!/bin/bash
# A run of setlab on SLURM without further libraries: one job with a scheduler, its workers and the driver.
#
#     sbatch --nodes 8 examples/cluster/slurm.sh endgame --trials 1e13 --seed 2026
#
# The environment of the submitting shell must have `setlab[cluster]`; nodes with GPUs also `setlab[gpu]`. When the time
# of the job is over, submit the same command again: it goes on from what is in the store.
#SBATCH --job-name=setlab
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=16G
#SBATCH --time=24:00:00
#SBATCH --signal=B:INT@120
set -euo pipefail

folder=${SETLAB_FOLDER:-$HOME/setlab-runs}
mkdir -p "$folder"
file="$folder/scheduler-$SLURM_JOB_ID.json"
resources=()
if [ -n "${SLURM_GPUS_ON_NODE:-}" ]; then
    resources=(--resources "GPU=1")
fi

dask scheduler --scheduler-file "$file" --no-dashboard &
scheduler=$!
srun dask worker --scheduler-file "$file" --nthreads "$SLURM_CPUS_PER_TASK" --memory-limit 0 --no-dashboard \
    --death-timeout 60 --local-directory "${TMPDIR:-/tmp}" "${resources[@]}" &
workers=$!
trap 'kill "$scheduler" "$workers" 2>/dev/null || true; rm -f "$file"' EXIT

while [ ! -s "$file" ]; do sleep 1; done
address=$(python -c 'import json, sys; print(json.load(open(sys.argv[1]))["address"])' "$file")

# SLURM sends SIGINT two minutes before the end: the driver keeps what is finished.
setlab simulate "$@" --backend dask --scheduler "$address" --store "$folder/runs.sqlite" --json \
    > "$folder/result-$SLURM_JOB_ID.json" &
driver=$!
trap 'kill -INT "$driver"' INT
wait "$driver" || wait "$driver"
