"""Writes character-ngrams.json, beside this file, with scikit-learn 1.2.1:

    python3 test/vectors/character-ngrams.py && npx biome format --write test/vectors
"""

import json
import pathlib
import re

import sklearn
from sklearn.feature_extraction.text import CountVectorizer

SOURCE = (
    f"scikit-learn {sklearn.__version__}, CountVectorizer(analyzer='char_wb') with a preprocessor that lower-cases "
    "and puts a space in place of what is no letter, digit or underscore. counts: how often each term occurs."
)
TEXTS = [
    "text",
    "The cat, the CAT.",
    "a I am ice",
    "banana bandana",
    "naïve Grüße пример 漢字 x",
    "mail jo@mail.example about v3.14, don't",
    "aaaa aaaaa aaaaaa",
    "snake_case __x__",
    "",
]
RANGES = [(1, 1), (1, 3), (2, 2), (3, 5), (4, 4), (5, 8)]


def preprocessed(text):
    return re.sub(r"\W", " ", text.lower())


def counts(text, ngram_range):
    analyze = CountVectorizer(analyzer="char_wb", ngram_range=ngram_range, preprocessor=preprocessed).build_analyzer()
    found = {}
    for term in analyze(text):
        found[term] = found.get(term, 0) + 1
    return dict(sorted(found.items()))


cases = [{"text": t, "range": r, "counts": counts(t, r)} for t in TEXTS for r in RANGES]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps({"source": SOURCE, "cases": cases}, indent=2, ensure_ascii=False) + "\n")
