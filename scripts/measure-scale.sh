#!/usr/bin/env bash
# Measures the figures in docs/measurements/scale.md: parts against threads, and the yield of a core-hour.
#
#     scripts/measure-scale.sh [DIR]
#
# Each piece of work is done by one process with two threads, and by two processes in parallel with
# one thread and one part each, alternately, REPEAT times; the parts' results are compared with the
# whole. It needs two cores that nothing else uses: otherwise the ratios say nothing. AMAZONS names
# the program, EFFORT multiplies the work (1: some minutes).
set -euo pipefail
cd "$(dirname "$0")/.."
amazons=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-target}/release/amazons}")
effort=${EFFORT:-1}
repeat=${REPEAT:-3}
dir=$(realpath "${1:-$(mktemp -d)}")
mkdir -p "$dir"
export AMAZONS_TABLES=
TIMEFORMAT='%R %U %S'
# Times with a decimal point in any locale.
export LC_ALL=C

# Runs a program; exit code 1 is a valid answer too.
run() {
  "$amazons" "$@" >> "$dir/out.txt" 2>> "$dir/err.txt" || [ $? -eq 1 ]
}

# Runs both parts in parallel; @ in a word is the part's number.
both() {
  run "${@//@/1}" --partition 1/2 --threads 1 &
  run "${@//@/2}" --partition 2/2 --threads 1
  wait $!
}

# A file without its measured times.
untimed() {
  sed -E 's/"[a-z_]*seconds":[^,}]*//g' "$1"
}

# measure NAME COUNT UNITS OUTPUT SAME COMMAND…: OUTPUT has an @ for "whole", the part's number, or
# "merged"; SAME is what is compared within it.
measure() {
  local name=$1 count=$2 units=$3 output=$4 same=$5 round
  shift 5
  rm -f "$dir/times"
  for round in $(seq "$repeat"); do
    rm -rf "$dir"/${output/@/*}
    { time run "${@//@/whole}" --threads 2; } 2>> "$dir/times"
    { time both "$@"; } 2>> "$dir/times"
  done
  "$amazons" merge "$dir/${output/@/1}" "$dir/${output/@/2}" -o "$dir/${output/@/merged}" > /dev/null
  cmp <(untimed "$dir/${output/@/merged}$same") <(untimed "$dir/${output/@/whole}$same")
  python3 - "$name" "$count" "$units" "$dir/times" << 'END'
import sys
from statistics import median

name, count, units, path = sys.argv[1:]
times = [[float(word) for word in line.split()] for line in open(path)]
threads, parts = times[::2], times[1::2]
ratios = sorted(one[0] / two[0] for one, two in zip(threads, parts))
hour = 3600 * float(count) / median(user + system for _, user, system in threads)
print(
    f"| {name} | {median(one[0] for one in threads):.1f} | {median(two[0] for two in parts):.1f} "
    f"| {median(ratios):.2f} ({ratios[0]:.2f} – {ratios[-1]:.2f}) | {hour:,.0f} {units} |"
)
END
}

games=$((20 * effort))
"$amazons" set filter problems/endgames.xml --max-empties 24 --max-per-size $((12 * effort)) --seed 1 \
  -o "$dir/set.xml" > "$dir/out.txt"
sed 's/<solution [^>]*>//' "$dir/set.xml" > "$dir/open.xml"
problems=$(grep -c '<problem ' "$dir/open.xml")

echo "| work | one process, two threads, s | two parts, s | efficiency of parts (all runs) | a core-hour |"
echo "|---|---:|---:|---:|---:|"
measure "selfplay, 2,000 nodes a move" "$games" "games of 10 × 10" selfplay-@.sgf "" \
  selfplay alphabeta:lieberum,nodes=2000 --games "$games" --seed 1 --random-plies 4 \
  -o "$dir/selfplay-@.sgf"
measure "judge, 10 to 24 empty squares, 300,000 nodes" "$problems" problems judge-@.xml "" \
  judge "$dir/open.xml" --nodes 300000 --memory 256MiB --no-tables -o "$dir/judge-@.xml"
measure "study of alphabeta and mcts, 20,000 nodes" "$problems" problems study-@ /results.jsonl \
  study "$dir/set.xml" --solvers alphabeta,mcts --nodes 20000 --judge-nodes 200000 --no-tables \
  -o "$dir/study-@"
measure "match on 8 × 8, 1,000 nodes a move" "$((2 * games))" games match-@ /games.sgf \
  match alphabeta:lieberum mcts:lieberum --size 8x8 --games "$((2 * games))" --nodes 1000 \
  -o "$dir/match-@"
