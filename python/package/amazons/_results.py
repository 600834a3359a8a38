"""Lists of answers, which become tables."""


class Values(list):
    """The values of many positions, in their order."""

    def to_pandas(self):
        """A DataFrame with a row for each position; needs pandas.

        The columns are those of `amazons value --format csv`. What is not proved is None.
        """
        import pandas

        columns = ["fen", "empties"]
        columns += [f"{side}_{name}" for side in ("white", "black") for name in _FIRST]
        columns += _WORTH + ["nodes", "seconds", "source"]
        return pandas.DataFrame([_value_row(value) for value in self], columns=columns)


class Answers(list):
    """The answers of a solver to many problems, in their order."""

    def __init__(self, answers, positions):
        super().__init__(answers)
        self._positions = positions

    def to_pandas(self):
        """A DataFrame with a row for each problem; needs pandas. What is not proved is None."""
        import pandas

        columns = ["fen", *_ANSWER]
        rows = [
            {"fen": str(getattr(position, "fen", position))}
            | {name: getattr(answer, name) for name in _ANSWER}
            for position, answer in zip(self._positions, self)
        ]
        return pandas.DataFrame(rows, columns=columns)


_FIRST = ["score", "at_least", "at_most", "winner", "best_moves"]
_WORTH = ["game_value", "outcome", "mean", "temperature"]
_ANSWER = ["solver", "move", "score", "at_least", "at_most", "nodes", "seconds"]


def _value_row(value):
    row = {"fen": value.fen, "empties": value.empties}
    for side in ("white", "black"):
        first = getattr(value, f"{side}_first")
        for name in _FIRST:
            row[f"{side}_{name}"] = getattr(first, name, None)
    for name in [*_WORTH, "nodes", "seconds", "source"]:
        row[name] = getattr(value, name, None)
    return row
