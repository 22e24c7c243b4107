import { classifierText } from "./classifier-text.js";
import type { DoubtsReport, NamedDoubt } from "./doubts-json.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, percent, plural } from "./numbers.js";
import { protocolText } from "./protocol-text.js";
import { safeText } from "./safe-text.js";
import { wrapped } from "./table.js";
import { painted, shortened, type TerminalStyle } from "./terminal.js";

/** Columns of a subject; a longer one tells no more. */
const SUBJECT = 70;

/**
 * Doubtful documents for people: the place of each, what it looks like, how sure that is and why.
 *
 * @param style default: plain, and as wide as it needs to be
 */
export function doubtsText(report: DoubtsReport, style: TerminalStyle = {}): string {
  const { classifier, protocol, ranking, documents, claimed, doubts } = report;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const title = [
    ...wrapped(classifierText(classifier).split(" "), columns).map((line) => painted(line, "bold", colour)),
    painted(protocolText(protocol), "dim", colour),
    "",
  ];
  if (claimed === 0) {
    return `${[...title, `no document is claimed by another class, of ${plural(documents, "document")}`].join("\n")}\n`;
  }
  const [head, ...rows] = placeTable(report, columns);
  const indent = " ".repeat(String(doubts.length).length + 2);
  const lines = [
    ...title,
    ...wrapped(summary(report).split(" "), columns),
    "",
    painted(head, "bold", colour),
    ...doubts.flatMap((doubt, i) => [
      rows[i],
      ...reasonsOf(doubt).map((reason) => painted(shortened(indent + reason, columns), "dim", colour)),
    ]),
    "",
    ...[
      `sure: ${ranking} for the class that it looks like, against its own,`,
      "above what is usual for documents of its own (the median)",
    ].flatMap((line) => wrapped(line.split(" "), columns)),
  ];
  return `${lines.join("\n")}\n`;
}

function placeTable({ classifier, doubts }: DoubtsReport, columns: number): string[] {
  // Naive Bayes is certain of nearly everything: its probabilities are worth a column once they are calibrated.
  const calibrated = (classifier.calibrate ?? null) !== null;
  const cells = [
    ["", "sure", ...(calibrated ? ["probability"] : []), "filed under", "looks like"],
    ...doubts.map(({ rank, score, probability, label, looksLike }) => [
      String(rank),
      sure(score),
      ...(calibrated ? [percent(probability)] : []),
      safeText(label),
      safeText(looksLike),
    ]),
  ];
  const paths = ["document", ...doubts.map(({ id }) => safeText(id))];
  return fittedTable(
    cells.map((row, i) => [...row, paths[i]]),
    calibrated ? "rrrlll" : "rrlll",
    columns,
  );
}

function summary({ documents, claimed, doubts }: DoubtsReport): string {
  const of = `${grouped(claimed)} of ${plural(documents, "document")}`;
  const listed = doubts.length < claimed ? `; the surest ${grouped(doubts.length)}` : "";
  return `${of} ${claimed === 1 ? "is" : "are"} claimed by another class${listed}:`;
}

function reasonsOf({ subject, evidence, sameAs }: NamedDoubt): string[] {
  const reasons: string[] = [];
  if (subject) reasons.push(`subject  ${shortened(safeText(subject), SUBJECT)}`);
  reasons.push(`because  ${evidenceText(evidence)}`);
  if (sameAs !== undefined) reasons.push(`same as  ${safeText(sameAs)}`);
  return reasons;
}

/** The terms, each with how often it occurs if that is more than once. */
export function evidenceText(evidence: NamedDoubt["evidence"]): string {
  if (evidence.length === 0) return "of the terms that are not in it";
  return evidence.map(({ term, count }) => (count === 1 ? safeText(term) : `${safeText(term)} ×${count}`)).join(", ");
}

/** Enough digits to tell neighbours in the ranking apart. */
function sure(score: number): string {
  return Number.isFinite(score) ? score.toFixed(2) : "∞";
}
