"""Writes column-classifiers.json: what scikit-learn's GaussianNB and CategoricalNB say of the matrices in it.

    python3 test/vectors/column-classifiers.py && npx biome format --write test/vectors

The matrices stay as they are in the file; everything else is computed anew.
"""

import json
from pathlib import Path

import numpy
import sklearn
from sklearn.naive_bayes import CategoricalNB, GaussianNB

FILE = Path(__file__).with_name("column-classifiers.json")


def case(name, matrix, estimator, options, X, y, Xtest, weights=None):
    model = estimator(**options).fit(X, y, sample_weight=weights)
    return {
        "name": name,
        "matrix": matrix,
        "estimator": estimator.__name__,
        "parameters": options,
        **({} if weights is None else {"sampleWeight": weights}),
        "jointLogLikelihood": model._joint_log_likelihood(numpy.asarray(Xtest)).tolist(),
        "probabilities": model.predict_proba(Xtest).tolist(),
        "predicted": model.predict(Xtest).tolist(),
    }


def cases(matrix, kind, X, y, Xtest):
    classes = max(y) + 1
    given = [(c + 1) / sum(range(1, classes + 1)) for c in range(classes)]
    weights = [i % 3 + 1 for i in range(len(y))]
    if kind == "numbers":
        yield case(f"gaussian {matrix}", matrix, GaussianNB, {}, X, y, Xtest)
        yield case(f"gaussian {matrix} smoothed", matrix, GaussianNB, {"var_smoothing": 0.1}, X, y, Xtest)
        yield case(f"gaussian {matrix} given priors", matrix, GaussianNB, {"priors": given}, X, y, Xtest)
        # Its smoothing leaves the weights out of account, and without it a class of one row has no variance.
        if min(y.count(c) for c in range(classes)) > 1:
            exact = {"var_smoothing": 0.0}
            yield case(f"gaussian {matrix} sample weights", matrix, GaussianNB, exact, X, y, Xtest, weights)
    else:
        for alpha in [1.0, 0.25, 0.001]:
            yield case(f"categorical {matrix} alpha {alpha}", matrix, CategoricalNB, {"alpha": alpha}, X, y, Xtest)
        yield case(f"categorical {matrix} given priors", matrix, CategoricalNB, {"class_prior": given}, X, y, Xtest)
        yield case(f"categorical {matrix} sample weights", matrix, CategoricalNB, {}, X, y, Xtest, weights)


matrices = json.loads(FILE.read_text())["matrices"]
vectors = {
    "source": f"scikit-learn {sklearn.__version__}, GaussianNB and CategoricalNB, by column-classifiers.py. "
    "Logarithms are natural. jointLogLikelihood comes from the private _joint_log_likelihood.",
    "matrices": matrices,
    "cases": [one for m, data in enumerate(matrices) for one in cases(m, **data)],
}
FILE.write_text(json.dumps(vectors, separators=(",", ":")) + "\n")
