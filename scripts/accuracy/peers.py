"""Trains and tests a peer of thresher: python3 peers.py PEER TRAIN TEST

PEER is multinomial, complement, svm, svm-pairs, fasttext or fasttext-pairs. TRAIN and TEST have a line of JSON for each
document: its text, and its label or its labels. Prints one line of JSON with accuracy (of several labels, micro F1) and
macro F1. Writes the peak memory, also of fasttext, to file descriptor 3.
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

SEVERAL = "labels"


def documents(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def pipeline(peer, several):
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.naive_bayes import ComplementNB, MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    pairs = {"token_pattern": r"\b\w+\b", "ngram_range": (1, 2)}
    terms, method = {
        "multinomial": (CountVectorizer(), MultinomialNB()),
        "complement": (TfidfVectorizer(), ComplementNB()),
        "svm": (TfidfVectorizer(sublinear_tf=True), LinearSVC()),
        "svm-pairs": (TfidfVectorizer(sublinear_tf=True, **pairs), LinearSVC()),
    }[peer]
    return make_pipeline(terms, OneVsRestClassifier(method) if several else method)


def fasttext(peer, train, test, several):
    """Predicts with Debian's fasttext: lower case, punctuation apart, shuffled, as its own examples do."""
    train = random.Random(1).sample(train, len(train))  # it learns in the order of the file
    names = sorted({label for document in train for label in document["own"]})
    number = {name: i for i, name in enumerate(names)}

    def line(document, labelled):
        labels = [f"__label__{number[name]}" for name in document["own"]] if labelled else []
        text = re.sub(r"([^\w\s])", r" \1 ", document["text"].lower())
        return " ".join(labels + text.split()) + "\n"

    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("train", "test", "model")}
        for name, some in (("train", train), ("test", test)):
            with open(paths[name], "w", encoding="utf-8") as file:
                file.writelines(line(document, name == "train") for document in some)
        options = ["-thread", "1"] + (["-loss", "ova"] if several else [])
        options += ["-wordNgrams", "2", "-epoch", "25", "-lr", ".5"] if peer == "fasttext-pairs" else []
        learn = ["fasttext", "supervised", "-input", paths["train"], "-output", paths["model"], "-verbose", "0"]
        subprocess.run(learn + options, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ask = ["fasttext", "predict", paths["model"] + ".bin", paths["test"]] + (["-1", ".5"] if several else [])
        answers = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.split("\n")
    return [[names[int(label[9:])] for label in answer.split()] for answer in answers[: len(test)]]


def main(peer, train_path, test_path):
    from sklearn.metrics import f1_score
    from sklearn.preprocessing import MultiLabelBinarizer

    train, test = documents(train_path), documents(test_path)
    several = SEVERAL in train[0]
    for document in train + test:
        document["own"] = document[SEVERAL] if several else [document["label"]]
    actual = [document["own"] for document in test]
    if peer.startswith("fasttext"):
        predicted = fasttext(peer, train, test, several)
    else:
        made = pipeline(peer, several)
        texts = [[document["text"] for document in some] for some in (train, test)]
        if several:
            binarizer = MultiLabelBinarizer().fit([document["own"] for document in train])
            made.fit(texts[0], binarizer.transform([document["own"] for document in train]))
            predicted = binarizer.inverse_transform(made.predict(texts[1]))
        else:
            made.fit(texts[0], [document["label"] for document in train])
            predicted = [[label] for label in made.predict(texts[1])]
    predicted = list(predicted)
    tables = [MultiLabelBinarizer().fit(actual + predicted).transform(some) for some in (actual, predicted)]
    # As thresher does: of several labels, those that are tested; of classes, those that are predicted, too.
    counted = [i for i, n in enumerate(tables[0].sum(axis=0)) if n > 0 or not several]
    macro = f1_score(*tables, average="macro", labels=counted, zero_division=0)
    right = sum(own == answer for own, answer in zip(actual, predicted)) / len(test)
    accuracy = f1_score(*tables, average="micro") if several else right
    print(json.dumps({"accuracy": accuracy, "macro": macro}))
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    os.write(3, (json.dumps({"peakKilobytes": peak}) + "\n").encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
