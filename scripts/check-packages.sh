#!/usr/bin/env bash
# Packs every published crate and checks its size: the registry takes 10 MB, and 5 are promised.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
most=$((5 << 20))
failed=0
rm -f "$target"/package/*.crate
cargo package --quiet --locked --no-verify --allow-dirty \
  -p amazons-cgt -p amazons -p amazons-lab -p amazons-explorer -p amazons-cli
for crate in "$target"/package/*.crate; do
  bytes=$(stat -c %s "$crate")
  echo "$(basename "$crate"): $bytes bytes"
  if [ "$bytes" -gt $most ]; then
    echo "$crate: $bytes bytes; at most $most are promised" >&2
    failed=1
  fi
done
exit $failed
