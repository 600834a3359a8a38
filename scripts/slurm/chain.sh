#!/usr/bin/env bash
# Submits records -> set -> judged set -> study -> report to Slurm, each step after the one before.
# Finished steps are skipped: restarted after a failure, the script submits the failed tasks and
# whatever depends on them, and nothing else.
#
#   SETTINGS=my-settings.sh scripts/slurm/chain.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export SETTINGS
SETTINGS=$(realpath "${SETTINGS:-$here/settings.sh}")
source "$SETTINGS"
export DIR AMAZONS
DIR=$(realpath -m "$DIR")
mkdir -p "$DIR/done" "$DIR/log"
read -r -a options <<< "$SBATCH_OPTIONS"
after=

# A chain that is still queued is not submitted twice.
jobs=$DIR/done/jobs
if [ -s "$jobs" ] && [ -n "$(squeue -h -j "$(paste -sd, "$jobs")" 2> /dev/null)" ]; then
  echo "jobs of this chain are queued or run; wait for them (squeue), or cancel them (scancel)" >&2
  exit 1
fi
: > "$jobs"

# submit STEP [PARTS]: a job, or an array of the unfinished parts, to run after the last one.
submit() {
  local step=$1 parts=${2:-} tasks=() arguments=()
  if [ -z "$parts" ]; then
    if [ -e "$DIR/done/$step" ] && [ -z "$after" ]; then return; fi
  else
    for part in $(seq "$parts"); do
      # Tasks are repeated if an earlier step runs again; the commands reuse what is unchanged.
      if [ ! -e "$DIR/done/$step-$part" ] || [ -n "$after" ]; then tasks+=("$part"); fi
    done
    if [ ${#tasks[@]} = 0 ]; then return; fi
    arguments+=("--array=$(IFS=,; echo "${tasks[*]}")")
  fi
  # What runs again is not done any more, even if it then fails.
  if [ -z "$parts" ]; then
    rm -f "$DIR/done/$step"
  else
    rm -f "${tasks[@]/#/$DIR/done/$step-}"
  fi
  if [ -n "$after" ]; then
    arguments+=("--dependency=afterok:$after" --kill-on-invalid-dep=yes)
  fi
  after=$(sbatch --parsable --job-name="$step" --cpus-per-task="$THREADS" --requeue \
    --output="$DIR/log/%x-%a.txt" --open-mode=append --export=ALL \
    "${arguments[@]}" "${options[@]}" "$here/task.sh" "$step")
  echo "$after" >> "$jobs"
  echo "$step: job $after${tasks[*]:+, parts ${tasks[*]}}"
}

submit selfplay "$GAME_PARTS"
submit records
submit judge "$JUDGE_PARTS"
submit set
submit study "$STUDY_PARTS"
submit report
if [ -z "$after" ]; then echo "everything is done: $DIR/study/index.html"; fi
