"""Common scikit-learn pipelines for text, for comparison with a preset of thresher.

    python3 scikit-learn.py                     prints the names of the pipelines
    python3 scikit-learn.py DOCUMENTS PIPELINE  trains and tests one of them; PIPELINE is its number, from 0

DOCUMENTS has a line of JSON for each document: its text, its label, and the fold that it is tested in, or null if it is
only learned from. Prints one line of JSON. With two classes, the documents of all folds form one ranking.
"""

import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC


def svm(**terms):
    return lambda: make_pipeline(TfidfVectorizer(sublinear_tf=True, **terms), LinearSVC())


PIPELINES = {
    "multinomial naive Bayes on counts of words": lambda: make_pipeline(CountVectorizer(), MultinomialNB()),
    "complement naive Bayes on words": lambda: make_pipeline(TfidfVectorizer(), ComplementNB()),
    "logistic regression on words": lambda: make_pipeline(
        TfidfVectorizer(), LogisticRegression(C=10, max_iter=1000)
    ),
    "linear SVM on words": svm(),
    "linear SVM on words, of one letter too, and pairs": svm(token_pattern=r"\b\w+\b", ngram_range=(1, 2)),
    "linear SVM on 1 to 3 characters": svm(analyzer="char", ngram_range=(1, 3)),
    "linear SVM on 2 to 5 characters of a word": svm(analyzer="char_wb", ngram_range=(2, 5)),
}


def scores_of(pipeline, texts):
    """How much each document looks like the second of two classes."""
    if hasattr(pipeline, "decision_function"):
        return pipeline.decision_function(texts)
    logs = pipeline.predict_log_proba(texts)
    return logs[:, 1] - logs[:, 0]


def trained_and_tested(documents, made):
    texts = np.array([document["text"] for document in documents], dtype=object)
    classes, y = np.unique([document["label"] for document in documents], return_inverse=True)
    folds = np.array([-1 if document["fold"] is None else document["fold"] for document in documents])
    right = 0
    scores = np.zeros(len(documents))
    for fold in np.unique(folds[folds >= 0]):
        learned, tested = folds != fold, folds == fold
        pipeline = made().fit(texts[learned], y[learned])
        right += int((pipeline.predict(texts[tested]) == y[tested]).sum())
        if len(classes) == 2:
            scores[tested] = scores_of(pipeline, texts[tested])
    tested = folds >= 0
    ranked = len(classes) == 2 and len(np.unique(y[tested])) == 2
    area = roc_auc_score(y[tested], scores[tested]) if ranked else None
    return {"correct": right, "total": int(tested.sum()), "auc": area}


def main(arguments):
    if not arguments:
        print(json.dumps(list(PIPELINES)))
        return
    path, number = arguments
    with open(path, encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    started = time.perf_counter()
    result = trained_and_tested(documents, list(PIPELINES.values())[int(number)])
    print(json.dumps({**result, "seconds": time.perf_counter() - started}))


if __name__ == "__main__":
    main(sys.argv[1:])
