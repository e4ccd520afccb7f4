"""Samples of the decomposer (standard library), and its model and batches (torch)."""

import gzip
import json
import pathlib
import random
import tempfile
import unittest

from decomposer import quality, resolve, templates
from prompt_files import read_prompt

try:
    import numpy as np
    import torch

    from decomposer import chat, export, model, samples, train
except ImportError:
    torch = None


class Resolve(unittest.TestCase):
    def test_pronouns_become_the_name(self):
        for text, wanted in (
            ("He sang.", "Ann Lee sang."),
            ("Her song won.", "Ann Lee's song won."),
            ("In 2005, she left for Rome.", "In 2005, Ann Lee left for Rome."),
            ("Hers was the best.", "Hers was the best."),
            ("It won.", "It won."),
            ("Helen sang.", "Helen sang."),
        ):
            self.assertEqual(resolve.put_name(text, "Ann Lee"), wanted)
        self.assertEqual(resolve.put_name("His work grew.", "Moss"), "Moss' work grew.")

    def test_the_subject_is_a_name_only_where_nobody_else_can_be_meant(self):
        first = "Ann Lee studied in Rome."
        self.assertEqual(resolve.subject_name("Ann Lee studied in Rome and she won.", first), "Ann Lee")
        self.assertIsNone(resolve.subject_name("Ann Lee met Karl Moe and he won.", "Ann Lee met Karl Moe."))
        self.assertIsNone(resolve.subject_name("Ann Lee, who paints, sang and she won.", first))
        self.assertIsNone(resolve.subject_name("The bridge fell and it sank.", "The bridge fell."))


class Quality(unittest.TestCase):
    sentence = "Ann Lee was born in Oslo in 1902, but she never won the Nobel Prize."
    good = ["Ann Lee was born in Oslo.", "Ann Lee was born in 1902.", "Ann Lee never won the Nobel Prize."]

    def test_a_good_pair_is_taken(self):
        self.assertTrue(quality.acceptable(self.good, self.sentence))

    def refuse(self, *claims, sentence=None):
        self.assertFalse(quality.acceptable(list(claims), sentence or self.sentence), claims)

    def test_what_adds_or_loses_something_is_not(self):
        birth, year, prize = self.good
        self.refuse(birth, prize)  # the year is lost
        self.refuse(birth, "Ann Lee was born in 1903.", prize)
        self.refuse(birth, year, "Ann Lee won the Nobel Prize.")  # so is "never"
        self.refuse(birth, year, "Ann Lee never won the Turing Prize.")
        self.refuse(birth, year, prize, prize)
        self.refuse(birth, year, "She never won the Nobel Prize.")
        self.refuse()
        self.refuse("The drug helps.", sentence="The drug may help.")
        self.refuse("The plan fails.", sentence="The plan fails if rain comes.")

    def test_fragments_and_traces_of_tokenisers_are_not(self):
        self.refuse("Leah agrees.", "Orders Alex to leave.", sentence="Leah agrees but orders Alex to leave.")
        self.refuse("The high - quality meat sold well.", sentence="The high - quality meat sold well.")
        self.assertFalse(quality.well_formed("Regarding foreign policy, specifically war."))
        self.assertTrue(quality.well_formed("The drug lowers blood pressure."))

    def test_a_pronoun_that_nothing_resolves_may_stay(self):
        self.assertTrue(quality.acceptable(["He sang well."], "He sang well."))


class Templates(unittest.TestCase):
    def test_claims_say_what_the_sentence_says(self):
        made = templates.make(400, random.Random(5))
        for before, sentence, claims in made:
            self.assertTrue(quality.faithful(claims, sentence, before), (sentence, claims))
            self.assertTrue(quality.complete(claims, sentence), (sentence, claims))
            self.assertTrue(all(quality.well_formed(c) for c in claims), claims)
            self.assertFalse(any(quality.begins_with_pronoun(c) for c in claims), claims)
            if len(claims) == 1 and not before:
                self.assertEqual(claims[0], sentence)
        self.assertGreater(len({s for _, s, _ in made}), 300)


def write_set(folder: pathlib.Path, name: str, rows: list) -> None:
    (folder / "decompose").mkdir(exist_ok=True)
    with gzip.open(folder / "decompose" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps({"split": "train", **row}) + "\n")


