"""Writes scikit-learn-tfidf.json, beside this file, with scikit-learn 1.2.1 and numpy:

    python3 test/vectors/scikit-learn-tfidf.py && npx biome format --write test/vectors

Each case is a matrix of counts to learn document frequencies from and one to weight; every
variant that scikit-learn and Thresher both have, under the names that Thresher gives it.
"""

import json
import pathlib
import warnings

import numpy as np
import sklearn
from sklearn.feature_extraction.text import TfidfTransformer

warnings.simplefilter("ignore")

SOURCE = (
    f"scikit-learn {sklearn.__version__}, sklearn.feature_extraction.text.TfidfTransformer on generated counts. "
    "tf log is sublinear_tf, tf binary is the counts clipped to 1; idf smooth is smooth_idf, plain is without it, "
    "none is use_idf=False. A term that no document has is left out of the cases of plain: there it is infinite."
)
random = np.random.default_rng(20031)


def counts(rows, columns, rate):
    return random.poisson(rate * random.exponential(size=columns), (rows, columns))


def case(train, test):
    variants = []
    for tf in ["count", "binary", "log"]:
        for idf in ["none", "smooth", "plain"]:
            if idf == "plain" and (train.sum(axis=0) == 0).any():
                continue
            for norm in ["none", "l1", "l2"]:
                transformer = TfidfTransformer(
                    norm=None if norm == "none" else norm,
                    use_idf=idf != "none",
                    smooth_idf=idf == "smooth",
                    sublinear_tf=tf == "log",
                )
                as_given = (lambda x: np.minimum(x, 1)) if tf == "binary" else (lambda x: x)
                weights = transformer.fit(as_given(train)).transform(as_given(test)).toarray()
                variants.append({"tf": tf, "idf": idf, "norm": norm, "weights": weights.tolist()})
    return {"train": train.tolist(), "test": test.tolist(), "variants": variants}


seen = counts(9, 7, 1.0)
seen[0] += seen.sum(axis=0) == 0
sparse = counts(12, 10, 0.15)
sparse[:, 3] = 0
cases = [
    case(seen, np.vstack([counts(3, 7, 2.0), np.zeros((1, 7), dtype=int)])),
    case(sparse, counts(4, 10, 0.8)),
    case(np.array([[3, 0, 1]]), np.array([[3, 0, 1], [0, 250, 1000]])),
]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps({"source": SOURCE, "cases": cases}) + "\n")
