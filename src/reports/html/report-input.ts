import type { Explanation } from "../../classifiers/explain.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Audit } from "../../evaluation/leakage.js";
import type { LearningCurve } from "../../evaluation/learning-curve.js";
import type { Prediction } from "../../evaluation/outcome.js";
import type { CurveProtocol } from "../curve-report.js";
import type { EvaluatedClassifier, Protocol } from "../evaluation-json.js";

/** All that a page about an evaluation shows. The same input gives the same bytes: there is no clock in it. */
export interface EvaluationReport extends ReportDetails {
  /** The corpus, as it was given. */
  readonly corpus: string;
  readonly evaluation: Evaluation;
  readonly classifier: EvaluatedClassifier;
  readonly protocol: Protocol;
  /** The document of each row. */
  readonly ids: readonly string[];
  /** The URL of a document, relative to the page; undefined: it is named without a link. */
  readonly link: (id: string) => string | undefined;
  /** The command that made the page, to be typed again. */
  readonly command: string;
  /** Of Thresher. */
  readonly version: string;
  /** Accuracy against training documents. Default: none, and no section for it. */
  readonly curves?: PageCurves | undefined;
  /** Whether the split leaks. Default: nobody asked, and no section for it. */
  readonly audit?: Audit | undefined;
}

/** Learning curves for a page; they are measured apart from the evaluation, on splits of their own. */
export interface PageCurves {
  readonly curves: readonly LearningCurve[];
  readonly protocol: CurveProtocol;
}

/** What a report shows beside the figures: computed from the documents, not from the predictions alone. */
export interface ReportDetails {
  /** For each class of the training documents, the terms that speak most for it. */
  readonly strongest: readonly ClassTerms[];
  /** The documents that the classifier was most sure of and wrong about, the surest first. */
  readonly mistakes: readonly Mistake[];
}

/** A class with the terms that speak most for it. */
export interface ClassTerms {
  readonly label: string;
  /** How many documents were learned from. */
  readonly documents: number;
  /** The strongest first. */
  readonly terms: readonly {
    readonly term: string;
    /** Occurrences in the class, or documents in a model of presences. */
    readonly count: number;
    /** In nats; see `strongestTerms`. */
    readonly strength: number;
  }[];
}

/** A document that was put into a wrong class, and why. */
export interface Mistake {
  readonly prediction: Prediction;
  /** ln (P(predicted class) / P(actual class)): infinite if the actual class was ruled out. */
  readonly margin: number;
  /** Of a message. */
  readonly subject: string | undefined;
  /** The beginning of the text; undefined if the document can no longer be read. */
  readonly excerpt: string | undefined;
  /**
   * Why the predicted class and not the actual one; or not the second best, if training had no
   * document of the actual one. Only of a linear model.
   */
  readonly explanation: Explanation | undefined;
}
