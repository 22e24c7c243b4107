import { type Classifier, predict, probabilities } from "../../src/classifiers/classifier.js";
import type { SelectionRules } from "../../src/features/selection.js";
import { countVectorizer } from "../../src/features/vectorizer.js";
import type { Split } from "../../src/model/fitting/splits.js";
import { lines } from "../text/tokens.js";
import { LABELS } from "./small-corpora.js";

/** Predictions for the test documents by a model of the training documents alone, from their words on. */
export function fromScratch(
  corpus: readonly { words: string[]; label: number }[],
  { train, test }: Split,
  classifier: Classifier,
  rules: SelectionRules,
): { predicted: string; probability: number; right: boolean }[] {
  const text = (row: number) => corpus[row].words.join("\n");
  const vectorizer = countVectorizer({ tokenizer: lines, ...rules });
  const { vocabulary, x } = vectorizer.fit(Array.from(train, text));
  const labels = LABELS.filter((_, c) => train.some((row) => corpus[row].label === c));
  const y = Array.from(train, (row) => labels.indexOf(LABELS[corpus[row].label]));
  const model = classifier.fit({ x, y, labels });
  const rows = vectorizer.transform(Array.from(test, text), vocabulary);
  const shares = probabilities(model, rows);
  return predict(model, rows).map((c, i) => ({
    predicted: labels[c],
    probability: shares[i][c],
    right: labels[c] === LABELS[corpus[test[i]].label],
  }));
}
