import type { WeeklyFigures, Weighted } from "../delivery/review/figures.js";
import type { Question } from "../labelling/state.js";

/** A decision in the list of the page. All texts but labels are safe: see `safeText`. */
export interface DecisionLine {
  readonly number: number;
  /** By which the server checks that the number still means this decision. */
  readonly digest: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly from: string;
  /** The subject; the path if there is none. */
  readonly title: string;
  readonly label: string;
  readonly probability: number;
  readonly unsure: boolean;
  /** The class that the user gave it. */
  readonly correct?: string | undefined;
  /** Whether another model, or an earlier state of this one, has decided. */
  readonly isOther: boolean;
}

/** A part of the list. */
export interface DecisionList {
  readonly found: number;
  readonly decisions: readonly DecisionLine[];
}

/** A decision, and why it was made. */
export interface OpenDecision extends Pick<Question, "fields" | "text"> {
  readonly command: string;
  /** Where the message was, and where it was filed. */
  readonly place: string;
  readonly filed: string;
  /** Terms, and what each adds to the lead of the class, in nats. */
  readonly reasons: readonly Weighted[];
  /** Whether the reasons are those of the model now. */
  readonly isExplainedNow: boolean;
  readonly isGone: boolean;
}

/** What the page shows beside the list. */
export interface ReviewFigures {
  readonly decisions: number;
  readonly unsure: number;
  readonly corrected: number;
  readonly classes: readonly { readonly name: string; readonly key: string }[];
  readonly canUndo: boolean;
  readonly notices: readonly string[];
  readonly weeks: readonly WeeklyFigures[];
  /** Terms that gained and lost: see `termTrends`. */
  readonly terms: readonly Weighted[];
}

/** The answer to a change: what was done, and the decision that it is about. */
export interface Reviewed {
  readonly said: string;
  readonly decision?: DecisionLine | undefined;
}
