"""Counts first, then figures of counts: counts of independent clusters add up, so intervals come from the same rows.

A figure is a function of an array whose last axis holds counts and gives an array without that axis; so it works on
the counts of a whole set and on those of a thousand resampled ones alike.
"""

import numpy as np

# Columns of the counts of a side (supporting or contradicting sentences).
HITS, GIVEN, GOLD = 0, 1, 2


def ratio(part, whole):
    """part / whole, 0 where there is nothing to divide by."""
    part, whole = np.asarray(part, dtype=float), np.asarray(whole, dtype=float)
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole != 0)


def precision(side):
    return ratio(side[..., HITS], side[..., GIVEN])


def recall(side):
    return ratio(side[..., HITS], side[..., GOLD])


def f1(side):
    return ratio(2 * side[..., HITS], side[..., GIVEN] + side[..., GOLD])


def side_counts(claim, named, label: int) -> np.ndarray:
    """Hits, given and gold of one claim and one label; sentences that count neither way are left out."""
    named = [i for i in set(named) if not claim.ignore[i]]
    hits = sum(int(claim.gold[i] == label) for i in named)
    return np.array([hits, len(named), int(((claim.gold == label) & ~claim.ignore).sum())])


def confusion(gold, given, labels: int = 3) -> np.ndarray:
    """One row an item: the cell of (gold, given) of a confusion matrix, flattened."""
    cells = np.zeros((len(gold), labels * labels), dtype=np.int64)
    cells[np.arange(len(gold)), np.asarray(gold) * labels + np.asarray(given)] = 1
    return cells


def square(cells):
    labels = int(round(np.sqrt(cells.shape[-1])))
    return cells.reshape(*cells.shape[:-1], labels, labels)


def accuracy(cells):
    matrix = square(cells)
    return ratio(np.trace(matrix, axis1=-2, axis2=-1), matrix.sum((-2, -1)))


def macro_f1(cells):
    """Mean F1 of the labels that occur in the gold; what is called by another label is wrong all the same."""
    matrix = square(cells)
    hits = np.diagonal(matrix, axis1=-2, axis2=-1)
    gold, given = matrix.sum(-1), matrix.sum(-2)
    return ratio((ratio(2 * hits, gold + given) * (gold > 0)).sum(-1), (gold > 0).sum(-1))


def balanced_accuracy(cells):
    """Mean recall of the labels that occur."""
    matrix = square(cells)
    gold = matrix.sum(-1)
    return ratio((ratio(np.diagonal(matrix, axis1=-2, axis2=-1), gold) * (gold > 0)).sum(-1), (gold > 0).sum(-1))


def share(counts):
    """Of rows (part, whole)."""
    return ratio(counts[..., 0], counts[..., 1])


def by_cluster(clusters, counts: np.ndarray) -> np.ndarray:
    """Sums the rows of each cluster, in order of first appearance."""
    places = {}
    index = np.array([places.setdefault(cluster, len(places)) for cluster in clusters], dtype=np.int64)
    sums = np.zeros((len(places), counts.shape[1]), dtype=np.int64)
    np.add.at(sums, index, counts)
    return sums


def reliability(probability, gold, bins: int = 10) -> dict:
    """Bins of equal width: mean probability, share that is right, number; and the expected calibration error."""
    probability, gold = np.asarray(probability, dtype=float), np.asarray(gold, dtype=bool)
    place = np.minimum((probability * bins).astype(int), bins - 1)
    rows, error = [], 0.0
    for b in range(bins):
        inside = place == b
        count = int(inside.sum())
        if not count:
            continue
        said, right = float(probability[inside].mean()), float(gold[inside].mean())
        rows.append({"said": round(said, 4), "right": round(right, 4), "count": count})
        error += count * abs(said - right)
    return {"bins": rows, "error": round(error / max(1, len(gold)), 4)}


def precision_recall(score, gold, most: int = 60) -> list:
    """(recall, precision, threshold), from the strictest threshold on, thinned to `most` points. Equal scores fall
    together."""
    score, gold = np.asarray(score, dtype=float), np.asarray(gold, dtype=bool)
    total = int(gold.sum())
    if not total:
        return []
    order = np.argsort(-score, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    hits = np.cumsum(gold[order])[ends]
    points = [(hit / total, hit / (end + 1), float(score[order][end])) for hit, end in zip(hits, ends)]
    if len(points) > most:
        # Even steps of recall, not of rank: the curve is read along recall.
        wanted = np.linspace(points[0][0], points[-1][0], most)
        recalls = np.array([p[0] for p in points])
        points = [points[i] for i in sorted(set(np.searchsorted(recalls, wanted).clip(max=len(points) - 1)))]
    return [[round(float(v), 4) for v in point] for point in points]
