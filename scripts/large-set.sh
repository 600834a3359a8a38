#!/usr/bin/env bash
# Makes problems/large.xml.gz: self-play, extraction, judging. Every step goes on where it was
# stopped, so the script may be interrupted and started again at any time; all limits are in nodes,
# so what comes out does not depend on the machine or on interruptions.
#
#   scripts/large-set.sh [DIR]        state and results in DIR, target/large-set by default
#
# AMAZONS is the program (target/release/amazons), THREADS the threads (1), JUDGE_NODES the nodes
# of the judge for one problem (3000000). Problems that stay unsolved keep their bounds; with more
# JUDGE_NODES the same command goes on from these.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${1:-target/large-set}
amazons=${AMAZONS:-target/release/amazons}
threads=${THREADS:-1}
judge_nodes=${JUDGE_NODES:-3000000}
mkdir -p "$dir/games"

# games NAME GAMES RANDOM_PLIES SEED PLAYER…: games of one player, or of two against each other.
games() {
  local name=$1 count=$2 plies=$3 seed=$4
  shift 4
  echo "$(date +%T) games/$name.sgf" >&2
  "$amazons" selfplay "$@" --games "$count" --random-plies "$plies" --seed "$seed" \
    --jobs "$threads" -o "$dir/games/$name.sgf" >> "$dir/selfplay.txt"
}

# Several players, each at several strengths, from openings of 2 to 12 random plies.
games one-ply           700  4 101 one-ply:minimal-distance --nodes 1
games hybrid            600  6 102 hybrid:nodes=1000
games alphabeta-1k      700  4 103 alphabeta:lieberum,nodes=1000
games alphabeta-5k      700  8 104 alphabeta:lieberum,nodes=5000
games alphabeta-20k     500  2 105 alphabeta:lieberum,nodes=20000
games alphabeta-te-2k   700 12 106 alphabeta:te,nodes=2000
games alphabeta-mixed   700  6 107 alphabeta:lieberum,nodes=2000 alphabeta:mobility,nodes=2000
games uct-300           600  4 108 uct:playouts=300
games uct-3000          400  8 109 uct:playouts=3000
games mcts-300          600  6 110 mcts:playouts=300
games mcts-1000         400 10 111 mcts:playouts=1000
games uct-alphabeta     600  4 112 uct:playouts=1000 alphabeta:lieberum,nodes=5000
games one-ply-alphabeta 600 10 113 one-ply:te alphabeta:lieberum,nodes=1000 --nodes 1
games alphabeta-8x8     700  4 114 alphabeta:lieberum,nodes=2000 --size 8x8

if [ ! -e "$dir/open.xml" ]; then
  "$amazons" extract "$dir"/games/*.sgf --no-tables -o "$dir/open.xml" --title "large" \
    --min-empties 10 --max-empties 50 --min-amazons 2 --max-amazons 8 --max-per-size 330 \
    > "$dir/extract.txt"
fi

# The complete tables of the package; what is judged is added to this copy.
mkdir -p "$dir/tables"
cp -n tables/*.amt "$dir/tables/"
set=$dir/open.xml
if [ -e "$dir/large.xml" ]; then set=$dir/large.xml; fi
"$amazons" judge "$set" -o "$dir/large.xml" --nodes "$judge_nodes" --memory 1GiB \
  --threads "$threads" --tables "$dir/tables" > "$dir/judge.txt" || [ $? = 1 ]
"$amazons" set describe "$dir/large.xml" > "$dir/description.txt"
"$amazons" set validate "$dir/large.xml"
