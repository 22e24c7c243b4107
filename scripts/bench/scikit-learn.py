"""What `thresher evaluate` does, in scikit-learn: the peer of the benchmark, and a program to run by hand.

    python3 scikit-learn.py TRAIN TEST [ENCODING [METHOD]]  train on one folder, test on another; METHOD is
                                                      multinomial (default), complement or logistic
    python3 scikit-learn.py TRAIN --folds K [ENCODING]  cross-validate
    python3 scikit-learn.py TRAIN --curve REPEATS [ENCODING]  learning curve: five sizes, a third withheld
    python3 scikit-learn.py TRAIN TEST --neighbours K [ENCODING]  search for nearest neighbours

Prints one line of JSON. It is written for speed: documents are read one at a time as the
vectorizer asks for them, and classes are numbers. Everything else is at its default, so that
words, smoothing and prior are those of `thresher evaluate --as text`.
"""

import json
import os
import resource
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB


def listing(folder):
    """The classes and paths of the documents: as thresher takes them, no hidden files, no symbolic links."""
    found = []
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            below(entry.path, entry.name, found)
    found.sort(key=lambda document: document[1])
    return [label for label, _ in found], [path for _, path in found]


def below(folder, label, found):
    for entry in os.scandir(folder):
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            below(entry.path, label, found)
        elif entry.is_file(follow_symlinks=False):
            found.append((label, entry.path))


def texts(paths, encoding):
    for path in paths:
        # Each file is read whole, so a buffer would only be one more copy.
        with open(path, "rb", buffering=0) as file:
            yield file.read().decode(encoding, "replace")


def numbered(labels, classes):
    """Class numbers, which scikit-learn takes faster than names."""
    number = {label: n for n, label in enumerate(classes)}
    return np.array([number[label] for label in labels])


def method_named(name):
    """Counts for multinomial naive Bayes; what scikit-learn's own examples pair the others with."""
    if name == "multinomial":
        return CountVectorizer(), MultinomialNB()
    from sklearn.feature_extraction.text import TfidfVectorizer

    if name == "complement":
        from sklearn.naive_bayes import ComplementNB

        return TfidfVectorizer(), ComplementNB()
    from sklearn.linear_model import LogisticRegression

    return TfidfVectorizer(ngram_range=(1, 2)), LogisticRegression()


def train_and_test(train, test, encoding, method="multinomial"):
    train_labels, train_paths = listing(train)
    test_labels, test_paths = listing(test)
    classes = sorted({*train_labels, *test_labels})
    vectorizer, classifier = method_named(method)
    counts = vectorizer.fit_transform(texts(train_paths, encoding))
    model = classifier.fit(counts, numbered(train_labels, classes))
    predicted = model.predict(vectorizer.transform(texts(test_paths, encoding)))
    correct = int((predicted == numbered(test_labels, classes)).sum())
    return {"correct": correct, "total": len(test_labels), "vocabulary": len(vectorizer.vocabulary_)}


def cross_validate(folder, folds, encoding):
    # Imported here: the other measurement should not pay for it.
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.pipeline import make_pipeline

    labels, paths = listing(folder)
    documents = list(texts(paths, encoding))
    classes = numbered(labels, sorted(set(labels)))
    # Shuffled, as thresher's are: neighbouring posts are of one thread, and in one fold they would be harder.
    splits = StratifiedKFold(folds, shuffle=True, random_state=1)
    scores = cross_val_score(make_pipeline(CountVectorizer(), MultinomialNB()), documents, classes, cv=splits)
    return {"accuracy": float(scores.mean()), "total": len(labels)}


def curve(folder, repeats, encoding):
    from sklearn.model_selection import StratifiedShuffleSplit, learning_curve
    from sklearn.pipeline import make_pipeline

    labels, paths = listing(folder)
    documents = np.array(list(texts(paths, encoding)), dtype=object)
    classes = numbered(labels, sorted(set(labels)))
    splits = StratifiedShuffleSplit(repeats, test_size=1 / 3, random_state=1)
    sizes, _, scores = learning_curve(
        make_pipeline(CountVectorizer(), MultinomialNB()),
        documents,
        classes,
        cv=splits,
        train_sizes=np.linspace(0.1, 1, 5),
        shuffle=True,
        random_state=1,
    )
    return {"sizes": sizes.tolist(), "accuracies": scores.mean(axis=1).tolist(), "accuracy": float(scores[-1].mean())}


def neighbours(train, test, k, encoding):
    """Each test document beside every training document. The time is that of fit and predict alone."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.neighbors import KNeighborsClassifier

    train_labels, train_paths = listing(train)
    test_labels, test_paths = listing(test)
    classes = sorted({*train_labels, *test_labels})
    vectorizer = TfidfVectorizer()
    learned = vectorizer.fit_transform(texts(train_paths, encoding))
    asked = vectorizer.transform(texts(test_paths, encoding))
    model = KNeighborsClassifier(k, metric="cosine", algorithm="brute", n_jobs=1)
    started = time.perf_counter()
    predicted = model.fit(learned, numbered(train_labels, classes)).predict(asked)
    seconds = time.perf_counter() - started
    correct = int((predicted == numbered(test_labels, classes)).sum())
    return {"seconds": seconds, "correct": correct, "total": len(test_labels)}


def main(arguments):
    train, test, *rest = arguments
    if test == "--folds":
        result = cross_validate(train, int(rest[0]), (rest[1:] or ["latin1"])[0])
    elif test == "--curve":
        result = curve(train, int(rest[0]), (rest[1:] or ["latin1"])[0])
    elif rest[:1] == ["--neighbours"]:
        result = neighbours(train, test, int(rest[1]), (rest[2:] or ["latin1"])[0])
    else:
        result = train_and_test(train, test, *(rest or ["latin1"]))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Kilobytes, other than on macOS, where it is bytes.
    result["peakKilobytes"] = peak // 1024 if sys.platform == "darwin" else peak
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
