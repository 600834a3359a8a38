"""Problem sets as Parquet files."""

import os
import tempfile
from pathlib import Path

# Problems written at a time; a file's row groups.
TOGETHER = 10_000


def schema():
    """The columns: the keys of to_dict."""
    import pyarrow as pa

    text, count = pa.string(), pa.int64()
    attempt = pa.struct(
        [
            ("by", text),
            ("limit", text),
            ("nodes", count),
            ("iteration", count),
            ("solved", pa.bool_()),
        ]
    )
    puzzle = pa.struct(
        [
            ("goal", text),
            ("grade", count),
            ("difficulty", count),
            ("themes", pa.list_(text)),
            ("solution", text),
        ]
    )
    return pa.schema(
        [
            ("id", text),
            ("fen", text),
            ("empties", count),
            ("white_amazons", count),
            ("black_amazons", count),
            ("legal_moves", count),
            ("record", text),
            ("game", count),
            ("ply", count),
            ("corner", text),
            ("score", text),
            ("best_moves", pa.list_(text)),
            ("at_least", text),
            ("at_most", text),
            ("spent", text),
            ("split", text),
            ("attempts", pa.list_(attempt)),
            ("puzzle", puzzle),
        ]
    )


def write(problems, title, path):
    """Writes problems to a new file, which takes the place of `path` when it is complete."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    columns = schema().with_metadata({"title": title})
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        with pq.ParquetWriter(name, columns, compression="zstd") as writer:
            rows = []
            for problem in problems:
                rows.append(problem.to_dict())
                if len(rows) == TOGETHER:
                    writer.write_table(pa.Table.from_pylist(rows, schema=columns))
                    rows = []
            writer.write_table(pa.Table.from_pylist(rows, schema=columns))
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
