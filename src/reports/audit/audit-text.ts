import { grouped, percent, plural } from "../../base/numbers.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { CopyGroup, CopyKind, Duplicates, TestedByKind } from "../../evaluation/audit/copies.js";
import type { FieldAccuracy } from "../../evaluation/audit/fields.js";
import type { Findings } from "../../evaluation/audit/findings.js";
import type { PartAccuracy } from "../../evaluation/audit/parts.js";
import type { Section, TableBlock } from "../blocks.js";

/** Maximum numbers of items to show. The JSON has more. */
const FIELDS = 8;
const GROUPS = 3;
const CLASSES = 3;

/** Makes the sections of an audit of a split. @param strip the message parts that the evaluation left out */
export function auditSections(audit: Audit, strip: readonly string[]): Section[] {
  const { parts, messages, duplicates, fields, findings } = audit;
  return [
    [{ heading: "audit: does the split leak?" }],
    ...partSections(parts, messages, strip),
    ...copySections(duplicates),
    ...fieldSections(fields, messages),
    findingSentences(findings, audit),
  ];
}

/** Shows the accuracy with and without parts of messages. */
function partSections(parts: readonly PartAccuracy[], messages: number, strip: readonly string[]): Section[] {
  if (messages === 0) return [["no document begins with a header, so there are no parts to strip"]];
  const { empty } = parts[parts.length - 1];
  const rows = parts.map((part) => {
    const isEvaluated = strip.length === part.strip.length && part.strip.every((left) => strip.includes(left));
    const figures = [percent(part.accuracy), shareOrNone(part.accuracyWithoutCopies)];
    return [part.name, ...figures, isEvaluated ? "(as evaluated)" : ""];
  });
  const sentence = `${plural(empty, "document has", "documents have")} no words in the body: the classifier sees nothing there`;
  return [
    [{ rows: [["accuracy", "all tested", "no copy in training", ""], ...rows], align: "lrrl" }],
    empty === 0 ? [] : [sentence],
  ];
}

/** Shows how many tested documents have copies in training, and texts that are in several classes. */
function copySections({ tested, groups, conflicts }: Duplicates): Section[] {
  const names: Readonly<Record<CopyKind, string>> = {
    exact: "with the same text in training",
    near: "with nearly the same text in training",
    none: "with neither",
  };
  const rows = (Object.keys(names) as CopyKind[]).map((kind) => {
    const { documents, share, accuracy } = tested[kind];
    return [names[kind], grouped(documents), percent(share), shareOrNone(accuracy)];
  });
  const found = `${plural(conflicts.texts, "text is", "texts are")} in several classes, ${plural(conflicts.documents, "document")}`;
  const limit = `from the words alone, no classifier can be right about more than ${percent(conflicts.ceiling)}`;
  return [
    [{ rows: [["test documents, without headers", "", "share", "accuracy"], ...rows], align: "lrrr" }],
    groups.length === 0 ? [] : ["largest groups of copies", groupTable(groups)],
    conflicts.texts === 0 ? [] : [`${found}: ${limit}`],
  ];
}

/** Lists the largest groups of copies, with their classes and some ids. */
function groupTable(groups: readonly CopyGroup[]): TableBlock {
  const rows = groups.slice(0, GROUPS).map(({ documents, texts, classes, examples }) => {
    const named = classes.slice(0, CLASSES).map((of) => `${of.label} ${grouped(of.documents)}`);
    const more = classes.length > CLASSES ? ", …" : "";
    const ids = `${examples.join(" ")}${documents > examples.length ? " …" : ""}`;
    return [grouped(documents), texts === 1 ? "one text" : `${grouped(texts)} texts`, named.join(", ") + more, ids];
  });
  return { rows, align: "rlll", isHeadless: true };
}

/** Shows the accuracy of single header fields. */
function fieldSections(fields: readonly FieldAccuracy[], messages: number): Section[] {
  if (fields.length === 0) {
    const what =
      messages === 0 ? "no headers, so no fields to compare" : "no header field occurs in 5 % of the documents";
    return [[what]];
  }
  const rows = fields.slice(0, FIELDS).map(({ name, accuracy, accuracyWhereGiven, share, isLeftOut, predicts }) => {
    const figures = [percent(accuracy), shareOrNone(accuracyWhereGiven), percent(share)];
    const classes = predicts.length > CLASSES ? plural(predicts.length, "class", "classes") : predicts.join(", ");
    return [`${fieldName(name)}${isLeftOut ? " (left out)" : ""}`, ...figures, classes];
  });
  const head = ["this field alone", "accuracy", "where present", "documents with it", "predicts"];
  const isTelling = fields.some(({ predicts, isLeftOut }) => predicts.length > 0 && !isLeftOut);
  const warning = "messages without a field that predicts a class alone will be sorted less well";
  return [[{ rows: [head, ...rows], align: "lrrrl" }, ...(isTelling ? [warning] : [])]];
}

/** Describes the leaks, and the accuracy without them. */
function findingSentences(findings: Findings, audit: Audit): string[] {
  const { measured, tellingField, headerGain, header, copies, honest } = findings;
  const lines: string[] = [];
  if (tellingField !== undefined) {
    const { name, accuracy } = tellingField;
    lines.push(`The header gives the class away: ${fieldName(name)} alone is right for ${percent(accuracy)}.`);
  } else if (header) {
    lines.push(`Headers add ${(headerGain * 100).toFixed(1)} points.`);
  }
  if (copies) lines.push(copiesSentence(audit.duplicates.tested));
  if (honest === undefined && audit.duplicates.tested.none.documents > 0) {
    lines.push("No document has a body, so there is no honest figure: everything was learned from headers.");
  } else if (honest === undefined) {
    lines.push("This split gives no honest figure: keep the copies of a text on one side of the split.");
  } else if (lines.length === 0) {
    lines.push(`Neither headers nor copies raise the accuracy: ${percent(measured)} stands.`);
  } else if (honest < measured) {
    lines.push(`On bodies alone, without copies, the accuracy is ${percent(honest)}, not ${percent(measured)}.`);
  } else {
    lines.push(
      `That does not raise the accuracy: bodies alone, without copies, give ${percent(honest)}, at least as much as ${percent(measured)}.`,
    );
  }
  return lines;
}

/** Says how many tested documents have copies, and how accurate the classifier is on the others. */
function copiesSentence({ none }: TestedByKind): string {
  const share = percent(1 - none.share);
  if (none.accuracy === undefined) return "All test documents have a copy in training.";
  return `A copy of ${share} of the test documents is in training; on the others the accuracy is ${percent(none.accuracy)}.`;
}

/** Writes `message-id` as `Message-Id`. */
function fieldName(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** Writes a share in percent; a missing one as a dash. */
function shareOrNone(share: number | undefined): string {
  return share === undefined ? "-" : percent(share);
}
