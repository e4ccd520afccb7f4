"""Temperature and decision thresholds from the evidence/ development sets.

The rule they serve (the same in C++): probabilities are softmax(logits / temperature); contradiction if its
probability reaches its threshold, else entailment if its own does, else neutral.
"""

import pathlib

import numpy as np

from . import data, evidence, inference

# Thresholds maximise F0.5: to call a claim supported that is not costs more than to miss a sentence.
BETA = 0.5


def softmax(logits: np.ndarray, temperature: float) -> np.ndarray:
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(1, keepdims=True))
    return scaled / scaled.sum(1, keepdims=True)


def decide(probabilities: np.ndarray, entailment: float, contradiction: float) -> np.ndarray:
    """Label of each row; a threshold of 0 stands for argmax, as in the ModelSpec."""
    best = probabilities.argmax(1)
    against = probabilities[:, 2] >= contradiction if contradiction > 0 else best == 2
    supports = probabilities[:, 0] >= entailment if entailment > 0 else best == 0
    return np.where(against, 2, np.where(supports, 0, 1))


def f_score(gold: np.ndarray, predicted: np.ndarray, label: int, beta: float = 1.0) -> float:
    hit = int(((gold == label) & (predicted == label)).sum())
    weighted = int((predicted == label).sum()) + beta**2 * int((gold == label).sum())
    return (1 + beta**2) * hit / weighted if weighted else 0.0


def f1(gold: np.ndarray, predicted: np.ndarray, label: int) -> float:
    return f_score(gold, predicted, label)


def precision(gold: np.ndarray, predicted: np.ndarray, label: int) -> float:
    return f_score(gold, predicted, label, 0.0)


def fit_temperature(logits: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> float:
    """The temperature with the least weighted negative log likelihood."""
    grid = np.exp(np.linspace(np.log(0.5), np.log(4.0), 85))
    losses = [
        -(weights * np.log(softmax(logits, t)[np.arange(len(labels)), labels] + 1e-9)).sum() for t in grid
    ]
    return float(grid[int(np.argmin(losses))])


def fit(sets: list, all_logits: list) -> dict:
    """Temperature, then the contradiction threshold, then the entailment threshold; every set counts alike."""
    labels = [s.labels for s in sets]
    weights = np.concatenate([np.full(len(l), 1 / len(l)) for l in labels])
    temperature = fit_temperature(np.concatenate(all_logits), np.concatenate(labels), weights)
    tables = [softmax(l, temperature) for l in all_logits]
    grid = np.arange(0.40, 0.98, 0.01)

    def mean_score(label, entailment, contradiction):
        scores = [
            f_score(gold, decide(table, entailment, contradiction), label, BETA)
            for gold, table in zip(labels, tables)
            if (gold == label).any()
        ]
        return float(np.mean(scores))

    contradiction = max(grid, key=lambda t: mean_score(2, 2.0, t))
    entailment = max(grid, key=lambda t: mean_score(0, t, contradiction))
    return {
        "temperature": round(temperature, 3),
        "thresholds": {"entailment": round(float(entailment), 2), "contradiction": round(float(contradiction), 2)},
    }


def report(sets: list, all_logits: list, calibration: dict) -> str:
    """Supporting and contradicting sentences of each set: F1 at argmax, F1 and precision at the thresholds."""
    thresholds = calibration["thresholds"]
    head = f"{'argmax':>7} {'tuned':>7} {'prec.':>7}"
    lines = [f"{'evidence set':20} {'pairs':>6} {'support':>8} {head} {'contra':>8} {head}"]
    for s, raw in zip(sets, all_logits):
        table = softmax(raw, calibration["temperature"])
        plain = decide(table, 0, 0)
        tuned = decide(table, thresholds["entailment"], thresholds["contradiction"])
        cells = []
        for label in (0, 2):
            count = int((s.labels == label).sum())
            cells.append(
                f"{count:8} {f1(s.labels, plain, label):7.3f} {f1(s.labels, tuned, label):7.3f} "
                f"{precision(s.labels, tuned, label):7.3f}"
            )
        lines.append(f"{s.name:20} {len(s.labels):6} {cells[0]} {cells[1]}")
    return "\n".join(lines)


def calibrate(model, tokenizer: data.Tokenizer, data_dir: pathlib.Path, max_tokens: int) -> tuple[dict, str]:
    """The calibration of the ModelSpec, and a table of what it does."""
    sets = [evidence.read(data_dir, name) for name in evidence.SETS]
    raw = [inference.logits(model, tokenizer, s.sentences, s.claims, max_tokens) for s in sets]
    calibration = fit(sets, raw)
    calibration["tuned_on"] = ", ".join(f"evidence/{s.name}" for s in sets)
    return calibration, report(sets, raw, calibration)
