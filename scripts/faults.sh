#!/usr/bin/env bash
# Kills commands at random moments, makes their writes and fsyncs fail and their clock jump, and
# then lets each run to its end. Nothing that was finished may be lost, nothing half written may be
# found, and the result must be that of an undisturbed run. Then tries full disks and two processes
# at once. Prints tables.
#
#   scripts/faults.sh [KILLS] [PROGRAM] [FAULTS] [COMMAND]
#
# KILLS per command, 55 by default: 1,045 in all; FAULTS of each kind per command, 12 by default:
# these need a C compiler (scripts/faults.c). COMMAND is a pattern for the names of the commands to
# disturb, such as 'set *'.
set -uo pipefail
command -v pkill >/dev/null || { echo "faults.sh needs pkill (procps)" >&2; exit 2; }
cd "$(dirname "$0")/.."
kills=${1:-55}
amazons=$(realpath "${2:-${CARGO_TARGET_DIR:-target}/release/amazons}")
faults=${3:-12}
wanted=${4:-*}
work=$(mktemp -d)
[ "$faults" = 0 ] || cc -shared -fPIC -O1 -o "$work/faults.so" scripts/faults.c || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work"
# The shell reports every killed process, which is hidden here. Differences are shown.
exec 3>&2 2>/dev/null
export AMAZONS_TABLES= AMAZONS_PROGRESS=0s
failed=0

# A set of problems and games that take a moment each.
"$amazons" selfplay random random --size 7x7 --games 300 --threads 1 -o games.sgf >/dev/null
"$amazons" extract games.sgf --min-empties 9 --max-empties 18 --max-per-size 60 -o set.xml >/dev/null
"$amazons" set filter set.xml --max-empties 14 -o small.xml >/dev/null
"$amazons" judge small.xml -o solved.xml --nodes 50000 >/dev/null
"$amazons" set filter solved.xml --max-empties 10 --max-per-size 5 -o few.xml >/dev/null
"$amazons" set list set.xml --format fen >positions.fen
"$amazons" selfplay random one-ply:te --size 6x6 --games 12 --threads 1 -o few.sgf >/dev/null
"$amazons" value --batch positions.fen --moves all --game-values 0s --nodes 2000 --format json >labels.jsonl
for part in 1 2; do
  "$amazons" judge small.xml -o part-$part.xml --partition $part/2 --tables tables-$part >/dev/null
done

# name | command, run in a directory of its own | how its result is printed for comparison
commands() {
  while IFS= read -r line; do
    # shellcheck disable=SC2053 # a pattern
    [[ ${line%%|*} == $wanted ]] && printf '%s\n' "$line"
  done <<'END'
judge|judge ../set.xml -o judged.xml --threads 2 --nodes 50000|cat judged.xml
study|study ../solved.xml -o study --solvers one-ply,alphabeta --nodes 2000 --max-empties 11 --threads 2|cut -d, -f1-6 study/results.csv
match|match random one-ply:te --size 6x6 --games 60 --nodes 10 --threads 2 -o match|tail -n +2 match/results.jsonl | sed 's/,"white_side.*"start/,"start/;s/,"xxh3.*//' | sort
selfplay|selfplay uct:playouts=60 --size 6x6 --games 40 --threads 2 -o games.sgf|cat games.sgf
extract|extract ../games.sgf --min-empties 5 --min-moves 1 -o extracted.xml|cat extracted.xml
set filter|set filter ../set.xml --min-empties 9 -o filtered.xml|cat filtered.xml
set split|set split ../set.xml --parts 3 -o part.xml|cat part-*.xml
set merge|set merge ../set.xml ../small.xml -o merged.xml|cat merged.xml
merge|merge ../part-1.xml ../part-2.xml -o merged.xml|cat merged.xml
review|review ../few.sgf -o review.jsonl --nodes 300 --threads 2|sed 's/"seconds":[^,}]*//g' review.jsonl
reproduce|reproduce uct-vs-alphabeta --size 5x5 --scale 0.02 --effort 0.001 -o rep --threads 2|cat rep/table1.csv; cut -d, -f1-6 rep/pairs.csv
train|train ../games.sgf -o net.safetensors --examples 600 --hidden 8 --filter-nodes 50|cat net.safetensors
train learned|train learned ../labels.jsonl -o learned.safetensors --epochs 5|cat learned.safetensors
puzzles|puzzles ../few.xml -o puzzles.xml --threads 2 --nodes 20000|grep '<problem ' puzzles.xml
prove|prove 1qq1/q2q/4/Q2Q/1QQ1 -o a.proof|cat a.proof
prove in parts|prove 1qq1/q2q/4/Q2Q/1QQ1 --score B+0 --rule guards --split 1 -o parts --threads 2|"$amazons" prove parts --merge -o merged.proof | sed 's/ with .*//'
tables build|tables build 1v1:7 2v1:6 --tables tables --threads 2|cat tables/*.amt
tables merge|tables merge ../tables-1 ../tables-2 -o tables|cat tables/*.amt
value with tables|value --batch ../positions.fen --tables tables --game-values 0 --moves none --format json --threads 2|sed 's/,"seconds.*//' answers.jsonl
END
}

run() { # command
  if [[ $1 == value* ]]; then "$amazons" $1 >answers.jsonl.new 2>/dev/null && mv answers.jsonl.new answers.jsonl; else "$amazons" $1 >/dev/null 2>errors; fi
}

# The same with a fault; standard error goes through a pipe, where no faults occur.
run_with() { # fault, command
  local fault=(env FAULT="$1" FAULT_SEEN="$work/seen" LD_PRELOAD="$work/faults.so")
  rm -f "$work/seen"
  if [[ $2 == value* ]]; then
    { "${fault[@]}" "$amazons" $2 2>&1 >answers.jsonl.new && mv answers.jsonl.new answers.jsonl; } | cat >errors
  else
    "${fault[@]}" "$amazons" $2 2>&1 >/dev/null | cat >errors
  fi
}

