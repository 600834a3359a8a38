#!/usr/bin/env bash
# The recipe for the evaluation 'phased' (docs/learning.md): games of published experiments and of
# self-play on two boards, then the fit. Every step continues where it was interrupted.
#
#   scripts/train-phased.sh DIR [GAMES]
#
# DIR gets the games and phased.safetensors. GAMES, 300 by default, is the number of games of each of
# four runs of self-play; 300 take one core about an hour.
set -euo pipefail
dir=${1:?usage: scripts/train-phased.sh DIR [GAMES]}
games=${2:-300}
mkdir -p "$dir"
dir=$(realpath "$dir")
amazons=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-$(dirname "$0")/../target}/release/amazons}")
cd "$(dirname "$0")/.."

records=()
for experiment in networks 'hybrid --scale 0.5 --effort 0.037' uct-vs-alphabeta; do
  name=${experiment%% *}
  # Exit code 1 means that an experiment is not complete.
  [ -e "$dir/$name/report.md" ] || "$amazons" reproduce $experiment --report-only \
    --resume "docs/experiments/$name" -o "$dir/$name" > /dev/null || [ $? = 1 ]
  records+=("$dir/$name/games/games.sgf")
done

seed=71
for size in 8x8 10x10; do
  for other in mcts:learned,nodes=1500 alphabeta:lieberum,nodes=8000; do
    "$amazons" selfplay alphabeta:learned,nodes=6000 "$other" --games "$games" --size "$size" \
      --random-plies $((3 + seed % 4)) --seed $seed --threads 1 -o "$dir/$size-$seed.sgf" > /dev/null
    records+=("$dir/$size-$seed.sgf")
    seed=$((seed + 1))
  done
done

"$amazons" train phased "${records[@]}" -o "$dir/phased.safetensors"
