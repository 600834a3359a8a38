#!/usr/bin/env bash
# Checks licences, sources and use of all dependencies, with nothing but cargo and the shell.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
fail() { echo "$1" >&2; failed=1; }

# Every crate of the tree, including dev-dependencies and other targets, is available under one of
# these.
allowed='^(MIT|Apache-2\.0|Apache-2\.0 WITH LLVM-exception|BSD-2-Clause|BSD-3-Clause|ISC|Zlib|Unlicense|CC0-1\.0|0BSD|BSL-1\.0|MIT-0|Unicode-3\.0|MPL-2\.0)$'
# In a variable, since a failure in a process substitution would go unnoticed.
tree=$(cargo tree --locked --workspace --target all -e normal,build,dev --prefix none --format '{p}|{l}' |
  sed 's/ (\*)//; s/ (proc-macro)//' | sort -u)
while IFS='|' read -r crate licence; do
  [ -n "$crate" ] || continue
  permitted=yes
  # All terms joined by AND are needed; one of those joined by OR is enough.
  while read -r term; do
    one=no
    while read -r choice; do
      if [[ $choice =~ $allowed ]]; then one=yes; fi
    done < <(sed 's/ OR /\n/g; s#/#\n#g' <<<"$term" | tr -d '()' | sed 's/^ *//; s/ *$//')
    [ $one = yes ] || permitted=no
  done < <(sed 's/ AND /\n/g' <<<"$licence")
  [ $permitted = yes ] || fail "$crate: licence '$licence' is not among those that are allowed"
done <<<"$tree"

# All of them come from the registry.
while read -r source; do
  fail "Cargo.lock has a crate from elsewhere: $source"
done < <(grep '^source = ' Cargo.lock | grep -v '"registry+https://github.com/rust-lang/crates.io-index"' || true)

# Each direct dependency is mentioned somewhere in the code.
for manifest in Cargo.toml crates/*/Cargo.toml; do
  folder=$(dirname "$manifest")
  section=
  while read -r line; do
    case $line in
      '['*) section=$line ;;
      [a-z]*' = '* | [a-z]*'.workspace = '*)
        case $section in
          '[dependencies]' | '[target.'*'dependencies]') places="src" ;;
          '[dev-dependencies]') places="src tests benches examples" ;;
          *) continue ;;
        esac
        name=$(cut -d' ' -f1 <<<"${line/.workspace/}" | tr - _)
        (cd "$folder" && grep -rqsE "\b$name(::|;| as |!)" --include=*.rs $places) ||
          fail "$manifest: $name is not used in $places"
        ;;
    esac
  done <"$manifest"
done
exit $failed
