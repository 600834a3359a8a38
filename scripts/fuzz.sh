#!/usr/bin/env bash
# Coverage-guided fuzzing of everything that the program reads: each kind in turn, for this many
# minutes. A finding is written to target/fuzz/findings/KIND-… and ends the script with 1.
#
#   scripts/fuzz.sh MINUTES [KIND …]      all kinds by default; MINUTES may be 0.2
#   scripts/fuzz.sh --seconds S [KIND …]
#   scripts/fuzz.sh --build | --list
#
# Needs a C++ compiler but no cargo-fuzz: stable Rust passes on the flags for LLVM's coverage. The
# growing corpus is in target/fuzz/corpus; fuzz/corpus has the small part that `cargo test` replays.
# AMAZONS_FUZZ_NICE=19 yields to other work; AMAZONS_FUZZ_SEED=1 makes a short round repeatable.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}/fuzz
program=$target/$host/release/read

build() {
  # Build scripts and macros are not instrumented, since --target is given.
  RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing" \
    CARGO_INCREMENTAL=0 cargo build --release --locked --manifest-path fuzz/Cargo.toml \
    --target "$host" --target-dir "$target"
}

kinds() { ls fuzz/corpus; }

case ${1:-} in
  --build) build; exit ;;
  --list) kinds; exit ;;
  --seconds) seconds=${2:?scripts/fuzz.sh --seconds S [KIND …]}; shift 2 ;;
  '' | -*) sed -n 's/^# \{0,1\}//;2,11p' "$0"; exit 2 ;;
  *[!0-9.]*) echo "fuzz.sh $1: expected MINUTES first" >&2; exit 2 ;;
  *) seconds=$(awk "BEGIN { print int(60 * $1 + 0.5) }"); shift ;;
esac
[ $# -gt 0 ] || set -- $(kinds)
build
mkdir -p "$target/findings"
failed=0
for kind in "$@"; do
  [ -d "fuzz/corpus/$kind" ] || { echo "no kind '$kind'; expected one of: $(kinds | xargs)" >&2; exit 2; }
  mkdir -p "$target/corpus/$kind"
  longest=4096
  case $kind in table | weights | proof) longest=20000 ;; esac
  log=$target/findings/$kind.log
  options=(-max_total_time="$seconds" -max_len=$longest -timeout=20 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix="$target/findings/$kind-" -dict=fuzz/words.dict -seed="${AMAZONS_FUZZ_SEED:-0}")
  code=0
  AMAZONS_FUZZ_KIND=$kind nice -n "${AMAZONS_FUZZ_NICE:-0}" "$program" "${options[@]}" \
    "$target/corpus/$kind" "fuzz/corpus/$kind" >"$log" 2>&1 || code=$?
  if [ $code = 0 ]; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -1)
    echo "$kind: $seconds s, ${runs:-0} inputs, $coverage, nothing found"
  else
    failed=1
    echo "$kind: FOUND (exit $code), see $log"
    grep -E 'panicked|ERROR|Test unit written|assertion|left:|right:' "$log" | cut -c 1-500 | head -8 ||
      tail -3 "$log"
  fi
done
exit $failed