@unittest.skipIf(torch is None, "torch is not installed")
class Samples(unittest.TestCase):
    def test_kinds_and_splits(self):
        life = {
            "topic": "Ann Lee (singer)", "sentence": "She was born in Oslo and sang in Rome.",
            "context": "Ann Lee (singer). Ann Lee is a singer.", "labels": ["S", "S", "IR"],
            "claims": ["She was born in Oslo.", "She sang in Rome.", "Oslo is in Norway."],
        }  # fmt: skip
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_set(folder, "factscore", [life, {**life, "split": "test", "sentence": "He was tested in Rome."}])
            write_set(folder, "minwiki", [])
            write_set(folder, "desse", [{"sentence": "I think that it is good, really.",
                                         "claims": ["I think that it is good, really."]}])
            made = {s[:3]: s.claims for s in samples.make(folder) if s.kind != "patterns"}
        claims = ["Ann Lee was born in Oslo.", "Ann Lee sang in Rome."]
        self.assertEqual(made.pop(("before", "Ann Lee is a singer.", life["sentence"])), claims)
        self.assertEqual(made.pop(("facts", "", "Ann Lee was born in Oslo and sang in Rome.")), claims)
        self.assertEqual(made.pop(("keep", "", claims[0])), [claims[0]])
        made.pop(("keep", "", claims[1]), None)
        self.assertEqual(list(made.values()), [["I think that it is good, really."]])

    def test_targets_are_the_claims_alone(self):
        ids, targets = train.collate([(np.array([5, 6, 7, 8, 9]), 3), (np.array([5, 6]), 1)])
        self.assertEqual(targets.tolist(), [[-100, -100, -100, 8, 9], [-100, 6, -100, -100, -100]])
        self.assertEqual(ids[0].tolist(), [5, 6, 7, 8, 9])

    def test_batches_hold_every_row_once_within_the_budget(self):
        rows = [(np.zeros(5 + i % 60), 2) for i in range(400)]
        plan = train.batches(rows, 1, 0, 256)
        self.assertEqual(sorted(i for b in plan for i in b), list(range(400)))
        self.assertLessEqual(max(len(b) * max(len(rows[i][0]) for i in b) for b in plan), 256)
        self.assertEqual(plan, train.batches(rows, 1, 0, 256))
        self.assertNotEqual(plan, train.batches(rows, 1, 1, 256))

    def test_a_text_cannot_end_its_message(self):
        self.assertNotIn("<|", chat.safe("a <|im_end|>  b"))

    def test_the_prompt_has_the_places_that_are_filled(self):
        messages = read_prompt(chat.PROMPT)
        sample = samples.Sample("facts", "", "A.", ["A."])
        self.assertEqual(messages[-1][0], "user")
        for place in train.values_of(sample):
            self.assertIn("{" + place + "}", messages[-1][1])


def tiny(seed: int = 0, rank: int = 4):
    shape = model.Shape(layers=2, hidden=16, ffn=24, heads=4, kv_heads=2, theta=1e4, eps=1e-5, vocab=40)
    torch.manual_seed(seed)
    tensors = {"token_embd": torch.randn(40, 16), "output_norm": torch.ones(16)}
    for i in range(shape.layers):
        for name in model.PROJECTIONS:
            tensors[f"blk.{i}.{name}"] = torch.randn(shape.of(name)) * 0.3
        for name in ("attn_norm", "ffn_norm"):
            tensors[f"blk.{i}.{name}"] = torch.ones(16)
    return model.Llama(shape, tensors, rank, 2 * rank), tensors


@unittest.skipIf(torch is None, "torch is not installed")
class Model(unittest.TestCase):
    def test_generation_step_by_step_is_that_of_the_whole_text(self):
        llama, _ = tiny()
        ids = [3, 7, 11]
        for token in llama.generate(ids, 12, set()):
            with torch.no_grad():
                logits = llama.logits(llama.hidden(torch.tensor([ids])))
            self.assertEqual(int(logits[0, -1].argmax()), token)
            ids = [*ids, token]

    def test_padding_changes_nothing(self):
        llama, _ = tiny()
        with torch.no_grad():
            alone = llama.hidden(torch.tensor([[3, 7, 11]]))
            padded = llama.hidden(torch.tensor([[3, 7, 11, 0, 0]]))[:, :3]
        self.assertTrue(torch.allclose(alone, padded, atol=1e-5))

    def test_additions_begin_at_nothing_learn_and_can_be_merged(self):
        llama, tensors = tiny()
        plain, _ = tiny(rank=1)
        row = torch.tensor([[3, 7, 11, 5, 9]])
        with torch.no_grad():
            self.assertTrue(torch.allclose(llama.hidden(row), plain.hidden(row), atol=1e-5))
        targets = torch.tensor([[-100, -100, -100, 5, 9]])
        first = llama.loss(row, targets).item()
        optimizer = torch.optim.AdamW(llama.parameters(), lr=0.02)
        for _ in range(25):
            optimizer.zero_grad()
            llama.loss(row, targets).backward()
            optimizer.step()
        self.assertLess(llama.loss(row, targets).item(), 0.5 * first)
        for i, block in enumerate(llama.blocks):
            for name, (a, b) in block.projections().items():
                tensors[f"blk.{i}.{name}"] = tensors[f"blk.{i}.{name}"] + 2.0 * (b @ a).detach()
        merged = model.Llama(llama.shape, tensors, 1, 1)
        with torch.no_grad():
            self.assertTrue(torch.allclose(llama.hidden(row), merged.hidden(row), atol=1e-4))

    def test_the_adapter_file_holds_the_additions(self):
        llama, _ = tiny()
        with torch.no_grad():
            for p in llama.parameters():
                p.normal_()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "adapter.gguf"
            export.write_adapter(llama, path, "test")
            again, _ = tiny()
            export.read_adapter(again, path)
        for (name, a), (_, b) in zip(llama.named_parameters(), again.named_parameters()):
            self.assertTrue(torch.allclose(a, b, atol=2e-3), name)


if __name__ == "__main__":
    unittest.main()
