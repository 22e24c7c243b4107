import { grouped, percent, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { dimmed, type Section, type TableBlock, terminalText } from "../blocks.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { classifierText } from "../evaluation/settings-text.js";
import { BOLD_HEAD } from "../terminal/table.js";
import { shortened, type TerminalStyle } from "../terminal/terminal.js";
import type { DoubtsReport, NamedDoubt } from "./doubts-json.js";

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
function doubtTable({ classifier, doubts }: DoubtsReport): TableBlock {
  // Naive Bayes gives nearly all documents a probability near 1, so only calibrated probabilities have a column.
  const isCalibrated = (classifier.calibrate ?? null) !== null;
  const rows = doubts.map(({ rank, score, probability, label, looksLike, id }) => {
    const doubt = Number.isFinite(score) ? score.toFixed(2) : "∞";
    return [String(rank), doubt, ...(isCalibrated ? [percent(probability)] : []), label, looksLike, id];
  });
  // The notes begin below the second column.
  const indent = " ".repeat(String(doubts.length).length + 2);
  const notes = doubts.map((doubt) => notesOf(doubt).map((note) => indent + note));
  const head = ["", "doubt", ...(isCalibrated ? ["probability"] : []), "filed under", "looks like", "document"];
  return {
    rows: [head, ...rows],
    align: isCalibrated ? "rrrlll" : "rrlll",
    look: BOLD_HEAD,
    notes: [[], ...notes],
  };
}

/** Says how many documents look misfiled, and how many of them are listed. */
function summary({ documents, claimed, doubts }: DoubtsReport): string {
  const of = `${grouped(claimed)} of ${plural(documents, "document")}`;
  const listed = doubts.length < claimed ? `; showing ${grouped(doubts.length)}` : "";
  return `likely label errors: ${of} ${claimed === 1 ? "looks" : "look"} misfiled${listed}`;
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
