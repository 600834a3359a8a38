#!/usr/bin/env bash
# Checks that each crate compiles alone, the library without features too; that without features
# only the listed crates remain; and that a program outside the workspace can use the library.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "features: none"
cargo clippy --release --quiet --locked -p amazons --lib --no-default-features -- -D warnings
# With the explorer alone the laboratory is compiled as it asks for itself.
for crate in amazons-cgt amazons-explorer; do
  echo "crate: $crate"
  cargo clippy --release --quiet --locked -p "$crate" --lib -- -D warnings
done

crates=$(cargo tree --locked -p amazons --no-default-features -e normal --prefix none --format '{lib}' | sed 's/ (\*)//' | sort -u | grep -v '^$' | tr '\n' ' ')
listed=$(sed -n '/^<!-- crates -->$/,/^<!-- end -->$/p' docs/architecture.md | grep -v '^<!--' | tr -d '`,.' | tr -s ' \n' ' ')
if [ "$(echo $crates)" != "$(echo $listed)" ]; then
  echo "docs/architecture.md lists other crates than a build without features has:"
  diff <(echo $listed | tr ' ' '\n') <(echo $crates | tr ' ' '\n') || true
  exit 1
fi

cp Cargo.lock tests/outside/Cargo.lock
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target} cargo check --release --quiet --offline --manifest-path tests/outside/Cargo.toml
rm -f tests/outside/Cargo.lock

for target in x86_64-pc-windows-gnu aarch64-apple-darwin; do
  if rustup target list --installed 2>/dev/null | grep -qx "$target"; then
    echo "target: $target"
    cargo check --quiet --locked -p amazons --lib --target "$target"
  fi
done
