"""Intervals and tests of studies, as docs/study-statistics.md defines them, for the scripts of pages.

The two problems of a region are one cluster. Everything is exact or a closed formula, without
packages.
"""

import collections
import math

NORMAL = 1.959963984540054


def student(freedom):
    """The 97.5 % quantile of Student's t: the Cornish-Fisher expansion, right to 1e-4 from 5 on."""
    z, n = NORMAL, freedom
    return (z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4))


def wilson(share, trials, z=NORMAL):
    """Wilson's score interval of a share of so many trials."""
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return tuple((middle + sign * half) / (1 + z * z / trials) for sign in (-1, 1))


def by_cluster(values):
    """Sum and number of the values of each cluster."""
    sums = collections.defaultdict(lambda: [0.0, 0])
    for cluster, value in values:
        sums[cluster][0] += value
        sums[cluster][1] += 1
    return list(sums.values())


def mean(values):
    """Mean of (cluster, value), its standard error and the number of clusters."""
    sums = by_cluster(values)
    total, clusters = sum(count for _, count in sums), len(sums)
    average = sum(value for value, _ in sums) / total
    squares = sum((value - average * count) ** 2 for value, count in sums)
    error = math.sqrt(clusters / (clusters - 1) * squares) / total if clusters > 1 else math.inf
    return average, error, clusters


def share(outcomes):
    """Share of (cluster, right or not) and its 95 % interval, clustered."""
    outcomes = list(outcomes)
    average, error, clusters = mean(outcomes)
    if clusters < 2:
        return average, 0.0, 1.0
    variance = average * (1 - average) / len(outcomes)
    trials = len(outcomes) / max(1.0, error**2 / variance) if variance > 0 else clusters
    return (average, *wilson(average, trials, student(clusters - 1)))


def difference(values):
    """Mean difference of (cluster, first − second) and its 95 % interval, clustered.

    Without a problem that one alone solves, it is at most the share of such problems.
    """
    values = list(values)
    average, error, clusters = mean(values)
    if not any(value for _, value in values):
        _, _, most = share((cluster, False) for cluster, _ in values)
        return 0.0, -most, most
    half = student(clusters - 1) * error
    return average, average - half, average + half


def mcnemar(first, second):
    """McNemar's exact test, two-sided, of the problems that one of two methods alone solves."""
    tail = sum(math.comb(first + second, k) for k in range(min(first, second) + 1))
    return min(1.0, 2 * tail / 2 ** (first + second))


def sign_flips(differences):
    """The exact test of (cluster, first − second): all choices of signs of whole clusters."""
    sums = [round(value) for value, _ in by_cluster(differences)]
    total, likely = sum(sums), {0: 1}
    for size in (abs(value) for value in sums if value):
        following = collections.defaultdict(int)
        for at, ways in likely.items():
            following[at + size] += ways
            following[at - size] += ways
        likely = following
    extreme = sum(ways for at, ways in likely.items() if abs(at) >= abs(total))
    return extreme / sum(likely.values())


def holm(values):
    """Holm's correction of p-values over all of them, in their order."""
    corrected, largest = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, values[index] * (len(values) - rank)))
        corrected[index] = largest
    return corrected
