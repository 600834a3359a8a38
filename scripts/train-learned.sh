#!/usr/bin/env bash
# The recipe for the evaluation 'learned' (docs/learning.md): games, regions, exact scores of every
# move, training. Every step continues where it was interrupted.
#
#   scripts/train-learned.sh DIR [CHUNKS]
#
# DIR gets the data and learned-SEED.safetensors. A chunk is 120 games and takes one core some
# minutes.
set -euo pipefail
dir=${1:?usage: scripts/train-learned.sh DIR [CHUNKS]}
chunks=${2:-60}
[ "$chunks" -ge 2 ] || { echo "CHUNKS $chunks: expected at least 2, one for validation" >&2; exit 2; }
mkdir -p "$dir"
dir=$(realpath "$dir")
amazons=$(realpath "${AMAZONS:-${CARGO_TARGET_DIR:-$(dirname "$0")/../target}/release/amazons}")
cd "$(dirname "$0")/.."

players=(alphabeta:lieberum,bounds=false alphabeta:bounds=false mcts alphabeta:lieberum,width=20,bounds=false
  alphabeta:minimal-distance,bounds=false one-ply:lieberum)
for ((c = 1; c <= chunks; c++)); do
  part=$dir/$c
  [ -e "$part.jsonl" ] && continue
  "$amazons" selfplay "${players[c % 6]}" "${players[c / 6 % 4]}" --nodes 2000 --games 120 \
    --random-plies $((2 + 2 * (c % 4))) --seed $((1000 + c)) --threads 1 -o "$part.sgf" > /dev/null
  "$amazons" extract "$part.sgf" -o "$part.xml" --every-ply --min-empties 6 --max-empties 32 \
    --max-amazons 8 --min-moves 1 --keep-blocking > "$part.funnel"
  # Large regions take most of the work; some of them are enough.
  "$amazons" set list "$part.xml" | grep ' w	' | cut -f2 | awk -v seed="$c" '
    BEGIN { srand(seed) }
    {
      text = $1; gsub(/[^0-9]+/, " ", text); n = split(text, runs, " ")
      empties = 0
      for (i = 1; i <= n; i++) empties += runs[i]
      share = empties < 10 ? 0.3 : empties < 24 ? 1 : empties < 28 ? 0.6 : empties < 31 ? 0.25 : 0.05
      if (rand() < share) print
    }' > "$part.fen"
  # Exit code 1 means that a limit was reached, or an interrupt. The problems left open are not
  # learned from.
  "$amazons" value --batch "$part.fen" --moves all --game-values 0s --nodes 100000 --threads 1 \
    --memory 512MB --tables "$dir/known" --format json --output "$part.part" > /dev/null || [ $? = 1 ]
  [ "$(wc -l < "$part.part")" = "$(wc -l < "$part.fen")" ] || exit 1
  mv "$part.part" "$part.jsonl"
done

# The last chunks are for validation: other games, and regions that differ even up to symmetry.
held=$((chunks / 20 + 1))
labels=() validation=() games=()
for ((c = 1; c <= chunks; c++)); do
  if ((c > chunks - held)); then
    validation+=("$dir/$c.jsonl")
  else
    labels+=("$dir/$c.jsonl") games+=("$dir/$c.sgf")
  fi
done
# Seed 1 is `learned` in endgames; seeds 1 to 5 together are `committee`.
for seed in 1 2 3 4 5; do
  "$amazons" train learned "${labels[@]}" --records "${games[@]}" --validation "${validation[@]}" \
    --test problems/endgames.xml --seed $seed --output "$dir/learned-$seed.safetensors"
done
