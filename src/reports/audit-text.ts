import type { CopyGroup, CopyKind, TestedByKind } from "../evaluation/duplicates.js";
import type { Audit, Duplicates, FieldAccuracy, Findings, PartAccuracy } from "../evaluation/leakage.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { wrapped } from "./table.js";
import { painted, shortened, type TerminalStyle } from "./terminal.js";

/** As many as somebody will read; JSON has more. */
const FIELDS = 8;
const GIVEAWAYS = 8;
const GIVEAWAYS_OF_A_FIELD = 2;
const GROUPS = 3;
const CLASSES = 3;

/** A term longer than this is no word that somebody will read to its end. */
const TERM_LENGTH = 40;

/**
 * An audit for people: what each part of the messages is worth, copies across the split,
 * fields and terms that give a class away, and what it comes to.
 *
 * @param strip what the evaluation that was audited left out
 * @param style default: plain, and as wide as it needs to be
 */
export function auditText(audit: Audit, strip: readonly string[], style: TerminalStyle = {}): string {
  const { parts, messages, duplicates, fields, findings } = audit;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const tables = [
    ...partLines(parts, messages, strip, columns),
    "",
    ...copyLines(duplicates, columns),
    "",
    ...fieldLines(fields, messages, columns),
    "",
  ];
  const lines = [
    "",
    painted("audit: does the split leak?", "bold", colour),
    "",
    ...tables,
    ...findingLines(findings, audit).flatMap((sentence) => wrapped(sentence.split(" "), columns)),
  ];
  return `${lines.join("\n")}\n`;
}

function partLines(
  parts: readonly PartAccuracy[],
  messages: number,
  strip: readonly string[],
  columns: number,
): string[] {
  if (messages === 0) return ["no document begins with a header: there are no parts to leave out"];
  const evaluated = (part: PartAccuracy) => strip.length === part.strip.length && strip.every((s) => isOneOf(s, part));
  return fittedTable(
    [
      ["accuracy", "all tested", "no copy in training", ""],
      ...parts.map((part) => [
        part.name,
        percent(part.accuracy),
        shareOrNone(part.accuracyWithoutCopies),
        evaluated(part) ? "(as evaluated)" : "",
      ]),
    ],
    "lrrl",
    columns,
  );
}

function isOneOf(part: string, { strip }: PartAccuracy): boolean {
  return (strip as readonly string[]).includes(part);
}

function copyLines({ tested, groups, conflicts }: Duplicates, columns: number): string[] {
  const names: Readonly<Record<CopyKind, string>> = {
    exact: "with the same text in training",
    near: "with nearly the same text in training",
    none: "with neither",
  };
  const lines = fittedTable(
    [
      ["test documents (headers aside)", "", "share", "accuracy"],
      ...(Object.keys(names) as CopyKind[]).map((kind) => {
        const { documents, share, accuracy } = tested[kind];
        return [names[kind], grouped(documents), percent(share), shareOrNone(accuracy)];
      }),
    ],
    "lrrr",
    columns,
  );
  if (groups.length > 0) lines.push("", "largest groups of copies", ...groupLines(groups, columns));
  if (conflicts.texts > 0) {
    const texts = plural(conflicts.texts, "text is", "texts are");
    lines.push(
      "",
      ...wrapped(
        `${texts} filed under several classes, ${plural(conflicts.documents, "document")}: by its words alone no classifier gets more than ${percent(conflicts.ceiling)}`.split(
          " ",
        ),
        columns,
      ),
      ...groupLines(conflicts.groups, columns),
    );
  }
  return lines;
}

function groupLines(groups: readonly CopyGroup[], columns: number): string[] {
  return fittedTable(
    groups.slice(0, GROUPS).map(({ documents, texts, classes, examples }) => {
      const named = classes.slice(0, CLASSES).map((of) => `${safeText(of.label)} ${grouped(of.documents)}`);
      const more = classes.length > CLASSES ? ", …" : "";
      return [
        grouped(documents),
        texts === 1 ? "one text" : `${grouped(texts)} texts`,
        `${named.join(", ")}${more}`,
        `${examples.map(safeText).join(" ")}${documents > examples.length ? " …" : ""}`,
      ];
    }),
    "rlll",
    columns,
  );
}

function fieldLines(fields: readonly FieldAccuracy[], messages: number, columns: number): string[] {
  if (fields.length === 0) {
    return [messages === 0 ? "no header, so no field to look at" : "no header field that 5 % of the documents have"];
  }
  const lines = fittedTable(
    [
      ["field alone", "accuracy", "where given", "documents with it"],
      ...fields
        .slice(0, FIELDS)
        .map((field) => [
          fieldName(field.name),
          percent(field.accuracy),
          shareOrNone(field.accuracyWhereGiven),
          percent(field.share),
        ]),
    ],
    "lrrr",
    columns,
  );
  const strongest = fields
    .flatMap(({ name, strongest: terms }) => terms.slice(0, GIVEAWAYS_OF_A_FIELD).map((term) => ({ name, ...term })))
    .sort((a, b) => b.ofClass - a.ofClass || a.documents - b.documents);
  if (strongest.length === 0) return lines;
  const count = fields.reduce((sum, { giveaways }) => sum + giveaways, 0);
  lines.push(
    "",
    `${plural(count, "term gives its class", "terms give their classes")} away, such as`,
    ...fittedTable(
      strongest
        .slice(0, GIVEAWAYS)
        .map(({ name, term, label, documents, ofClass }) => [
          `${fieldName(name)}: ${safeText(shortened(term, TERM_LENGTH))}`,
          `→ ${safeText(label)}`,
          `in ${grouped(ofClass)} of ${grouped(documents)}`,
        ]),
      "lll",
      columns,
    ),
  );
  return lines;
}

/** What leaks, in plain words, and the figure that is left. */
function findingLines(
  { measured, tellingField, headerGain, header, copies, honest }: Findings,
  audit: Audit,
): string[] {
  const lines: string[] = [];
  if (tellingField !== undefined) {
    const { name, accuracy } = tellingField;
    lines.push(`The header says the class: ${fieldName(name)} alone is right for ${percent(accuracy)}.`);
  } else if (header) {
    lines.push(`Header lines that only some classes have are worth ${(headerGain * 100).toFixed(1)} points.`);
  }
  if (copies) lines.push(copiesSentence(audit.duplicates.tested));
  if (honest === undefined) {
    lines.push("No honest figure can be had from this split: split so that copies stay on one side.");
  } else if (lines.length === 0) {
    lines.push(`Neither headers nor copies raise the figure: the accuracy of ${percent(measured)} stands.`);
  } else if (honest < measured) {
    lines.push(`On bodies alone and without copies the accuracy is ${percent(honest)}, not ${percent(measured)}.`);
  } else {
    lines.push(
      `That does not raise the figure: bodies alone, without copies, give ${percent(honest)}, no less than ${percent(measured)}.`,
    );
  }
  return lines;
}

function copiesSentence({ none }: TestedByKind): string {
  const share = percent(1 - none.share);
  if (none.accuracy === undefined) return "All test documents have a copy in training.";
  return `Of the test documents ${share} have a copy in training; on the others the accuracy is ${percent(none.accuracy)}.`;
}

/** As it is usually written: `message-id` as `Message-Id`. */
function fieldName(name: string): string {
  return safeText(name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase()));
}

function shareOrNone(share: number | undefined): string {
  return share === undefined ? "-" : percent(share);
}
