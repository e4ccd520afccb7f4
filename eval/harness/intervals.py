"""Intervals by bootstrap over clusters (sources, premises), with a fixed seed.

The clusters of a set are drawn with replacement; the figure is computed from the sums of the drawn clusters' counts.
All methods of one set are drawn with the same clusters, so that differences of two methods have intervals too.
"""

import zlib

import numpy as np

SEED = 42
REPLICATES = 1000
LEVEL = 0.95


def draws(clusters: int, name: str, replicates: int = REPLICATES) -> np.ndarray:
    """(replicates, clusters): how often each cluster is drawn. The set's name is part of the seed, so a set's
    interval does not depend on which other sets were measured."""
    seed = [SEED, zlib.crc32(name.encode())]
    generator = np.random.Generator(np.random.PCG64(seed))
    return generator.multinomial(clusters, np.full(clusters, 1 / clusters), size=replicates)


def replicate(counts: np.ndarray, name: str, figure) -> np.ndarray:
    """The figure of each resampled set. `counts`: one row a cluster."""
    return np.asarray(figure(draws(len(counts), name) @ counts), dtype=float)


def bounds(values: np.ndarray) -> tuple:
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


class Figure:
    """A figure of one set with its interval; keeps its resampled values for macro figures."""

    def __init__(self, counts: np.ndarray, name: str, figure):
        self.clusters = len(counts)
        self.value = float(figure(counts.sum(0))) if self.clusters else 0.0
        self.values = replicate(counts, name, figure) if self.clusters else np.zeros(REPLICATES)

    def cell(self) -> dict:
        low, high = bounds(self.values)
        return {"value": round(self.value, 4), "low": round(low, 4), "high": round(high, 4)}


class Macro(Figure):
    """The mean of several sets' figures; the sets are independent."""

    def __init__(self, figures):
        figures = list(figures)
        self.clusters = sum(figure.clusters for figure in figures)
        self.value = float(np.mean([figure.value for figure in figures]))
        self.values = np.mean([figure.values for figure in figures], axis=0)


class Difference(Figure):
    """a - b, of two figures of one set (paired: drawn with the same clusters) or of independent sets."""

    def __init__(self, a: Figure, b: Figure):
        self.clusters = min(a.clusters, b.clusters)
        self.value, self.values = a.value - b.value, a.values - b.values
