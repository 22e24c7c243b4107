import type { Classification } from "../classifiers/classification.js";
import type { Explanation } from "../classifiers/explain.js";
import type { SmallestChange } from "../classifiers/smallest-change.js";
import { classificationJson } from "./classifications.js";

/** A document, what a model says of it, and why. */
export interface ExplainedDocument {
  readonly path: string;
  readonly classification: Classification;
  readonly explanation: Explanation;
  readonly change: SmallestChange;
}

/** An explanation as `thresher explain --json` prints it, with all terms; what is infinite becomes null in JSON. */
export function explanationJson({ path, classification, explanation, change }: ExplainedDocument): object {
  return {
    ...classificationJson(path, classification),
    explanation,
    change: { ...change, label: change.label ?? null },
  };
}
