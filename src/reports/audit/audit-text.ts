import { grouped, percent, plural } from "../../base/numbers.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { CopyKind } from "../../evaluation/audit/copies.js";
import type { Section, TableBlock } from "../blocks.js";

/** Maximum number of fields to show. The JSON has more. */
const MAX_FIELDS = 8;
/** Maximum number of predicted classes to name for a field. If there are more, only their number is shown. */
const MAX_CLASSES = 3;

/** Makes the sections of an audit of a split. */
export function auditSections(audit: Audit): Section[] {
  return [
    [{ heading: "audit: does the split leak?" }],
    [copyTable(audit)],
    fieldSection(audit),
    bodySection(audit),
    conclusions(audit),
  ];
}

/** Shows how many tested documents have copies in training. */
function copyTable({ copies }: Audit): TableBlock {
  const names: Readonly<Record<CopyKind, string>> = {
    exact: "with the same text in training",
    near: "with nearly the same text in training",
    none: "with neither",
  };
  const rows = (Object.keys(names) as CopyKind[]).map((kind) => {
    const { documents, share, accuracy } = copies[kind];
    return [names[kind], grouped(documents), percent(share), accuracy === undefined ? "-" : percent(accuracy)];
  });
  return { rows: [["test documents, without headers", "", "share", "accuracy"], ...rows], align: "lrrr" };
}

/** Shows the accuracy of single header fields. */
function fieldSection({ fields, messages }: Audit): Section {
  if (messages === 0) return ["no document begins with a header, so there are no fields to compare"];
  if (fields.length === 0) return ["no header field occurs in 5 % of the documents"];
  const rows = fields.slice(0, MAX_FIELDS).map(({ name, accuracy, share, predicts }) => {
    const classes = predicts.length > MAX_CLASSES ? plural(predicts.length, "class", "classes") : predicts.join(", ");
    return [fieldName(name), percent(accuracy), percent(share), classes];
  });
  return [{ rows: [["this field alone", "accuracy", "documents with it", "predicts"], ...rows], align: "lrrl" }];
}

/** Shows the accuracy without headers, footers and quotes. */
function bodySection({ messages, bodies: { accuracy, empty } }: Audit): Section {
  if (messages === 0) return [];
  const emptyBodies = `${plural(empty, "document has", "documents have")} no words in the body: the classifier sees nothing there`;
  return [`without headers, footers and quotes: ${percent(accuracy)} right`, ...(empty === 0 ? [] : [emptyBodies])];
}

/** Describes the leaks, and the accuracy without them. */
function conclusions({ copies: { none }, findings }: Audit): string[] {
  const { measured, tellingField: field, copies, honest } = findings;
  const telling = field && `${fieldName(field.name)} alone is right for ${percent(field.accuracy)}`;
  const copied =
    none.accuracy === undefined
      ? "All test documents have a copy in training."
      : `A copy of ${percent(1 - none.share)} of the test documents is in training; on the others the accuracy is ${percent(none.accuracy)}.`;
  return [
    ...(telling === undefined ? [] : [`The header gives the class away: ${telling}.`]),
    ...(copies ? [copied] : []),
    honestSentence(measured, honest, none.documents > 0),
  ];
}

/** Compares the measured accuracy with that of bodies alone, without copies. */
function honestSentence(measured: number, honest: number | undefined, hasOthers: boolean): string {
  if (honest === undefined) {
    return hasOthers
      ? "No document has a body, so there is no honest figure: everything was learned from headers."
      : "This split gives no honest figure: keep the copies of a text on one side of the split.";
  }
  return honest < measured
    ? `On bodies alone, without copies, the accuracy is ${percent(honest)}, not ${percent(measured)}.`
    : `Bodies alone, without copies, give ${percent(honest)}, at least as much as ${percent(measured)}.`;
}

/** Writes `message-id` as `Message-Id`. */
function fieldName(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
