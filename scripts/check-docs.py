#!/usr/bin/env python3
"""Checks that the pages lead somewhere: every relative link with its heading, every path of the
repository in backticks, and every page of docs/ that code, comments or scripts name. Reference
pages, those directly in docs/, have at most 1,500 words. Hashes of files in problems/README.md are
those of the files.

    scripts/check-docs.py      # prints what is wrong; exit code 1 if anything is
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_WORDS = 1500
# Pages that list every key, byte, term, promise or value.
LONGER = {"atlas", "design", "formats", "game-values", "json", "protocol", "reliability", "tables"}

FENCE = re.compile(r"^```.*?^```$", re.S | re.M)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r'\]\(([^)\s]+)\)|src="([^"]+)"')
FOLDERS = "benches|crates|docs|examples|problems|proofs|python|scripts|src|tests|verifier"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
PAGE = re.compile(r"\bdocs/[\w./-]*[\w/]")
HASH = re.compile(r"^\| `([^`]+)` \| (?:`([0-9a-f]*)`|-) \|$", re.M)
HEADING = re.compile(r"^#+ (.*)$", re.M)


def files():
    """The files of the repository and those that are new."""
    names = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(names, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def anchors(page):
    """The headings of a page as GitHub names them in links."""
    found = set()
    for heading in HEADING.findall(FENCE.sub("", page.read_text())):
        kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -_")
        found.add(kept.strip().replace(" ", "-"))
    return found


def wrong_links(page, text):
    for match in LINK.finditer(CODE.sub("", FENCE.sub("", text))):
        link = match.group(1) or match.group(2)
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"link to {link}: expected a file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"link to {link}: expected a heading of that page"


def wrong_hashes(folder, text):
    """Wrong SHA-256 sums of files, and problem sets without one."""
    said = dict(HASH.findall(text))
    for path in sorted(folder.glob("*.xml*")):
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if said.get(path.name) != found:
            yield f"{path.name}: SHA-256 {said.get(path.name)}; expected {found}"


def wrong_in(file):
    """What is wrong in a file."""
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        return
    if file.suffix == ".md":
        yield from wrong_links(file, text)
        for path in PATH.findall(text):
            if not (ROOT / path).exists():
                yield f"`{path}`: expected a file or folder"
        if file == ROOT / "problems" / "README.md":
            yield from wrong_hashes(file.parent, text)
        words = len(text.split())
        if file.parent == ROOT / "docs" and file.stem not in LONGER and words > MOST_WORDS:
            yield f"{words} words; expected at most {MOST_WORDS} in a reference page"
    else:
        for path in PAGE.findall(text):
            if not (ROOT / path).exists():
                yield f"{path}: expected a file or folder"


def main():
    wrong = [
        f"{file.relative_to(ROOT)}: {problem}" for file in files() for problem in wrong_in(file)
    ]
    print("\n".join(wrong) or "every link and path leads somewhere")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
