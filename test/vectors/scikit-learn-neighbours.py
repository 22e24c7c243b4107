"""Writes scikit-learn-neighbours.json: class probabilities of KNeighborsClassifier with the cosine.

    python3 scikit-learn-neighbours.py > scikit-learn-neighbours.json

scikit-learn's weights="distance" are one over the cosine distance 1 - cos, which is half the
squared Euclidean distance of documents of length 1: the same votes as "inverse-square".
"""

import json

import numpy as np
import sklearn
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.neighbors import KNeighborsClassifier

random = np.random.default_rng(8)
rates = 3 / np.arange(1, 31)
train = random.poisson(rates, (60, 30))
test = random.poisson(rates, (12, 30))
classes = random.integers(0, 4, 60)
tfidf = TfidfTransformer(sublinear_tf=True).fit(train)

cases = []
for k in (1, 5, 20):
    for weights, name in (("uniform", "uniform"), ("distance", "inverse-square")):
        model = KNeighborsClassifier(n_neighbors=k, weights=weights, metric="cosine", algorithm="brute")
        model.fit(tfidf.transform(train), classes)
        probabilities = model.predict_proba(tfidf.transform(test))
        cases.append({"k": k, "distanceWeighting": name, "probabilities": probabilities.tolist()})

print(
    json.dumps(
        {
            "scikitLearn": sklearn.__version__,
            "train": train.tolist(),
            "classes": classes.tolist(),
            "test": test.tolist(),
            "cases": cases,
        }
    )
)
