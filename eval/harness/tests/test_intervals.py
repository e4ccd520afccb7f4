import unittest

import numpy as np

from . import support  # noqa: F401
from harness import intervals, metrics, tuning


class Bootstrap(unittest.TestCase):
    def test_same_numbers_again_and_other_ones_for_another_set(self):
        counts = np.array([[1, 1], [0, 1], [1, 1], [0, 1], [1, 1]] * 8)
        first = intervals.Figure(counts, "a", metrics.share)
        self.assertEqual(first.cell(), intervals.Figure(counts, "a", metrics.share).cell())
        self.assertFalse(np.array_equal(first.values, intervals.Figure(counts, "b", metrics.share).values))

    def test_known_numbers(self):
        # Pinned: another generator, seed or order of drawing would show here.
        counts = np.array([[i % 3 == 0, 1] for i in range(60)], dtype=int)
        self.assertEqual(intervals.Figure(counts, "pinned", metrics.share).cell(),
                         {"value": 0.3333, "low": PINNED[0], "high": PINNED[1]})

    def test_agrees_with_the_normal_interval_of_a_share(self):
        counts = np.array([[i < 300, 1] for i in range(1000)], dtype=int)
        low, high = intervals.bounds(intervals.Figure(counts, "x", metrics.share).values)
        half = 1.96 * (0.3 * 0.7 / 1000) ** 0.5
        self.assertAlmostEqual(low, 0.3 - half, delta=0.004)
        self.assertAlmostEqual(high, 0.3 + half, delta=0.004)

    def test_no_width_without_variance(self):
        cell = intervals.Figure(np.array([[1, 2]] * 30), "x", metrics.share).cell()
        self.assertEqual(cell, {"value": 0.5, "low": 0.5, "high": 0.5})

    def test_clusters_that_agree_within_widen_the_interval(self):
        alone = np.array([[i % 2, 1] for i in range(400)])
        clustered = np.array([[20 * (i % 2), 20] for i in range(20)])
        widths = [np.ptp(intervals.bounds(intervals.Figure(c, "x", metrics.share).values)) for c in (alone, clustered)]
        self.assertGreater(widths[1], 3 * widths[0])

    def test_macro_is_the_mean_and_narrower(self):
        figures = [intervals.Figure(np.array([[i % 2, 1] for i in range(50)]), name, metrics.share) for name in "abcd"]
        macro = intervals.Macro(figures)
        self.assertAlmostEqual(macro.value, 0.5)
        self.assertLess(np.ptp(intervals.bounds(macro.values)), np.ptp(intervals.bounds(figures[0].values)))

    def test_difference_of_a_figure_with_itself_is_nothing(self):
        figure = intervals.Figure(np.array([[i % 2, 1] for i in range(50)]), "x", metrics.share)
        self.assertEqual(intervals.Difference(figure, figure).cell(), {"value": 0.0, "low": 0.0, "high": 0.0})

    def test_a_paired_difference_is_narrower_than_its_parts(self):
        rng = np.random.default_rng(2)
        hard = rng.random(200)
        a, b = [intervals.Figure(np.column_stack([hard < cut, np.ones(200)]).astype(int), "x", metrics.share)
                for cut in (0.55, 0.5)]
        widths = [np.ptp(intervals.bounds(f.values)) for f in (intervals.Difference(a, b), a)]
        self.assertLess(widths[0], widths[1] / 2)

    def test_nothing_to_draw_from(self):
        self.assertEqual(intervals.Figure(np.zeros((0, 2)), "x", metrics.share).cell()["value"], 0.0)


class Tuning(unittest.TestCase):
    def test_finds_the_cut_between_two_groups(self):
        score, gold = np.array([0.1, 0.2, 0.3, 0.7, 0.8]), np.array([0, 0, 0, 1, 1], dtype=bool)
        for goodness in (tuning.f1_at, tuning.balanced_at):
            self.assertTrue(0.3 < tuning.fitted(score, gold, goodness) <= 0.7)

    def test_goodness(self):
        score, gold = np.array([0.9, 0.6, 0.4]), np.array([1, 0, 1], dtype=bool)
        self.assertAlmostEqual(tuning.f1_at(score, gold, 0.5), 2 / 4)
        self.assertAlmostEqual(tuning.balanced_at(score, gold, 0.5), (0.5 + 0.0) / 2)
        self.assertAlmostEqual(tuning.balanced_at(score, np.array([1, 1, 1], dtype=bool), 0.5), 2 / 3)

    def test_a_source_has_no_say_in_its_own_threshold(self):
        clusters = [f"source {i}" for i in range(40)]
        score = np.linspace(0, 1, 40)
        gold = score > 0.5
        before = tuning.cross_fitted(score, gold, clusters, tuning.f1_at)
        for i in range(40):
            changed = gold.copy()
            changed[i] = not changed[i]
            after = tuning.cross_fitted(score, changed, clusters, tuning.f1_at)
            same_fold = [tuning.fold_of(c) == tuning.fold_of(clusters[i]) for c in clusters]
            self.assertEqual(before[same_fold].tolist(), after[same_fold].tolist())

    def test_where_nothing_is_gold_nothing_is_named(self):
        score = np.array([0.1, 0.5, 0.9])
        self.assertGreater(tuning.fitted(score, np.zeros(3, dtype=bool), tuning.f1_at), 0.9)

    def test_one_source_alone_and_many_equal_scores(self):
        cut = tuning.cross_fitted([0.2, 0.8], [0, 1], ["a", "a"], tuning.f1_at)
        self.assertTrue(0.2 < cut[0] <= 0.8)
        self.assertLessEqual(len(tuning.candidates(np.arange(10000))), 99)
        self.assertEqual(len(tuning.candidates([0.5] * 100)), 2)
        # What is out of reach (-inf) is never within a threshold.
        self.assertTrue(all(t > -1 for t in tuning.candidates([-np.inf, 0.3, 0.6])))


PINNED = (0.2167, 0.4504)

if __name__ == "__main__":
    unittest.main()
