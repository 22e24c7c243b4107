import type { Audit } from "../../evaluation/audit/leakage.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import type { LearningCurve } from "../../evaluation/studies/learning-curve.js";
import type { ReportDetails } from "../../evaluation/studies/report-details.js";
import type { CurveProtocol } from "../curve/curve-text.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";

/** The content of a page about an evaluation. The same input gives the same bytes: it holds no time. */
export interface EvaluationPage extends ReportDetails {
  /** The path of the corpus, as it was given. */
  readonly corpus: string;
  readonly evaluation: Evaluation;
  readonly classifier: EvaluatedClassifier;
  readonly protocol: Protocol;
  /** The document of each row. */
  readonly ids: readonly string[];
  /** The URL of a document, relative to the page. Undefined: the document gets no link. */
  readonly link: (id: string) => string | undefined;
  /** The command that made the page. */
  readonly command: string;
  /** The version of Thresher. */
  readonly version: string;
  /** Learning curves. Default: no such section. */
  readonly curves?: PageCurves | undefined;
  /** Default: no such section. */
  readonly audit?: Audit | undefined;
}

/** Learning curves for a page. They have splits of their own. */
export interface PageCurves {
  readonly curves: readonly LearningCurve[];
  readonly protocol: CurveProtocol;
}
