"""Truncation, batches, decisions. Needs numpy; decisions need torch's import as well."""

import unittest

try:
    import numpy as np

    from entailment import data
except ImportError:
    raise unittest.SkipTest("numpy is not installed")

try:
    from entailment import calibrate
except ImportError:
    calibrate = None


class Truncation(unittest.TestCase):
    def test_the_longer_part_loses_its_end_first(self):
        self.assertEqual(data.truncate(list(range(10)), list(range(4)), 9), (list(range(5)), list(range(4))))
        self.assertEqual(data.truncate(list(range(4)), list(range(10)), 9), (list(range(4)), list(range(5))))

    def test_both_lose_when_they_are_equal(self):
        p, h = data.truncate(list(range(10)), list(range(10)), 9)
        self.assertEqual((len(p) + len(h), abs(len(p) - len(h))), (9, 1))

    def test_what_fits_stays(self):
        self.assertEqual(data.truncate([1, 2], [3], 3), ([1, 2], [3]))


class Batches(unittest.TestCase):
    def setUp(self):
        self.pool = data.Pool()
        rows = [np.zeros(5 + i % 40, dtype=np.int32) for i in range(500)]
        self.pool.add("a", rows[:300], [0] * 300, 1.0)
        self.pool.add("b", rows[300:], [2] * 200, 2.0)

    def test_budget_and_passes(self):
        batches = self.pool.batches(seed=1, epoch=0, token_budget=256)
        for batch in batches:
            self.assertLessEqual(len(batch) * max(len(self.pool.rows[i]) for i in batch), 256)
        seen = [i for batch in batches for i in batch]
        self.assertEqual([seen.count(i) for i in (0, 299, 300, 499)], [1, 1, 2, 2])

    def test_same_seed_and_epoch_give_the_same_batches(self):
        self.assertEqual(self.pool.batches(1, 3, 256), self.pool.batches(1, 3, 256))
        self.assertNotEqual(self.pool.batches(1, 3, 256), self.pool.batches(1, 4, 256))

    def test_no_set_is_used_that_must_not_be(self):
        kept_out = {"lingnli.dev", "check_covid.dev", "climate_fever.dev", "contract_nli.dev", "nli4ct.dev", "wice.dev"}
        for source in data.HUMAN:
            name = source.file.removeprefix("nli/")
            self.assertNotIn(name, kept_out)
            self.assertFalse(name.endswith(".test") or name.startswith(("xnli", "anli", "sick", "control", "faithbench")))


@unittest.skipIf(calibrate is None, "torch is not installed")
class Decisions(unittest.TestCase):
    table = np.array([[0.6, 0.3, 0.1], [0.5, 0.1, 0.4], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]])

    def test_thresholds_of_zero_mean_argmax(self):
        self.assertEqual(calibrate.decide(self.table, 0, 0).tolist(), [0, 0, 1, 2])

    def test_contradiction_is_looked_at_first(self):
        self.assertEqual(calibrate.decide(self.table, 0.5, 0.35).tolist(), [0, 2, 1, 2])

    def test_below_both_thresholds_is_neutral(self):
        self.assertEqual(calibrate.decide(self.table, 0.55, 0.7).tolist(), [0, 1, 1, 1])

    def test_scores(self):
        gold, predicted = np.array([0, 0, 1, 2]), np.array([0, 1, 0, 2])
        self.assertEqual(calibrate.f1(gold, predicted, 0), 0.5)
        self.assertEqual(calibrate.precision(gold, predicted, 2), 1.0)
        self.assertEqual(calibrate.f1(gold, np.array([1, 1, 1, 1]), 0), 0.0)

    def test_temperature_widens_what_is_too_sure(self):
        logits = np.array([[4.0, 0, 0]] * 10)
        labels = np.array([0] * 6 + [1] * 4)
        self.assertGreater(calibrate.fit_temperature(logits, labels, np.ones(10)), 3)


if __name__ == "__main__":
    unittest.main()
