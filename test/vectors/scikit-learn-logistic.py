"""Writes scikit-learn-logistic.json: objective values and probabilities of multinomial logistic regression.

Made with scikit-learn 1.2.1: python3 scikit-learn-logistic.py > scikit-learn-logistic.json

Objectives are summed here, in double precision, at the coefficients that scikit-learn
ends with: 1/2 |w|^2 + C sum_i weight_i (-log P(y_i | x_i)).
"""

import json

import numpy as np
from scipy.special import logsumexp
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.utils import check_random_state


def documents(seed, rows, columns, classes, length):
    """Counts as documents have them: Zipf-distributed terms, some of them more frequent in one class."""
    random = check_random_state(seed)
    shares = random.dirichlet(np.full(classes, 3))
    y = np.concatenate([np.arange(classes), random.choice(classes, rows - classes, p=shares)])
    zipf = 1 / np.arange(1, columns + 1)
    tilt = np.exp(random.normal(0, 1, (classes, columns)))
    x = np.stack([random.multinomial(1 + random.poisson(length), zipf * tilt[c] / (zipf * tilt[c]).sum()) for c in y])
    x[classes] = 0
    return x, y


def numbers(seed, rows, columns, classes):
    """Real numbers of any sign."""
    random = check_random_state(seed)
    centres = random.normal(0, 1, (classes, columns))
    y = np.concatenate([np.arange(classes), random.randint(classes, size=rows - classes)])
    return np.round(centres[y] + random.normal(0, 2, (rows, columns)), 3), y


def tfidf(x):
    return TfidfTransformer(sublinear_tf=True).fit_transform(x).toarray()


two, y_two = documents(1, 60, 40, 2, 12)
many, y_many = documents(2, 120, 80, 6, 25)
real, y_real = numbers(3, 80, 6, 4)
wide, y_wide = documents(4, 30, 150, 3, 40)
MATRICES = [
    ("counts, two classes", two, y_two, (0.01, 1.0, 100.0)),
    ("tf-idf, six classes", np.round(tfidf(many), 12), y_many, (0.01, 1.0, 100.0)),
    ("real numbers, four classes", real, y_real, (0.01, 1.0)),
    ("counts, more terms than documents", wide, y_wide, (0.01, 1.0, 100.0)),
]

cases = []
for m, (name, x, y, costs) in enumerate(MATRICES):
    weights = check_random_state(9).randint(0, 4, len(y)).astype(float)
    weights[: y.max() + 1] = 1
    for c in costs:
        for intercept in (True, False):
            for sample_weight in (None, weights) if c == 1 else (None,):
                model = LogisticRegression(
                    C=c,
                    fit_intercept=intercept,
                    multi_class="multinomial",
                    solver="newton-cg",
                    tol=1e-10,
                    max_iter=100000,
                ).fit(x, y, sample_weight)
                # Of two classes scikit-learn keeps half the margin, with the sign for the second.
                w, b = model.coef_, model.intercept_
                if len(w) == 1:
                    w, b = np.vstack([-w, w]), np.concatenate([-b, b])
                scores = x @ w.T + b
                losses = logsumexp(scores, axis=1) - scores[np.arange(len(y)), y]
                own = np.ones(len(y)) if sample_weight is None else sample_weight
                cases.append(
                    {
                        "name": f"{name}, C {c:g}{'' if intercept else ', no intercept'}"
                        + ("" if sample_weight is None else ", weights"),
                        "matrix": m,
                        "cost": c,
                        "intercept": intercept,
                        **({} if sample_weight is None else {"weights": own.astype(int).tolist()}),
                        "objective": 0.5 * (w * w).sum() + c * (own * losses).sum(),
                        "probabilities": model.predict_proba(x[:5]).tolist(),
                    }
                )

print(
    json.dumps(
        {
            "matrices": [
                # Entries as [column, value], as most are 0.
                {"columns": x.shape[1], "rows": [[[int(t), row[t].item()] for t in np.flatnonzero(row)] for row in x], "y": y.tolist()}
                for _, x, y, _ in MATRICES
            ],
            "cases": cases,
        }
    )
)
