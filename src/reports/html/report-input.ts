import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import type { LearningCurve } from "../../evaluation/studies/measured-curves.js";
import type { ReportDetails } from "../../evaluation/studies/report-details.js";
import type { CurveProtocol } from "../curve/curve-protocol.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";

/** The content of a page about an evaluation. The same input gives the same bytes, because it has no time. */
export interface EvaluationPage extends ReportDetails {
  /** The path of the corpus, as the user gave it. */
  readonly corpus: string;
  readonly evaluation: Evaluation;
  readonly classifier: EvaluatedClassifier;
  readonly protocol: Protocol;
  /** The id of the document in each row. */
  readonly ids: readonly string[];
  /** Returns the URL of a document relative to the page, or undefined for no link. */
  readonly link: (id: string) => string | undefined;
  /** The command that made the page. */
  readonly command: string;
  /** The version of Thresher. */
  readonly version: string;
  /** The learning curves. Default: the page has no section for them. */
  readonly curves?: PageCurves | undefined;
  /** Default: the page has no section for an audit. */
  readonly audit?: Audit | undefined;
}

/** Learning curves for a page. They are measured on other splits than the evaluation. */
export interface PageCurves {
  readonly curves: readonly LearningCurve[];
  readonly protocol: CurveProtocol;
}
