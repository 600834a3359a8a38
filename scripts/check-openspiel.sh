#!/usr/bin/env bash
# Plays a short match against OpenSpiel's Monte-Carlo bot, which is a process of its own behind
# examples/openspiel_bot.py, and runs the examples that use OpenSpiel and PettingZoo from Python.
#
#     scripts/check-openspiel.sh [PROGRAM]     # PROGRAM is target/release/amazons unless given
#
# Where OpenSpiel cannot be installed, nothing is played, and that is said.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
program=${1:-${CARGO_TARGET_DIR:-target}/release/amazons}
environment=$target/openspiel-environment
output=$target/openspiel-match
python3 -m venv "$environment"
if ! "$environment/bin/pip" install --quiet --only-binary :all: 'open_spiel>=1.5' pettingzoo numpy; then
  echo "SKIPPED: OpenSpiel cannot be installed here, so nothing was played against its bots" >&2
  exit 0
fi
rm -rf "$output"
# Both players take far fewer nodes than they could: this is about the rules and the protocol.
"$program" match alphabeta:nodes=200 "bot=engine:$environment/bin/python examples/openspiel_bot.py nodes=120" \
  --size 6x6 --games 4 --random-plies 2 --grace 30s --format json -o "$output" > "$output.json"
"$environment/bin/python" - "$output.json" << 'END'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["finished"] and report["games"] == 4, report
for player in report["standings"]:
    failed = [player[how] for how in ("time_outs", "crashes", "illegal_moves")]
    assert not any(failed), f"{player['player']} failed in a game: {report}"
assert "OpenSpiel MCTS" in [player["id"] for player in report["standings"]], report
print("4 games against OpenSpiel's bot, all played to their end")
END
# The wheel is that of scripts/check-python.sh.
if compgen -G "$target/wheels/*.whl" > /dev/null; then
  "$environment/bin/pip" install --quiet --force-reinstall --no-deps "$target"/wheels/*.whl
  "$environment/bin/python" examples/openspiel_game.py | tail -1
  "$environment/bin/python" examples/pettingzoo_amazons.py
else
  echo "SKIPPED: no wheel in $target/wheels; scripts/check-python.sh builds it for the Python examples" >&2
fi
