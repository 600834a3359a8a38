#!/usr/bin/env bash
# Known vulnerabilities of the dependencies, by cargo-audit and RustSec's database. If either is
# unavailable, says so and does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo audit --version >/dev/null 2>&1; then
  echo "advisories not checked: cargo-audit is not installed (cargo install cargo-audit)"
  exit 0
fi
status=0
report=$(cargo audit 2>&1) || status=$?
if grep -qi 'advisory database' <<<"$report" && grep -qi "couldn't\|error" <<<"$report" && ! grep -qi 'vulnerabilit' <<<"$report"; then
  echo "advisories not checked: RustSec's database cannot be had here"
  exit 0
fi
echo "$report"
exit $status
