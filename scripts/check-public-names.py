#!/usr/bin/env python3
"""Lists the public names of the published libraries, as rustdoc indexes them, and compares the list
with docs/public-names.txt, so that a change of the interface is seen.

    cargo doc --no-deps && scripts/check-public-names.py            # 1 if the lists differ
    cargo doc --no-deps && scripts/check-public-names.py --write    # takes the change over
"""

import difflib
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "public-names.txt"
CRATES = ["amazons_cgt", "amazons", "amazons_lab", "amazons_explorer"]


def names(documentation, crate):
    """`crate::path::Name kind` for every item of a crate's index."""
    index = documentation / crate / "all.html"
    if not index.is_file():
        sys.exit(f"{index} is missing; run: cargo doc --no-deps")
    links = re.findall(r'<li><a href="([^"]+)">([^<]+)</a></li>', index.read_text())
    for link, path in links:
        kind = Path(link).name.split(".")[0]
        yield f"{crate}::{path.replace('&gt;', '>').replace('&lt;', '<')} {kind}"


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    documentation = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "doc"
    found = [name for crate in CRATES for name in sorted(names(documentation, crate))]
    if sys.argv[1:] == ["--write"]:
        LIST.write_text("\n".join(found) + "\n")
        print(f"{LIST.relative_to(ROOT)}: {len(found)} names")
        return 0
    listed = LIST.read_text().splitlines() if LIST.is_file() else []
    changes = [
        line
        for line in difflib.unified_diff(listed, found, lineterm="", n=0)
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    if changes:
        print("\n".join(changes))
        print(
            f"the public names have changed ({len(changes)}); if that is meant:"
            " scripts/check-public-names.py --write"
        )
        return 1
    print(f"public names: {len(found)}, as listed")
    return 0


sys.exit(main())
