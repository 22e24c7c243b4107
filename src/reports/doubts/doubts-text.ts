import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import type { Doubt, Doubts } from "../../evaluation/studies/doubts.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { dimmed, type Section, type TableBlock, terminalText } from "../blocks.js";
import { classifierText, type EvaluatedClassifier, protocolText } from "../evaluation/settings-text.js";
import { BOLD_HEAD, shortened, type TerminalStyle } from "../terminal/terminal.js";

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

/** The widest subject, in columns. */
const SUBJECT_COLUMNS = 70;

/**
 * Shows likely label errors on a terminal: each document with its class, the class it resembles, how doubtful its label
 * is, and why.
 */
export function doubtsText(report: DoubtsReport, style: TerminalStyle = {}): string {
  const { classifier, protocol, ranking, documents, claimed } = report;
  const title: Section = [{ text: classifierText(classifier), look: "bold" }, dimmed(protocolText(protocol))];
  if (claimed === 0) return terminalText([title, [`none of ${plural(documents, "document")} looks misfiled`]], style);
  const unit = `doubt: higher means more likely misfiled (${ranking} for the other class, above the median of its own class)`;
  return terminalText([title, [summary(report)], [doubtTable(report)], [unit]], style);
}

/** Makes a table of the listed documents, with notes below each. */
function doubtTable({ doubts }: DoubtsReport): TableBlock {
  // Naive Bayes gives nearly all documents a probability near 1, so it has no column.
  const rows = doubts.map(({ rank, score, label, looksLike, id }) => {
    return [String(rank), Number.isFinite(score) ? score.toFixed(2) : "∞", label, looksLike, id];
  });
  // The notes begin below the second column.
  const indent = " ".repeat(String(doubts.length).length + 2);
  const notes = doubts.map((doubt) => notesOf(doubt).map((note) => indent + note));
  const head = ["", "doubt", "filed under", "looks like", "document"];
  return { rows: [head, ...rows], align: "rrlll", look: BOLD_HEAD, notes: [[], ...notes] };
}

/** Says how many documents look misfiled, and how many of them are listed. */
function summary({ documents, claimed, doubts }: DoubtsReport): string {
  const counted = `${grouped(claimed)} of ${plural(documents, "document")}`;
  const listed = doubts.length < claimed ? `; showing ${grouped(doubts.length)}` : "";
  return `likely label errors: ${counted} ${claimed === 1 ? "looks" : "look"} misfiled${listed}`;
}

/** Returns the notes below a document: its subject, its terms, and a document with the same terms. */
function notesOf({ subject, evidence, sameAs }: NamedDoubt): string[] {
  return [
    ...(subject ? [`subject  ${shortened(safeText(subject), SUBJECT_COLUMNS)}`] : []),
    `because  ${evidenceText(evidence)}`,
    ...(sameAs === undefined ? [] : [`same as  ${safeText(sameAs)}`]),
  ];
}

/** Lists the terms that speak for the other class, with counts above 1. */
function evidenceText(evidence: NamedDoubt["evidence"]): string {
  if (evidence.length === 0) return "of terms that are missing in it";
  return evidence.map(({ term, count }) => (count === 1 ? safeText(term) : `${safeText(term)} ×${count}`)).join(", ");
}
