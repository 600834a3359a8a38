"""What makes a problem of the large set hard for the judge: a logistic model of solved or not."""

import collections
import gzip
import math
import xml.etree.ElementTree
from pathlib import Path

SET = Path(__file__).resolve().parent.parent / "problems" / "large.xml.gz"


def standardized(values):
    """The values in standard deviations from their mean, and the deviation."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / deviation for value in values], deviation


def inverse(matrix):
    size = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i, row in enumerate(rows):
        pivot = row[i]
        rows[i] = row = [value / pivot for value in row]
        for j, other in enumerate(rows):
            if j != i:
                rows[j] = [a - other[i] * b for a, b in zip(other, row)]
    return [row[size:] for row in rows]


def effects():
    """(effect, half of its 95 % interval) of a standard deviation more of squares and of amazons on the
    log-odds of a solution, with standard errors clustered by region (Liang and Zeger 1986); then the
    two deviations."""
    with gzip.open(SET) as file:
        rows = [(one.get("id").rpartition("-")[0], int(one.get("empties")), int(one.get("amazons")),
                 one.find("solution") is not None) for one in xml.etree.ElementTree.parse(file).iter("problem")]
    squares, of_squares = standardized([row[1] for row in rows])
    amazons, of_amazons = standardized([row[2] for row in rows])
    points = list(zip([1.0] * len(rows), squares, amazons))
    weights, axes = [0.0] * 3, range(3)

    def chance(point):
        return 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, point))))

    for _ in range(8):
        slope, curvature = [0.0] * 3, [[0.0] * 3 for _ in axes]
        for point, row in zip(points, rows):
            p = chance(point)
            for i in axes:
                slope[i] += (row[3] - p) * point[i]
                for j in axes:
                    curvature[i][j] += p * (1 - p) * point[i] * point[j]
        bread = inverse(curvature)
        weights = [weights[i] + sum(bread[i][j] * slope[j] for j in axes) for i in axes]
    regions = collections.defaultdict(lambda: [0.0] * 3)
    for point, row in zip(points, rows):
        p = chance(point)
        for i in axes:
            regions[row[0]][i] += (row[3] - p) * point[i]
    count = len(regions)
    errors = []
    for i in axes:
        squared = sum(sum(bread[i][j] * of[j] for j in axes) ** 2 for of in regions.values())
        errors.append(1.96 * math.sqrt(squared * count / (count - 1)))
    return [(weights[i], errors[i]) for i in (1, 2)], (of_squares, of_amazons)


def sentence():
    (squares, amazons), deviations = effects()
    number = [f"{effect:.2f} ± {error:.2f}".replace("-", "−") for effect, error in (squares, amazons)]
    return (f"a standard deviation more of squares ({deviations[0]:.1f}) changes the log-odds of a solution by "
            f"{number[0]}, one of amazons ({deviations[1]:.1f}) by {number[1]}")
