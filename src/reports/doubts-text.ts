import type { DoubtsReport, NamedDoubt } from "./doubts-json.js";
import { protocolText } from "./evaluation-text.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { textTable } from "./table.js";

/** A subject longer than this tells no more. */
const SUBJECT = 70;

/** Doubtful documents for people: the place of each, what it looks like, how sure that is and why. */
export function doubtsText(report: DoubtsReport): string {
  const { classifier, protocol, ranking, documents, claimed, doubts } = report;
  const lines = [`${classifier.name} naive Bayes, alpha ${classifier.alpha}`, protocolText(protocol), ""];
  if (claimed === 0) {
    lines.push(`no document is claimed by another class, of ${plural(documents, "document")}`);
    return `${lines.join("\n")}\n`;
  }
  // Naive Bayes is certain of nearly everything: its probabilities are worth a column once they are calibrated.
  const calibrated = classifier.calibrate != null;
  const [head, ...rows] = textTable(
    [
      ["", "sure", ...(calibrated ? ["probability"] : []), "filed under", "looks like", "document"],
      ...doubts.map(({ rank, score, probability, label, looksLike, id }) => [
        String(rank),
        sure(score),
        ...(calibrated ? [percent(probability)] : []),
        safeText(label),
        safeText(looksLike),
        safeText(id),
      ]),
    ],
    calibrated ? "rrrlll" : "rrlll",
  );
  const indent = " ".repeat(String(doubts.length).length + 2);
  lines.push(
    summary(report),
    "",
    head,
    ...doubts.flatMap((doubt, i) => [rows[i], ...reasonsOf(doubt).map((reason) => indent + reason)]),
    "",
    `sure: ${ranking} for the class that it looks like, against its own,`,
    "above what is usual for documents of its own (the median)",
  );
  return `${lines.join("\n")}\n`;
}

function summary({ documents, claimed, doubts }: DoubtsReport): string {
  const of = `${grouped(claimed)} of ${plural(documents, "document")}`;
  const listed = doubts.length < claimed ? `; the surest ${grouped(doubts.length)}` : "";
  return `${of} ${claimed === 1 ? "is" : "are"} claimed by another class${listed}:`;
}

function reasonsOf({ subject, evidence, sameAs }: NamedDoubt): string[] {
  const reasons: string[] = [];
  if (subject) reasons.push(`subject  ${shortened(safeText(subject))}`);
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

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SUBJECT ? text : `${characters.slice(0, SUBJECT - 1).join("")}…`;
}
