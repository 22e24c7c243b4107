import type { TermContribution } from "../classifiers/explain.js";
import type { Doubts } from "../evaluation/doubts.js";
import type { EvaluatedClassifier, Protocol } from "./evaluation-json.js";

/** Doubtful documents by name, as `thresher doubts --json` prints them. */
export interface DoubtsReport {
  readonly classifier: EvaluatedClassifier;
  readonly protocol: Protocol;
  /** What `score` is of: see `Doubt`. */
  readonly ranking: "log odds" | "log odds per token";
  /** How many documents were judged. */
  readonly documents: number;
  /** How many of them another class claims; `doubts` may hold fewer. */
  readonly claimed: number;
  /** The surest first. */
  readonly doubts: readonly NamedDoubt[];
  /** Documents that were not judged, each the only one of its class. */
  readonly alone: readonly string[];
}

/** A doubtful document. */
export interface NamedDoubt {
  readonly rank: number;
  readonly id: string;
  /** Of a message. */
  readonly subject?: string | undefined;
  /** The class it is filed under. */
  readonly label: string;
  /** The class it looks like. */
  readonly looksLike: string;
  /** As `Doubt` has them; ∞ becomes null in JSON. */
  readonly score: number;
  readonly logOdds: number;
  readonly probability: number;
  readonly evidence: readonly TermContribution[];
  /** A document of the class it looks like that has the same terms. */
  readonly sameAs?: string | undefined;
}

/**
 * @param ids the document of each row
 * @param top how many doubts, the surest; 0 for all
 * @param subjectOf the subject of a document, if it is a message
 */
export function doubtsJson(
  { documents, doubts, alone, perToken }: Doubts,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  { ids, labels }: { readonly ids: readonly string[]; readonly labels: readonly string[] },
  top: number,
  subjectOf: (id: string) => string | undefined,
): DoubtsReport {
  const listed = top === 0 ? doubts : doubts.slice(0, top);
  return {
    classifier,
    protocol,
    ranking: perToken ? "log odds per token" : "log odds",
    documents,
    claimed: doubts.length,
    doubts: listed.map(({ row, actual, claimed, score, logOdds, probability, evidence, twin }, i) => ({
      rank: i + 1,
      id: ids[row],
      subject: subjectOf(ids[row]),
      label: labels[actual],
      looksLike: labels[claimed],
      score,
      logOdds,
      probability,
      evidence,
      sameAs: twin === undefined ? undefined : ids[twin],
    })),
    alone: alone.map((row) => ids[row]),
  };
}
