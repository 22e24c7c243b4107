import { grouped, percent, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { ListedMove } from "../../delivery/filing/move-list.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import type { Doubts } from "../../evaluation/studies/doubts.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { dimmed, type Section, type TableBlock, terminalText } from "../blocks.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { classifierText } from "../evaluation/settings-text.js";
import { headLook } from "../terminal/table.js";
import { shortened, type TerminalStyle } from "../terminal/terminal.js";

/** Maximum width of a subject, in columns. */
const SUBJECT = 70;

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

function doubtTable({ classifier, doubts }: DoubtsReport): TableBlock {
  // Naive Bayes gives nearly all documents a probability near 1, so only calibrated probabilities have a column.
  const calibrated = (classifier.calibrate ?? null) !== null;
  const rows = doubts.map(({ rank, score, probability, label, looksLike, id }) => {
    const doubt = Number.isFinite(score) ? score.toFixed(2) : "∞";
    return [String(rank), doubt, ...(calibrated ? [percent(probability)] : []), label, looksLike, id];
  });
  const indent = " ".repeat(String(doubts.length).length + 2);
  const notes = doubts.map((doubt) => reasonsOf(doubt).map((reason) => indent + reason));
  const head = ["", "doubt", ...(calibrated ? ["probability"] : []), "filed under", "looks like", "document"];
  return {
    rows: [head, ...rows],
    align: calibrated ? "rrrlll" : "rrlll",
    look: headLook("bold"),
    notes: [[], ...notes],
  };
}

function summary({ documents, claimed, doubts }: DoubtsReport): string {
  const of = `${grouped(claimed)} of ${plural(documents, "document")}`;
  const listed = doubts.length < claimed ? `; showing ${grouped(doubts.length)}` : "";
  return `likely label errors: ${of} ${claimed === 1 ? "looks" : "look"} misfiled${listed}`;
}

function reasonsOf({ subject, evidence, sameAs }: NamedDoubt): string[] {
  return [
    ...(subject ? [`subject  ${shortened(safeText(subject), SUBJECT)}`] : []),
    `because  ${evidenceText(evidence)}`,
    ...(sameAs === undefined ? [] : [`same as  ${safeText(sameAs)}`]),
  ];
}

/** Lists the terms, with their counts above 1. */
function evidenceText(evidence: NamedDoubt["evidence"]): string {
  if (evidence.length === 0) return "of terms that are missing in it";
  return evidence.map(({ term, count }) => (count === 1 ? safeText(term) : `${safeText(term)} ×${count}`)).join(", ");
}

/** Returns the move that puts a document into the class that it resembles, with the reason. */
export function moveOf({ rank, id, label, looksLike, evidence, sameAs }: NamedDoubt): ListedMove & { why: string } {
  const same = sameAs === undefined ? "" : `; the same text as ${safeText(sameAs)}`;
  const why = `${rank}. ${safeText(label)} looks like ${safeText(looksLike)}: ${evidenceText(evidence)}${same}`;
  return { from: id, to: looksLike, why };
}

/** Likely label errors, as `thresher doubts --json` prints them. Infinity becomes null in JSON. */
export type DoubtsReport = ReturnType<typeof doubtsJson>;

/** A document that looks misfiled. */
type NamedDoubt = DoubtsReport["doubts"][number];

/**
 * Names the documents and classes of doubts.
 *
 * @param top maximum number of documents to list; 0 for all
 * @param subjectOf returns the subject of a document, or undefined if it is not a message
 */
export function doubtsJson(
  { documents, doubts, alone, perToken }: Doubts,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  { ids, labels }: Pick<CorpusData, "ids" | "labels">,
  top: number,
  subjectOf: (id: string) => string | undefined,
) {
  const listed = top === 0 ? doubts : doubts.slice(0, top);
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
      ...{ score, logOdds, probability, evidence },
      /** A document with the same terms in the class `looksLike`. */
      sameAs: twin === undefined ? undefined : ids[twin],
    })),
    /** Documents that could not be judged, because each is the only one of its class. */
    alone: alone.map((row) => ids[row]),
  };
}
