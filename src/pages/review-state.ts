import type { WeeklyFigures, Weighted } from "../delivery/review/figure-types.js";

/** A decision in the list of the page. All texts but labels are safe: see `safeText`. */
export interface DecisionLine {
  readonly number: number;
  /** The digest of the message. A message can have several decisions. */
  readonly digest: string;
  /** In ISO 8601. */
  readonly time: string;
  readonly from: string;
  /** The subject; the path if there is none. */
  readonly title: string;
  readonly label: string;
  readonly probability: number;
  readonly unsure: boolean;
  /** The class that the user gave it. */
  readonly correct?: string | undefined;
}

/** A part of the list. */
export interface DecisionList {
  readonly found: number;
  readonly decisions: readonly DecisionLine[];
}

/** A decision, and why it was made. */
export interface OpenDecision {
  /** Fields of the message, the command, and where the message is, or was. */
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  /** The heading of the reasons, with the model that gave them. */
  readonly why: string;
  /** Terms, and what each adds to the lead of the class, in nats. */
  readonly reasons: readonly Weighted[];
  /** Undefined if the message is not where it was. */
  readonly text?: string | undefined;
}

/** The figures beside the list. */
export interface ReviewFigures {
  readonly classes: readonly { readonly name: string; readonly keys: readonly string[] }[];
  readonly notices: readonly string[];
  readonly weeks: readonly WeeklyFigures[];
  /** Terms that gained and lost: see `termTrends`. */
  readonly terms: readonly Weighted[];
  /** Whether documents have changed, in one line. Empty for a folder. */
  readonly drift: string;
}

/** The answer to a correction: what was done, and the class of the messages, unless it was refused. */
export interface Reviewed extends Partial<Pick<DecisionLine, "correct">> {
  readonly said: string;
  readonly digests?: readonly string[];
}
