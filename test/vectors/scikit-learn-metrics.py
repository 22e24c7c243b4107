"""Writes scikit-learn-metrics.json, beside this file, with scikit-learn 1.2.1 and numpy:

    python3 test/vectors/scikit-learn-metrics.py && npx biome format --write test/vectors

Each case is a few documents with the probability of every class. Where scikit-learn and
Thresher define a figure in different ways, the account in the JSON says what was done.
"""

import json
import math
import pathlib
import warnings

import numpy as np
import sklearn
from sklearn import metrics
from sklearn.calibration import calibration_curve

SOURCE = (
    f"scikit-learn {sklearn.__version__}, sklearn.metrics and sklearn.calibration, on generated probabilities. "
    "predicted is the likeliest class, the first among equals. Averages are over the classes that occur or are "
    "predicted, zero_division=0. brier is numpy's sum over the classes; brierPositive is brier_score_loss of class 1. "
    "top is top_k_accuracy_score with the classes reversed: it puts the last among equals first. reliability is "
    "calibration_curve of being right against the probability of the predicted class, 15 bins, and calibrationError "
    "their difference weighted by numpy's histogram. For two classes the scores are log odds of class 1."
)
BINS = 15
random = np.random.default_rng(20031)


def documents(n, classes, sharpness, digits=6, only=None):
    """Labels, and probabilities that lean towards them; with few digits they have ties."""
    actual = random.choice(only if only is not None else np.arange(classes), n)
    logits = random.normal(size=(n, classes)) * sharpness
    logits[np.arange(n), actual] += sharpness * 0.7
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    parts = np.floor(p / p.sum(axis=1, keepdims=True) * 10**digits)
    parts[np.arange(n), parts.argmax(axis=1)] += 10**digits - parts.sum(axis=1)
    return actual, parts / 10**digits


def figures(actual, p):
    n, classes = p.shape
    labels = np.arange(classes)
    predicted = p.argmax(axis=1)
    occurring = np.union1d(actual, predicted)
    result = {"predicted": predicted.tolist(), "accuracy": metrics.accuracy_score(actual, predicted)}
    result["confusion"] = metrics.confusion_matrix(actual, predicted, labels=labels).tolist()
    per_class = metrics.precision_recall_fscore_support(actual, predicted, labels=labels, zero_division=0)
    result["perClass"] = [[float(x) for x in row] for row in np.transpose(per_class)]
    for average in ["macro", "micro", "weighted"]:
        scores = metrics.precision_recall_fscore_support(
            actual, predicted, labels=occurring, average=average, zero_division=0
        )
        result[average] = list(scores[:3])
    result["matthews"] = metrics.matthews_corrcoef(actual, predicted)
    result["logLoss"] = metrics.log_loss(actual, p, labels=labels)
    result["brier"] = float(((p - np.eye(classes)[actual]) ** 2).sum(axis=1).mean())
    if classes == 2:
        result["brierPositive"] = metrics.brier_score_loss(actual, p[:, 1], pos_label=1)
    result["top"] = []
    for k in [k for k in [1, 2, 3, 5] if k < classes]:
        score = p[:, 1] if classes == 2 else p[:, ::-1]
        truth = actual if classes == 2 else classes - 1 - actual
        result["top"].append([k, metrics.top_k_accuracy_score(truth, score, k=k, labels=labels)])
    confidence = p[np.arange(n), predicted]
    right = predicted == actual
    accuracies, confidences = calibration_curve(right, confidence, n_bins=BINS)
    counts = np.bincount(np.searchsorted(np.linspace(0, 1, BINS + 1)[1:-1], confidence), minlength=BINS)
    result["reliability"] = {
        "documents": counts.tolist(),
        "confidence": confidences.tolist(),
        "accuracy": accuracies.tolist(),
    }
    filled = counts[counts > 0]
    result["calibrationError"] = float((np.abs(confidences - accuracies) * filled).sum() / n)
    return result


def ranking(actual, scores):
    """roc_auc_score takes no infinities: ranks do as well, since nothing but the order counts."""
    ranks = np.unique(scores, return_inverse=True)[1].astype(float)
    both = len(set(actual.tolist())) == 2
    return {
        "rocAuc": metrics.roc_auc_score(actual, ranks) if both else None,
        "averagePrecision": metrics.average_precision_score(actual, ranks) if (actual == 1).any() else None,
    }


def log_odds(p):
    with np.errstate(divide="ignore"):
        return np.log(p[:, 1]) - np.log(p[:, 0])


def case(name, actual, p):
    actual, p = np.asarray(actual), np.asarray(p, dtype=float)
    entry = {"name": name, "actual": actual.tolist(), "probabilities": p.tolist(), **figures(actual, p)}
    if p.shape[1] == 2:
        entry["binary"] = ranking(actual, log_odds(p))
    return entry


def cases():
    for classes, n in [(2, 60), (3, 50), (4, 40), (5, 40)]:
        yield case(f"{classes} classes", *documents(n, classes, 1.5))
        yield case(f"{classes} classes with many ties", *documents(n // 2, classes, 0.7, digits=1))
        yield case(f"{classes} classes, nearly certain", *documents(n // 2, classes, 12))
    yield case("all probabilities equal", [0, 1, 2, 3, 1], np.full((5, 4), 0.25))
    yield case("class never tested", *documents(20, 4, 1, only=[0, 1, 3]))
    yield case("class never predicted", [0, 1, 2, 2, 1, 0], [[0.5, 0.375, 0.125], [0.25, 0.75, 0]] * 3)
    yield case("class neither tested nor predicted", [0, 1, 1, 0], [[0.75, 0.125, 0.125], [0.25, 0.5, 0.25]] * 2)
    yield case("no prediction right", [0, 1, 2, 0], [[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 1]])
    yield case("every prediction right and certain", [0, 1, 2, 0], np.eye(3)[[0, 1, 2, 0]])
    yield case("one document, right", [2], [[0.125, 0.25, 0.625]])
    yield case("one document, wrong and certain", [0], [[0, 1]])
    yield case("two classes, positive alone", [1, 1, 1], [[0.25, 0.75], [0.5, 0.5], [0.875, 0.125]])
    yield case("two classes, negative alone", [0, 0, 0], [[0.25, 0.75], [0.5, 0.5], [0.875, 0.125]])
    yield case("two classes, all tied", [0, 1, 1, 0, 1], [[0.5, 0.5]] * 5)
    yield case("two classes, one said of all", [0, 1, 1, 0, 1], [[0.125, 0.875]] * 4 + [[0.25, 0.75]])
    yield case(
        "two classes, certain, tied at both ends",
        [0, 1, 1, 0, 1, 0, 1],
        [[0, 1], [0, 1], [1, 0], [1, 0], [0.5, 0.5], [0.75, 0.25], [0, 1]],
    )
    yield case("edges of bins", [0, 1, 0, 1, 1], [[0.6, 0.4], [0.4, 0.6], [0.8, 0.2], [0.2, 0.8], [0, 1]])


def main():
    warnings.simplefilter("ignore")
    vectors = {"source": SOURCE, "cases": list(cases())}
    for entry in vectors["cases"]:
        assert all(math.isfinite(entry[key]) for key in ["logLoss", "brier", "matthews", "calibrationError"]), entry
    lines = ",\n".join(f"    {json.dumps(entry, allow_nan=False)}" for entry in vectors["cases"])
    text = f'{{\n  "source": {json.dumps(SOURCE)},\n  "cases": [\n{lines}\n  ]\n}}\n'
    pathlib.Path(__file__).with_suffix(".json").write_text(text, encoding="utf-8")


main()
