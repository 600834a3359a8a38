#!/usr/bin/env python3
"""Counts what the code weighs, and checks that it hangs together downwards.

    scripts/structure.py            # lines and error types by crate; 1 if files import in a circle
    scripts/structure.py --files    # the same, with the lines of each file
    scripts/structure.py DIR        # the same of another checkout

Lines are those of product code, comments and blank lines included, without tests (`#[cfg(test)]`
modules, tests/, benches/, examples/). An error type is one that derives thiserror's Error or
implements std::error::Error. A file imports another if it names one of its items by a path from
`crate`, `super` or `self`; a `mod.rs` or a crate's root that merely declares or re-exports its
files does not import them. Crates must depend on each other without a circle, which cargo ensures.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

ERROR = re.compile(r"derive\([^)]*\b(?:thiserror::)?Error\b|impl\s+(?:std::)?(?:error::)?Error\s+for\s")
TESTS = re.compile(r"^#\[cfg\(test\)\]\n((?:#\[.*\]\n)*)((?:pub\s*(?:\([a-z]+\))?\s*)?mod\s+(\w+)\s*)([;{])", re.M)
USE = re.compile(r"^\s*(?:pub(?:\([a-z :]+\))?\s+)?use\s+((?:crate|super|self)\b[^;]*);", re.M)
RE_EXPORT = re.compile(r"^\s*pub(?:\([a-z :]+\))?\s+use\b", re.M)
PATH = re.compile(r"\b((?:crate|super|self)(?:::\w+)+)")


class Crate:
    """A crate: its files by module path."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.files = {}
        for path in sorted(folder.rglob("*.rs")):
            text, tests = without_tests(path.read_text())
            self.files[self.module(path)] = (path, text, tests)
        # Files of their own that only tests have.
        for module in [m for m in self.files if any(m[: len(t)] == t for t in self.test_modules())]:
            del self.files[module]

    def module(self, path):
        parts = list(path.relative_to(self.folder).with_suffix("").parts)
        if parts[-1] in ("mod", "lib", "main"):
            parts.pop()
        return tuple(parts)

    def test_modules(self):
        return {
            module + (name,) for module, (_, _, tests) in self.files.items() for name in tests
        }

    def owner(self, path):
        """The file that an absolute module path leads into: the longest prefix that is one."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.files:
                return path[:length]
        return None

    def imports(self, module):
        """The modules whose items a file names."""
        path, text, _ = self.files[module]
        text = re.sub(r"//.*", "", text)
        named = set()
        for match in USE.finditer(text):
            # A folder's front hands on what its own files have.
            own = RE_EXPORT.match(text, match.start())
            for absolute in expand(match.group(1).replace("\n", " "), module, is_folder(path)):
                owner = self.owner(absolute)
                if not (own and owner[: len(module)] == module):
                    named.add(owner)
        for match in PATH.finditer(USE.sub("", text)):
            for absolute in expand(match.group(1), module, is_folder(path)):
                named.add(self.owner(absolute))
        named.discard(module)
        return named


def is_folder(path):
    return path.name in ("mod.rs", "lib.rs", "main.rs")


def expand(tree, module, folder):
    """All absolute paths in a tree of a `use`, relative to a module."""
    tree = re.sub(r"\s+as\s+\w+", "", tree)
    tree = re.sub(r"\s+", "", tree)
    for flat in flatten(tree):
        parts = flat.split("::")
        base = None
        while parts and parts[0] in ("crate", "super", "self"):
            first = parts.pop(0)
            if first == "crate":
                base = ()
            elif first == "self":
                base = module if base is None else base
            else:
                base = (module if base is None else base)[:-1]
        if base is not None:
            yield base + tuple(part for part in parts if part != "*")


def flatten(tree):
    """`a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`."""
    brace = tree.find("{")
    if brace < 0:
        return [tree]
    prefix, depth, start, out = tree[:brace], 0, brace + 1, []
    for at in range(brace, len(tree)):
        char = tree[at]
        depth += (char == "{") - (char == "}")
        if (char == "," and depth == 1) or (char == "}" and depth == 0):
            if tree[start:at]:
                out += [prefix + inner for inner in flatten(tree[start:at])]
            start = at + 1
    return [one[: -len("::self")] if one.endswith("::self") else one for one in out]


def without_tests(text):
    """A file without its test modules, and the names of test modules in files of their own."""
    names = []
    while match := TESTS.search(text):
        if match.group(4) == ";":
            names.append(match.group(3))
            end = match.end()
        else:
            # rustfmt ends a module at the column where it begins.
            end = text.find("\n}\n", match.end())
            end = len(text) if end < 0 else end + 3
        text = text[: match.start()] + text[end:]
    return text, names


def circles(graph):
    """The strongly connected components of more than one file (Tarjan 1972)."""
    index, low, on, stack, found = {}, {}, set(), [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on.add(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = []
            while True:
                other = stack.pop()
                on.discard(other)
                component.append(other)
                if other == node:
                    break
            if len(component) > 1:
                found.append(sorted(component))

    sys.setrecursionlimit(10_000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def crates(root):
    yield Crate("amazons", root / "src")
    for folder in sorted((root / "crates").glob("*/src")):
        yield Crate(folder.parent.name, folder)
    for name in ("verifier", "python"):
        yield Crate(name, root / name / "src")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--files", action="store_true")
    parser.add_argument("directory", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    lines, errors, failed = defaultdict(int), defaultdict(int), False
    for crate in crates(options.directory):
        if not crate.files:
            continue
        for module, (path, text, _) in crate.files.items():
            count = text.count("\n")
            lines[crate.name] += count
            errors[crate.name] += len(ERROR.findall(text))
            if options.files:
                print(f"{count:6} {path.relative_to(options.directory)}")
        for component in circles({module: crate.imports(module) for module in crate.files}):
            failed = True
            names = ", ".join(str(crate.files[m][0].relative_to(options.directory)) for m in component)
            print(f"circle: {names}")
    for name in lines:
        print(f"{name:10} {lines[name]:6} lines {errors[name]:3} error types")
    print(f"{'together':10} {sum(lines.values()):6} lines {sum(errors.values()):3} error types")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
