import type { Protocol } from "../../evaluation/protocols/protocol.js";
import type { Doubt, Doubts } from "../../evaluation/studies/doubts.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";

/** Likely label errors, as `thresher doubts --json` prints them. Infinity becomes null in JSON. */
export type DoubtsReport = ReturnType<typeof doubtsJson>;

/** A document that looks misfiled. */
export type NamedDoubt = DoubtsReport["doubts"][number];

/**
 * Makes the report on likely label errors, in which documents and classes have names.
 *
 * @param listed the doubts to list, most doubtful first
 * @param subjectOf returns the subject of a document, or undefined if it is not a message
 */
export function doubtsJson(
  { documents, doubts, alone, perToken }: Doubts,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  { ids, labels }: Pick<CorpusData, "ids" | "labels">,
  listed: readonly Doubt[],
  subjectOf: (id: string) => string | undefined,
) {
  return {
    classifier,
    protocol,
    /** The unit of `score`; see `Doubt`. */
    ranking: perToken ? "log odds per token" : "log odds",
    /** Number of documents that were judged. */
    documents,
    /** Number of documents that look misfiled. `doubts` may list fewer. */
    claimed: doubts.length,
    /** The listed documents, most doubtful first. */
    doubts: listed.map(({ row, actual, claimed, score, logOdds, probability, evidence, twin }, i) => ({
      rank: i + 1,
      id: ids[row],
      /** Undefined if the document is not a message. */
      subject: subjectOf(ids[row]),
      label: labels[actual],
      /** The class that the document resembles. */
      looksLike: labels[claimed],
      score,
      logOdds,
      probability,
      evidence,
      /** A document with the same terms in the class `looksLike`. */
      sameAs: twin === undefined ? undefined : ids[twin],
    })),
    /** Documents that could not be judged, because each is the only one of its class. */
    alone: alone.map((row) => ids[row]),
  };
}
