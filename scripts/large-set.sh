#!/usr/bin/env bash
# Makes problems/large.xml.gz (docs/large-set.md): self-play, extraction, judging. Every step
# continues where it stopped, so the script may be interrupted and restarted at any time. All limits
# are in nodes and only the built-in tables are used, so the result does not depend on the machine,
# on interruptions or on the number of parts.
#
#   scripts/large-set.sh [DIR]    state and results in DIR, target/large-set by default
#
# AMAZONS is the program (target/release/amazons), PARTS the number of judging processes (2),
# JUDGE_NODES the judge's nodes per problem (100000). Unsolved problems keep their bounds, from
# which the same command continues with more JUDGE_NODES.
set -euo pipefail
cd "$(dirname "$0")/.."
amazons=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-target}/release/amazons}")
parts=${PARTS:-2}
judge_nodes=${JUDGE_NODES:-100000}
mkdir -p "${1:-target/large-set}"
# This directory has no tables.
cd "${1:-target/large-set}"
unset AMAZONS_TABLES
mkdir -p games sets

# games NAME GAMES RANDOM_PLIES SEED PLAYER…: games of one player, or of two against each other.
games() {
  local name=$1 count=$2 plies=$3 seed=$4
  shift 4
  echo "$(date +%T) $name" >&2
  "$amazons" selfplay "$@" --games "$count" --random-plies "$plies" --seed "$seed" \
    -o "games/$name.sgf" >> selfplay.txt
}

# Several players, each at several strengths, from openings of 2 to 12 random plies.
games one-ply           700  4 101 one-ply:minimal-distance --nodes 1
games hybrid            600  6 102 hybrid:first=alphabeta:lieberum+bounds=false,nodes=1000
games alphabeta-1k      700  4 103 alphabeta:lieberum,bounds=false,nodes=1000
games alphabeta-5k      700  8 104 alphabeta:lieberum,bounds=false,nodes=5000
games alphabeta-20k     500  2 105 alphabeta:lieberum,bounds=false,nodes=20000
games alphabeta-te-2k   700 12 106 alphabeta:te,bounds=false,nodes=2000
games alphabeta-mixed   700  6 107 alphabeta:lieberum,bounds=false,nodes=2000 alphabeta:mobility,bounds=false,nodes=2000
games uct-300           600  4 108 uct:playouts=300
games uct-3000          400  8 109 uct:playouts=3000
games mcts-300          600  6 110 mcts:playouts=300
games mcts-1000         400 10 111 mcts:playouts=1000
games uct-alphabeta     600  4 112 uct:playouts=1000 alphabeta:lieberum,bounds=false,nodes=5000
games one-ply-alphabeta 600 10 113 one-ply:te alphabeta:lieberum,bounds=false,nodes=1000 --nodes 1
games alphabeta-8x8     700  4 114 alphabeta:lieberum,bounds=false,nodes=2000 --size 8x8

# At most 22 regions per size and player.
if [ ! -e open.xml ]; then
  for record in games/*.sgf; do
    "$amazons" extract "$record" --no-tables -o "sets/$(basename "$record" .sgf).xml" \
      --title "Endgames of many players" --min-empties 10 --max-empties 50 \
      --min-amazons 2 --max-amazons 8 --max-per-size 22 > /dev/null
  done
  "$amazons" set merge sets/*.xml -o open.xml
fi

# With the same nodes, judged problems stay; with more, open problems are judged again.
state=judged-$judge_nodes
mkdir -p "$state"
from=large.xml
[ -e "$from" ] || from=open.xml
[ -e "$state/from.xml" ] || { cp "$from" "$state/from.part" && mv "$state/from.part" "$state/from.xml"; }
for part in $(seq "$parts"); do
  "$amazons" judge "$state/from.xml" -o "$state/$part-of-$parts.xml" --partition "$part/$parts" \
    --nodes "$judge_nodes" --memory 1GiB --threads 1 > "$state/$part-of-$parts.txt" &
done
for job in $(jobs -p); do wait "$job" || [ $? = 1 ]; done
"$amazons" merge "$state"/*-of-"$parts".xml -o large.xml
"$amazons" set validate large.xml
"$amazons" set describe large.xml > description.txt
"$amazons" set merge large.xml -o large.xml.gz
