#!/usr/bin/env bash
# Runs the chain on a small input and a real Slurm of two nodes. One task is cancelled and one node
# is set down meanwhile, and the results must be the same as without Slurm. Needs root, for munge
# and slurmd.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
export AMAZONS
AMAZONS=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-target}/release/amazons}")
work=$(mktemp -d)
chmod 755 "$work"
trap '"$here/cluster.sh" stop "$work/slurm"; rm -rf "$work"' EXIT
"$here/cluster.sh" start "$work/slurm"
export SLURM_CONF=$work/slurm/slurm.conf

export DIR=$work/chain GAME_PARTS=3 JUDGE_PARTS=3 STUDY_PARTS=2 THREADS=1
export PLAYERS="alphabeta:lieberum,nodes=300" GAMES=${GAMES:-40}
export SELFPLAY_OPTIONS="--random-plies 4 --seed 5"
export EXTRACT_OPTIONS="--max-empties 20"
export JUDGE_OPTIONS="--nodes 20000 --memory 64MB --no-tables"
export STUDY_OPTIONS="--solvers wpns,alphabeta --nodes 2000 --memory 16MB --judge-nodes 20000 --no-tables"

# wait_for SECONDS COMMAND…: waits until the command succeeds.
wait_for() {
  local seconds=$1
  shift
  for _ in $(seq $((10 * seconds))); do
    if "$@" > /dev/null 2>&1; then return; fi
    sleep 0.1
  done
  squeue
  tail -n 5 "$DIR"/log/* || true
  echo "in $seconds s not: $*" >&2
  exit 1
}
empty() { [ -z "$(squeue -h)" ]; }
state() { [ "$(squeue -h -r -n "$1" -t "$2" | wc -l)" -gt 0 ]; }

"$here/chain.sh"
wait_for 60 state selfplay running
task=$(squeue -h -r -n selfplay -t running,pending -o %i | head -n 1)
scancel "$task"
echo "cancelled $task"
wait_for 300 empty
[ ! -e "$DIR/done/records" ] || { echo "went on without $task" >&2; exit 1; }

# Only what failed is submitted again.
"$here/chain.sh" | tee "$work/again.txt"
[ "$(grep -c '^selfplay: .* parts [0-9]$' "$work/again.txt")" = 1 ]
wait_for 300 state judge running
node=$(squeue -h -r -n judge -t running -o %N | head -n 1)
scontrol update nodename="$node" state=down reason=test
echo "set $node down"
sleep 2
# It may have come back by itself.
scontrol update nodename="$node" state=resume 2> /dev/null || true
wait_for 600 empty
"$here/chain.sh" | tee "$work/last.txt"
grep -q "everything is done" "$work/last.txt"

# The same without Slurm.
alone=$work/alone
mkdir "$alone"
read -r -a players <<< "$PLAYERS"
# shellcheck disable=SC2086
{
  "$AMAZONS" selfplay "${players[@]}" --games "$GAMES" $SELFPLAY_OPTIONS -o "$alone/games.sgf"
  "$AMAZONS" extract "$alone/games.sgf" --no-tables $EXTRACT_OPTIONS -o "$alone/open.xml"
  "$AMAZONS" judge "$alone/open.xml" $JUDGE_OPTIONS -o "$alone/set.xml" || [ $? = 1 ]
  "$AMAZONS" study "$alone/set.xml" $STUDY_OPTIONS -o "$alone/study" || [ $? = 1 ]
} > "$work/alone.txt"
cmp "$DIR/games.sgf" "$alone/games.sgf"
cmp "$DIR/open.xml" "$alone/open.xml"
cmp "$DIR/set.xml" "$alone/set.xml"
untimed() { sed -E 's/"[a-z_]*seconds":[0-9.e+-]+|"[a-z_]*seconds":null//g' "$1/results.jsonl"; }
cmp <(untimed "$DIR/study") <(untimed "$alone/study")
echo "the chain on Slurm gives what one machine gives: $(wc -l < "$DIR/study/results.jsonl") results"
