#!/usr/bin/env bash
# One task of a step, submitted by chain.sh. Array steps take their part from Slurm. A finished task
# leaves a mark; a killed task continues where it stopped when it is restarted.
set -euo pipefail
step=${1:?a step}
# Slurm runs a copy of this script, so its settings are found through the environment.
source "${SETTINGS:?the file of parameters}"
part=${SLURM_ARRAY_TASK_ID:-}
mark=$DIR/done/$step${part:+-$part}
mkdir -p "$DIR/done" "$DIR/games" "$DIR/judged"
# Exit code 1 means done, but not everything was proved.
negative_is_done() { "$@" || [ $? = 1 ]; }

read -r -a players <<< "$PLAYERS"
read -r -a selfplay <<< "$SELFPLAY_OPTIONS"
read -r -a extract <<< "$EXTRACT_OPTIONS"
read -r -a judge <<< "$JUDGE_OPTIONS"
read -r -a study <<< "$STUDY_OPTIONS"

case $step in
  selfplay)
    "$AMAZONS" selfplay "${players[@]}" --games "$GAMES" "${selfplay[@]}" --threads "$THREADS" \
      --partition "$part/$GAME_PARTS" -o "$DIR/games/part-$part.sgf"
    ;;
  records)
    "$AMAZONS" merge "$DIR"/games/part-*.sgf -o "$DIR/games.sgf"
    "$AMAZONS" extract "$DIR/games.sgf" --no-tables "${extract[@]}" -o "$DIR/open.xml"
    ;;
  judge)
    negative_is_done "$AMAZONS" judge "$DIR/open.xml" "${judge[@]}" --threads "$THREADS" \
      --partition "$part/$JUDGE_PARTS" -o "$DIR/judged/part-$part.xml"
    # An interrupted run keeps its journal.
    [ ! -e "$DIR/judged/part-$part.xml.journal" ]
    ;;
  set)
    "$AMAZONS" merge "$DIR"/judged/part-*.xml -o "$DIR/set.xml"
    ;;
  study)
    # Exit code 1 means a failed solver or an interruption; this tells which.
    told=$DIR/done/study-$part.json
    "$AMAZONS" study "$DIR/set.xml" "${study[@]}" --threads "$THREADS" \
      --partition "$part/$STUDY_PARTS" -o "$DIR/study-$part" --format json > "$told" ||
      { [ $? = 1 ] && grep -q '"finished":true' "$told"; }
    rm -f "$told"
    ;;
  report)
    directories=()
    for number in $(seq "$STUDY_PARTS"); do directories+=("$DIR/study-$number"); done
    negative_is_done "$AMAZONS" merge "${directories[@]}" -o "$DIR/study"
    ;;
  *)
    echo "no step '$step'" >&2
    exit 2
    ;;
esac
touch "$mark"