# Whether the result is the expected one; otherwise prints the difference.
compare() { # name, result
  eval "$2" >../found
  cmp -s ../expected ../found && return
  { echo "$1 differs:"; diff ../expected ../found | head -20; ls -l; cat errors; } >&3
  return 1
}

# Counts the files that are not whole though they have their final name.
wrong_files() {
  local wrong=0
  for set in *.xml; do
    [ -e "$set" ] && ! "$amazons" set validate "$set" >/dev/null 2>&1 && wrong=$((wrong + 1))
  done
  if compgen -G 'tables/*.amt' >/dev/null && ! "$amazons" tables verify tables >/dev/null 2>&1; then
    wrong=$((wrong + 1))
  fi
  echo $wrong
}

# Runs the command undisturbed; sets its exit code and its duration in milliseconds.
run_whole() { # command, result
  mkdir -p whole/tables && cd whole
  local begun
  begun=$(date +%s%N)
  run "$1"
  usual=$?
  took=$((($(date +%s%N) - begun) / 1000000))
  eval "$2" >../expected
  cd .. && rm -rf whole
}

[ "$kills" = 0 ] || printf '| command | kills | ends compared | result | left behind |\n|---|---:|---:|---|---|\n'
while IFS='|' read -r name command result; do
  [ "$kills" = 0 ] && break
  run_whole "$command" "$result"

  mkdir -p killed/tables && cd killed
  wrong=0 killed=0 ends=0 different=0
  for ((i = 0; killed < kills && i < 20 * kills; i++)); do
    run "$command" &
    shell=$!
    moment=$((RANDOM % (took + 3)))
    sleep "$((moment / 1000)).$(printf '%03d' $((moment % 1000)))"
    if pkill -KILL -P $shell 2>/dev/null; then
      # The same command then continues.
      killed=$((killed + 1))
      wait $shell 2>/dev/null
      wrong=$((wrong + $(wrong_files)))
    else
      wait $shell 2>/dev/null
      ends=$((ends + 1))
      compare "$name" "$result" || different=$((different + 1))
      rm -rf ./* && mkdir tables
    fi
  done
  run "$command" || run "$command"
  ends=$((ends + 1))
  compare "$name" "$result" || different=$((different + 1))
  outcome=same
  [ $different = 0 ] || { outcome="$different DIFFERENT"; failed=1; }
  [ $wrong = 0 ] || { outcome="$outcome, $wrong WRONG FILES"; failed=1; }
  left=$(find . -name '*.journal' | wc -l)
  printf '| `%s` | %d | %d | %s | %s |\n' "$name" "$killed" "$ends" "$outcome" "$left journals"
  cd .. && rm -rf killed
done < <(commands)

# Failing writes and fsyncs end the command with exit code 2, unless they held nothing of the
# result; the same command then continues. Short writes and a jumping clock change nothing.
[ "$faults" = 0 ] || printf '\n| command | failed writes | failed once | failed fsyncs | short writes | jumping clocks | result |\n|---|---:|---:|---:|---:|---:|---|\n'
while IFS='|' read -r name command result; do
  [ "$faults" = 0 ] && break
  run_whole "$command" "$result"
  outcome=same counts=
  for kind in write once fsync short clock; do
    happened=0
    # The first ones are always taken. Later ones are drawn from ranges of doubling size, since
    # their number is unknown.
    for ((i = 0; i < faults; i++)); do
      number=$((i < 3 ? i + 1 : 1 + RANDOM % (1 << (1 + RANDOM % 10))))
      mkdir -p faulty/tables && cd faulty
      run_with "$kind:$number" "$command"
      code=$?
      if [ -e "$work/seen" ]; then
        happened=$((happened + 1))
        case $kind:$code in
          *:"$usual" | write:2 | once:2 | fsync:2) ;;
          *) outcome="exit $code after $kind:$number" && failed=1 && cat errors >&3 ;;
        esac
        [ "$(wrong_files)" = 0 ] || { outcome="WRONG FILES after $kind:$number"; failed=1; }
        [ $code = "$usual" ] || run "$command"
        compare "$name" "$result" || { outcome="DIFFERENT after $kind:$number, exit $code"; failed=1; }
      fi
      cd .. && rm -rf faulty
    done
    counts="$counts $happened |"
  done
  printf '| `%s` |%s %s |\n' "$name" "$counts" "$outcome"
done < <(commands)

# On a full disk the old output is kept, and the exit code is 2.
if mkdir full && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
  cp set.xml full/set.xml 2>/dev/null || head -c 20000 set.xml >full/set.xml
  before=$(sha256sum <full/set.xml)
  head -c 200000 /dev/zero >full/rest 2>/dev/null
  "$amazons" extract games.sgf --min-empties 5 --min-moves 1 -o full/set.xml >/dev/null 2>&1
  code=$?
  outcome=kept
  [ "$(sha256sum <full/set.xml)" = "$before" ] && [ $code = 2 ] || { outcome="LOST, exit $code"; failed=1; }
  umount full
  printf '\n`extract` on a full disk: %s\n' "$outcome"
fi

# Of two processes at once, one reports the other, or both write the same.
"$amazons" judge set.xml -o both.xml --nodes 200000 >/dev/null 2>one &
"$amazons" judge set.xml -o both.xml --nodes 200000 >/dev/null 2>two
wait
outcome=whole
"$amazons" set validate both.xml >/dev/null 2>&1 || { outcome=DAMAGED; failed=1; }
printf 'two `judge` of one set at once: %s\n' "$outcome"
exit $failed
