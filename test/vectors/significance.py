"""Writes significance.json: p values by scipy, and the data of an example of scikit-learn.

Made with scikit-learn 1.2.1 and scipy 1.10.1: python3 significance.py > significance.json
"""

import json

from scipy.stats import binomtest, t
from sklearn.datasets import make_moons
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.svm import SVC

# The first two models of "Statistical comparison of models using grid search" in the
# documentation of scikit-learn: ROC AUC of an RBF and of a linear support vector machine,
# ten times ten folds of 100 points.
X, y = make_moons(noise=0.352, random_state=1, n_samples=100)
folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
rbf, linear = (
    cross_val_score(SVC(kernel=kernel, random_state=0), X, y, scoring="roc_auc", cv=folds)
    for kernel in ("rbf", "linear")
)

COUNTS = [(0, 0), (0, 4), (5, 5), (1, 7), (2, 9), (86, 150), (3000, 3200), (4000, 6000), (60000, 59000)]
TAILS = [
    (t, freedom)
    for freedom in (1, 2, 3, 4, 9, 10, 49, 99, 1000)
    for t in (0, 0.001, 0.3, 0.7, 1, 2.5, 6, 12, 40)
]

print(
    json.dumps(
        {
            "moons": {
                # Of five documents of each class in a fold, areas are in twenty-fifths.
                "differences": [round(25 * difference) for difference in rbf - linear],
                "unit": 1 / 25,
                "train": 90,
                "test": 10,
            },
            "binomial": [[a, b, binomtest(a, a + b).pvalue if a + b else 1.0] for a, b in COUNTS],
            "student": [[x, freedom, 2 * t.sf(x, freedom)] for x, freedom in TAILS],
        }
    )
)
