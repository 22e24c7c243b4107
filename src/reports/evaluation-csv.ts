import type { Evaluation } from "../evaluation/evaluate.js";
import { csvText } from "./csv.js";

/** A row a class: how many were tested, precision, recall and F1, and the class's row of the confusion matrix. */
export function evaluationCsv({ perClass, confusion, labels }: Evaluation): string {
  const head = ["class", "tested", "precision", "recall", "f1", ...labels.map((label) => `taken for ${label}`)];
  const rows = perClass.map(({ label, support, precision, recall, f1 }, c) => [
    label,
    support,
    precision,
    recall,
    f1,
    ...confusion[c],
  ]);
  return csvText([head, ...rows]);
}
