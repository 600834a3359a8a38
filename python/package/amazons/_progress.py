"""A progress bar: that of tqdm if it is installed, otherwise a line on standard error."""

import contextlib
import sys


@contextlib.contextmanager
def progress_bar(total):
    """Yields a function that takes the number of finished items and of all."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield from _line()
        return
    with tqdm(total=total, unit="positions") as bar:
        yield lambda done, _: bar.update(done - bar.n)


def _line():
    # Like the program: print nothing unless there is a terminal.
    shown = sys.stderr is not None and sys.stderr.isatty()

    def show(done, total):
        if shown:
            print(f"\r{done}/{total} positions", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print(file=sys.stderr)
