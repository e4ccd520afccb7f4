"""Runs the measuring programs of a build folder: the product's own code and models, no second implementation."""

import json
import pathlib
import subprocess

GROUND = "eval/evidence/gloss_ground_evidence"
PAIRS = "eval/tools/gloss_score_pairs"
DECOMPOSE = "eval/decompose/gloss_decompose"


class ToolFailed(Exception):
    """A program is not built, stopped with an error, or answered less than it was asked."""


class Tools:
    """The programs, and what models and prompts they said they used (for the run card)."""

    def __init__(self, build: pathlib.Path, models: list, threads: int):
        self.build, self.models, self.threads = pathlib.Path(build), models, threads
        self.models_used, self.prompts_used = {}, {}

    def command(self, tool: str) -> list:
        path = self.build / tool
        if not path.is_file():
            raise ToolFailed(f"{path} is not there: cmake --build {self.build} --target {path.name}")
        command = [str(path), "--threads", str(self.threads)]
        for folder in self.models:
            command += ["--models", str(folder)]
        return command

    def lines(self, command: list, rows: list) -> list:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        # A lone surrogate of some data set's JSON is no text that UTF-8 can hold.
        done = subprocess.run(command, input=text.encode("utf-8", "replace"), capture_output=True)
        if done.returncode != 0:
            raise ToolFailed(f"{pathlib.Path(command[0]).name}: exit code {done.returncode}: "
                             f"{done.stderr.decode(errors='replace').strip()[-600:]}")
        return [json.loads(line) for line in done.stdout.decode().splitlines()]

    def note(self, models: list, prompts=()) -> None:
        for model in models:
            self.models_used[(model["role"], model["name"])] = model["sha256"]
        for prompt in prompts:
            self.prompts_used[prompt["id"]] = prompt["sha256"]

    def ground(self, requests: list, methods: list, cache: bool = True) -> dict:
        """method -> one answer a request. `cache` off: what two methods have in common is computed twice, for times."""
        if not requests:
            return {method: [] for method in methods}
        command = [*self.command(GROUND), "--methods", ",".join(methods), "--cache", "on" if cache else "off"]
        answers = {method: [None] * len(requests) for method in methods}
        for answer in self.lines(command, requests):
            answers[answer["method"]][answer["row"]] = answer
            self.note(answer["models"], answer.get("prompts", ()))
        for method, given in answers.items():
            if None in given:
                raise ToolFailed(f"{method}: no answer to request {given.index(None)}")
        return answers

    def score_pairs(self, pairs: list) -> list:
        """Logits, probabilities, label, cosine, coverage of each (premise, hypothesis, language). Raises ToolFailed for
        a pair that could not be labelled: a figure that leaves out hard pairs would be no figure."""
        if not pairs:
            return []
        rows = [{"premise": p, "hypothesis": h, "language": language} for p, h, language in pairs]
        head, *answers = self.lines(self.command(PAIRS), rows)
        for models in head["models"].values():
            self.note(models)
        if len(answers) != len(pairs):
            raise ToolFailed(f"gloss_score_pairs: {len(answers)} answers for {len(pairs)} pairs")
        for number, answer in enumerate(answers):
            if "error" in answer:
                raise ToolFailed(f"gloss_score_pairs: pair {number}: {answer['error']}")
        return answers

    def decompose(self, responses: list, decomposer: str, attempts: int) -> list:
        """Claims of each sentence of each response, and processor seconds (gloss_decompose)."""
        if not responses:
            return []
        command = [*self.command(DECOMPOSE), "--decomposer", decomposer, "--attempts", str(attempts), "--cache", "off"]
        head, *answers = self.lines(command, responses)
        self.note(head["models"], [head["prompt"]])
        if len(answers) != len(responses):
            raise ToolFailed(f"gloss_decompose: {len(answers)} answers for {len(responses)} responses")
        return answers

    def used(self) -> dict:
        return {
            "models": [{"role": role, "name": name, "sha256": sha}
                       for (role, name), sha in sorted(self.models_used.items())],
            "prompts": [{"id": name, "sha256": sha} for name, sha in sorted(self.prompts_used.items())],
        }
