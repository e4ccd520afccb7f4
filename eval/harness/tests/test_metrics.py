import unittest

import numpy as np

from . import support  # noqa: F401
from harness import metrics
from harness.data import CONTRADICT, ENTAIL, Claim


class SideCounts(unittest.TestCase):
    def test_counts_hits_given_and_gold_without_ignored_sentences(self):
        claim = Claim.of("c", 6, supports=[0, 1], contradicts=[2], ignore=[3])
        self.assertEqual(metrics.side_counts(claim, [0, 2, 3, 5, 5], ENTAIL).tolist(), [1, 3, 2])
        self.assertEqual(metrics.side_counts(claim, [2], CONTRADICT).tolist(), [1, 1, 1])
        self.assertEqual(metrics.side_counts(claim, [], ENTAIL).tolist(), [0, 0, 2])

    def test_f1_precision_recall(self):
        side = np.array([3, 4, 6])
        self.assertAlmostEqual(float(metrics.precision(side)), 0.75)
        self.assertAlmostEqual(float(metrics.recall(side)), 0.5)
        self.assertAlmostEqual(float(metrics.f1(side)), 0.6)
        self.assertEqual(float(metrics.f1(np.array([0, 0, 0]))), 0.0)
        self.assertEqual(metrics.f1(np.array([[3, 4, 6], [0, 2, 2]])).tolist(), [0.6, 0.0])


class Confusion(unittest.TestCase):
    GOLD = [0, 0, 0, 0, 1, 1, 2, 2]
    GIVEN = [0, 0, 1, 2, 1, 0, 2, 2]

    def sums(self, gold=None, given=None, labels=3):
        return metrics.confusion(self.GOLD if gold is None else gold, self.GIVEN if given is None else given, labels).sum(0)

    def test_accuracy(self):
        self.assertAlmostEqual(float(metrics.accuracy(self.sums())), 5 / 8)

    def test_macro_f1(self):
        # entailment 2·2/(4+3), neutral 2·1/(2+2), contradiction 2·2/(2+3)
        self.assertAlmostEqual(float(metrics.macro_f1(self.sums())), (4 / 7 + 1 / 2 + 4 / 5) / 3)

    def test_macro_f1_leaves_out_labels_that_the_gold_does_not_have(self):
        # No neutral in the gold: a neutral answer is a miss and no class of its own.
        self.assertAlmostEqual(float(metrics.macro_f1(self.sums([0, 0, 2, 2], [0, 1, 2, 2]))), (2 / 3 + 1) / 2)

    def test_balanced_accuracy(self):
        self.assertAlmostEqual(float(metrics.balanced_accuracy(self.sums([0, 0, 0, 1], [0, 0, 1, 1], 2))), (2 / 3 + 1) / 2)

    def test_cluster_sums_keep_the_total(self):
        rows = metrics.confusion(self.GOLD, self.GIVEN)
        sums = metrics.by_cluster(list("aabbccaa"), rows)
        self.assertEqual(len(sums), 3)
        self.assertEqual(sums.sum(0).tolist(), rows.sum(0).tolist())
        self.assertEqual(int(sums[0].sum()), 4)


class Curves(unittest.TestCase):
    def test_reliability(self):
        result = metrics.reliability([0.05, 0.05, 0.95, 0.95, 1.0], [0, 0, 1, 1, 0])
        self.assertEqual([(b["count"], b["right"]) for b in result["bins"]], [(2, 0.0), (3, round(2 / 3, 4))])
        self.assertAlmostEqual(result["error"], (2 * 0.05 + 3 * (2.9 / 3 - 2 / 3)) / 5, places=4)

    def test_precision_recall_takes_equal_scores_together(self):
        points = metrics.precision_recall([0.9, 0.5, 0.5, 0.1], [1, 1, 0, 1])
        self.assertEqual(points, [[0.3333, 1.0, 0.9], [0.6667, 0.6667, 0.5], [1.0, 0.75, 0.1]])
        self.assertEqual(metrics.precision_recall([0.9], [0]), [])

    def test_precision_recall_is_thinned_and_keeps_its_ends(self):
        rng = np.random.default_rng(1)
        points = metrics.precision_recall(rng.random(5000), rng.random(5000) < 0.3, most=40)
        self.assertLessEqual(len(points), 40)
        self.assertEqual(points[-1][0], 1.0)


if __name__ == "__main__":
    unittest.main()
