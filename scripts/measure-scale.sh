#!/usr/bin/env bash
# Measures what docs/scale.md says: parts against threads, and what a core-hour yields.
#
#     scripts/measure-scale.sh [DIR]
#
# Each piece of work is done by one process with two threads and by two processes with one thread
# and a part each, in turn, REPEAT times; what the parts make is compared with the whole. It needs two
# cores that nothing else uses: with other work on them the ratios say nothing. AMAZONS names the
# program, EFFORT multiplies the work (1: some minutes).
set -euo pipefail
cd "$(dirname "$0")/.."
amazons=${AMAZONS:-target/release/amazons}
effort=${EFFORT:-1}
repeat=${REPEAT:-3}
dir=${1:-$(mktemp -d)}
mkdir -p "$dir"
export AMAZONS_TABLES=

# run NAME COMMAND…: wall and processor seconds of a command go into the file NAME.
run() {
  local name=$1
  shift
  local TIMEFORMAT='%R %U %S'
  { time "$@" > "$dir/$name.out" 2> "$dir/$name.err" || [ $? -eq 1 ]; } 2> "$dir/$name.time"
}

# both COMMAND…: part 1/2 and part 2/2 at once; @ in a word stands for the number of the part.
both() {
  local part pids=()
  for part in 1 2; do
    "${@//@/$part}" --partition "$part/2" --threads 1 > "$dir/part-$part.out" 2>&1 &
    pids+=($!)
  done
  local pid status=0
  for pid in "${pids[@]}"; do
    wait "$pid" || [ $? -eq 1 ] || status=2
  done
  return $status
}

# compare NAME UNITS OUT COMMAND…: @ stands for "whole" or for the number of the part. The parts are
# merged by the words after -- in MERGE.
compare() {
  local name=$1 units=$2 merge=$3 same=$4
  shift 4
  local threads=() parts=() cpu=() round
  for round in $(seq "$repeat"); do
    rm -rf "$dir"/"$name"-*
    run threads "${@//@/whole}" --threads 2
    run parts both "$@"
    read -r wall user system < "$dir/threads.time"
    threads+=("$wall")
    cpu+=("$(echo "$user + $system" | bc -l)")
    read -r wall user system < "$dir/parts.time"
    parts+=("$wall")
  done
  # shellcheck disable=SC2086
  (cd "$dir" && "$program" $merge) > /dev/null
  (cd "$dir" && eval "$same") || { echo "$name: the parts do not make the whole" >&2; exit 1; }
  python3 - "$name" "$units" "${threads[*]}" "${parts[*]}" "${cpu[*]}" << 'END'
import sys
from statistics import median
name, units, *lists = sys.argv[1:]
threads, parts, cpu = ([float(one) for one in text.split()] for text in lists)
ratios = sorted(a / b for a, b in zip(threads, parts))
count, unit = units.split(" ", 1)
print(f"| {name} | {median(threads):.1f} | {median(parts):.1f} | {median(ratios):.2f} "
      f"({ratios[0]:.2f} – {ratios[-1]:.2f}) | {3600 * float(count) / median(cpu):,.0f} {unit} |")
END
}

program=$(realpath "$amazons")
games=$((40 * effort))
"$amazons" set filter problems/endgames.xml --max-empties 24 --first white --sample $((200 * effort)) \
  --seed 1 -o "$dir/open.xml" > /dev/null 2>&1 || cp problems/quick.xml "$dir/open.xml"
problems=$(grep -c '<problem ' "$dir/open.xml")
echo "| work | one process, two threads, s | two parts, s | efficiency of parts (all runs) | a core-hour |"
echo "|---|---:|---:|---:|---:|"
compare selfplay "$games games of 10 × 10, 2,000 nodes a move" \
  "merge selfplay-1.sgf selfplay-2.sgf -o selfplay-m.sgf" "cmp selfplay-m.sgf selfplay-whole.sgf" \
  "$amazons" selfplay alphabeta:lieberum,nodes=2000 --games "$games" --seed 1 --random-plies 4 \
  -o "$dir/selfplay-@.sgf"
compare study "$problems problems, alphabeta and mcts, 20,000 nodes, judged moves" \
  "merge study-1 study-2 -o study-m" "test -s study-m/results.jsonl" \
  "$amazons" study "$dir/open.xml" --solvers alphabeta,mcts --nodes 20000 --judge-nodes 200000 \
  --no-tables -o "$dir/study-@"
compare match "$((2 * games)) games of 8 × 8, 1,000 nodes a move" \
  "merge match-1 match-2 -o match-m" "cmp match-m/games.sgf match-whole/games.sgf" \
  "$amazons" match alphabeta:lieberum mcts:lieberum --size 8x8 --games "$((2 * games))" --nodes 1000 \
  -o "$dir/match-@"
