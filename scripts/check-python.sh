#!/usr/bin/env bash
# Builds the Python package as a wheel, installs it in an environment of its own, and runs its tests
# and the example notebook.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
environment=$target/python-environment
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet "maturin>=1.9,<2" pytest pandas pandas-stubs pyarrow pyarrow-stubs tqdm types-tqdm nbconvert ipykernel matplotlib mypy
rm -rf "$target/wheels"
"$environment/bin/maturin" build --quiet --release --locked --manifest-path python/Cargo.toml --out "$target/wheels"
"$environment/bin/pip" install --quiet --force-reinstall --no-deps "$target"/wheels/*.whl
"$environment/bin/python" -m pytest --quiet python/tests
# The module has what the stubs promise.
"$environment/bin/python" -m mypy.stubtest --ignore-disjoint-bases amazons --allowlist python/tests/stubtest.txt
wheel=$("$environment/bin/python" -c 'import amazons; print(amazons.__version__)')
program=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
[ "$wheel" = "$program" ] || { echo "the wheel is $wheel, the crate is $program" >&2; exit 1; }
"$environment/bin/jupyter" nbconvert --log-level WARN --to notebook --execute --stdout \
  examples/accuracy_by_depth.ipynb > /dev/null
# The committed notebook shows its outputs, including plots, and stays small.
"$environment/bin/python" - examples/accuracy_by_depth.ipynb << 'END'
import json, os, sys
path = sys.argv[1]
cells = [cell for cell in json.load(open(path))["cells"] if cell["cell_type"] == "code"]
shown = "".join(json.dumps(cell["outputs"]) for cell in cells)
assert all(cell["outputs"] for cell in cells), f"{path}: a cell shows nothing; execute it"
assert "image/png" in shown and "image/svg+xml" in shown, f"{path}: no plot; execute it"
assert '"error"' not in shown, f"{path}: a cell failed"
assert os.path.getsize(path) < 300_000, f"{path}: more than 300 kB"
END
