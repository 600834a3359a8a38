#!/usr/bin/env bash
# Makes problems/strong.xml.gz: games of the strongest player, their regions in the mix of sizes that
# they produce, and the judge's solutions. Every step continues where it stopped, so the script may be
# interrupted and restarted at any time. All limits are in nodes and only the built-in tables are used,
# so the result does not depend on the machine, on interruptions or on the number of threads.
#
#   scripts/strong-set.sh [DIR]    state and results in DIR, target/strong-set by default
#   scripts/set-card.py SET        what problems/README.md then says of it
#
# AMAZONS is the program (target/release/amazons), GAMES the number of games (300, as the shipped set has),
# NODES the player's nodes a move (100000), JUDGE_NODES the judge's nodes per problem (1000000), THREADS the
# number of threads (2). More GAMES continue the record: its games stay as they are, and all regions are
# judged anew.
set -euo pipefail
cd "$(dirname "$0")/.."
amazons=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-target}/release/amazons}")
games=${GAMES:-300}
threads=${THREADS:-2}
judged=judged-$games.xml
mkdir -p "${1:-target/strong-set}"
# This directory has no tables.
cd "${1:-target/strong-set}"
unset AMAZONS_TABLES

"$amazons" selfplay "alphabeta:learned,nodes=${NODES:-100000}" --games "$games" --random-plies 4 \
  --seed 100 --threads "$threads" -o strong.sgf > selfplay.txt
"$amazons" extract strong.sgf --no-tables -o open.xml \
  --title "Endgames of strong self-play, natural mix of sizes" > extract.txt
"$amazons" judge open.xml -o "$judged" --nodes "${JUDGE_NODES:-1000000}" --memory 1GiB \
  --threads "$threads" > judge.txt || [ $? = 1 ]
"$amazons" set validate "$judged"
"$amazons" set merge "$judged" -o strong.xml.gz
"$amazons" set describe strong.xml.gz > description.txt
