"""Thresholds, chosen on development data only.

"fixed" is what ships, or what the literature fixed (0.5), and was chosen without the set at hand; "tuned" is chosen for the set,
on its development split. Where the figure itself is of a development split, the threshold of each source is chosen on
the other sources (five folds by source), so that no source has a say in its own threshold.
"""

import zlib

import numpy as np

FOLDS = 5


def fold_of(cluster: str) -> int:
    """The fold of a source: by its name alone, so that it stays when others come or go."""
    return zlib.crc32(cluster.encode("utf-8", "surrogatepass")) % FOLDS


def candidates(scores, most: int = 99) -> np.ndarray:
    """Thresholds worth trying: between neighbouring scores, at even steps of rank."""
    values = np.unique(np.asarray(scores, dtype=float))
    values = values[np.isfinite(values)]
    if not len(values):
        return np.array([0.5])
    middles = np.concatenate(([values[0] - 1e-6], (values[1:] + values[:-1]) / 2, [values[-1] + 1e-6]))
    if len(middles) > most:
        middles = middles[np.linspace(0, len(middles) - 1, most).astype(int)]
    return middles


def best_threshold(scores, goodness, most: int = 99) -> float:
    """The threshold t of `candidates` with the largest goodness(t); the strictest of equals."""
    return float(max(candidates(scores, most), key=lambda t: (goodness(t), t)))


def f1_at(score: np.ndarray, gold: np.ndarray, threshold: float) -> float:
    named = score >= threshold
    return 2 * float((named & gold).sum()) / max(1.0, float(named.sum() + gold.sum()))


def balanced_at(score: np.ndarray, gold: np.ndarray, threshold: float) -> float:
    named = score >= threshold
    recalls = [np.mean(named[gold] == 1) if gold.any() else None, np.mean(~named[~gold]) if (~gold).any() else None]
    return float(np.mean([r for r in recalls if r is not None]))


def cross_fitted(score, gold, clusters, goodness) -> np.ndarray:
    """For each item the threshold that is best on the items of the other folds."""
    score, gold = np.asarray(score, dtype=float), np.asarray(gold, dtype=bool)
    fold = np.array([fold_of(cluster) for cluster in clusters])
    thresholds = np.zeros(len(score))
    for k in range(FOLDS):
        inside = fold == k
        if not inside.any():
            continue
        rest = ~inside if (~inside).any() else inside
        best = best_threshold(score[rest], lambda t, r=rest: goodness(score[r], gold[r], t))
        thresholds[inside] = best
    return thresholds


def fitted(score, gold, goodness) -> float:
    """One threshold for another split: the best on all of a development split."""
    score, gold = np.asarray(score, dtype=float), np.asarray(gold, dtype=bool)
    return best_threshold(score, lambda t: goodness(score, gold, t))
