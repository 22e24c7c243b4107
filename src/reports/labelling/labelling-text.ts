import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import type { GroupState, ItemLine, LabellingState, Question } from "../../labelling/state.js";
import { painted, shortened, type TerminalStyle, width, wrapped } from "../terminal/terminal.js";
import { keyCommands, openGroup, shortName } from "./key-commands.js";

/** A screen of a terminal. */
export interface ScreenStyle extends TerminalStyle {
  readonly columns: number;
  readonly rows: number;
}

/** The part of the screen that is not in the state. */
export interface ScreenView {
  /** The first line of the text that is shown. */
  readonly scrolled: number;
  /** The line at the bottom, such as a question or an error. Default: the keys. */
  readonly message?: string | undefined;
}

/** Returns the lines of the screen for a state. They are not longer or more than fit. */
export function labellingScreen(state: LabellingState, view: ScreenView, style: ScreenStyle): string[] {
  const { columns, rows, colour } = style;
  const question = state.isForecasting ? undefined : state.question;
  const group = openGroup(state);
  const head = [...row(progressOf(state), columns).map((line) => painted(line, "bold", colour)), ""];
  const choices = group ? classesOf(state) : question ? [...proposalsOf(question), ...classesOf(state)] : [];
  const keys = keyCommands(state).flatMap(({ text }) => text ?? []);
  const foot = [
    "",
    ...row(choices, columns).slice(0, rows / 3),
    ...(view.message === undefined ? row(keys, columns) : wrapped(view.message, columns)),
  ];
  const about = group ? groupLines(group, state) : question ? questionLines(question) : [];
  const top = about.map((line) => shortened(line, columns));
  const height = Math.max(1, rows - head.length - top.length - foot.length);
  const text = question ? textLines(question, style) : [];
  const from = Math.max(0, Math.min(view.scrolled, text.length - height));
  return [...head, ...top, ...text.slice(from, from + height), ...foot].slice(-rows);
}

/** Describes how far the session is, in a few words each. */
function progressOf({ phase, progress, reading, sampledFrom, filing, notices }: LabellingState): string[] {
  if (phase === "reading") return [`reading: ${plural(reading?.documents ?? 0, "document")}`];
  if (filing !== undefined) return [`filing: ${grouped(filing.documents)} of ${grouped(filing.of)}`];
  const { labelled, documents, expectedAccuracy: accuracy, sure } = progress;
  const all = sampledFrom === undefined ? "" : ` (a sample from ${grouped(sampledFrom)})`;
  return [
    `${grouped(labelled)} of ${grouped(documents)}${all} labelled`,
    accuracy
      ? `${percent(accuracy.value)} right (${percentRange([accuracy.from, accuracy.to])})`
      : "accuracy: known after some random questions",
    ...(sure ? [`${grouped(sure)} sure`] : []),
    ...notices,
  ];
}

/** Returns the lines above the text of a question: its fields, and documents like it. */
function questionLines({ fields, name, copies, alike }: Question): string[] {
  return [
    ...fields.map((field) => `${field.name}: ${field.text}`),
    ...(fields.length === 0 ? [name] : []),
    ...(copies > 1 ? [`decides ${plural(copies, "document")}: near copies, or messages of one thread`] : []),
    ...(alike ? [`${plural(alike.count, "other")} look the same:`, ...alike.examples.slice(0, 2).map(lineOf)] : []),
    "",
  ];
}

/** Describes a group of documents by its terms and some examples. */
function groupLines(group: GroupState, { groups }: LabellingState): string[] {
  const left = groups.filter(({ name }) => name === undefined).length;
  return [
    `${plural(group.size, "document")} that may belong together (${plural(left, "group")} to look at):`,
    group.terms.join(" "),
    "",
    ...group.examples.map(lineOf),
  ];
}

/** Writes a document as its sender, if known, and its title. */
function lineOf({ from, title }: ItemLine): string {
  return from === "" ? `  ${title}` : `  ${shortName(from)}  ${title}`;
}

/** Returns the lines of the text, with its marked words. */
function textLines({ text, marks }: Question, { columns, colour }: ScreenStyle): string[] {
  // Half as many wide letters fit.
  const most = width(text.replaceAll("\n", "")) > text.length ? columns >> 1 : columns;
  // A line ends after the last blank or at the line feed that fits; a longer word is cut.
  const lines = text.matchAll(new RegExp(`[^\\n]{0,${most}}(?:[ \\n]|$)|[^\\n]{${most}}`, "gu"));
  return Array.from(lines, ({ 0: line, index }) => {
    let shown = "";
    let at = index;
    const end = index + line.length;
    for (const mark of marks.filter((mark) => mark.start >= index && mark.end <= end)) {
      const look = mark.weight > 0.5 ? "good" : "middling";
      shown += text.slice(at, mark.start) + painted(text.slice(mark.start, mark.end), look, colour);
      at = mark.end;
    }
    return shown + text.slice(at, end).trimEnd();
  });
}

/** Lists the proposed classes with their keys. */
function proposalsOf({ proposals }: Question): string[] {
  return proposals.map(({ label, probability }, i) => `${i + 1} ${shortName(label)} ${percent(probability)}`);
}

/** Lists all classes with their keys and numbers of documents. */
function classesOf({ classes }: LabellingState): string[] {
  return classes.map(({ name, key, labelled }) => `${key === "" ? "·" : key} ${shortName(name)} (${labelled})`);
}

/** Puts as many parts on each line as fit. */
function row(parts: readonly string[], columns: number): string[] {
  const words = parts.map((part) => `${shortened(part, columns - 2)}  `);
  return words.length === 0 ? [] : wrapped(words, columns);
}

/** Tells in a few lines what came of a session that is done. @param into the folder as the user named it */
export function labellingResult({ result, sampledFrom, progress }: LabellingState, into: string): string {
  if (result === undefined) return "";
  const { filed, there, list, model, sort, correct, undo } = result;
  const hasRest = sampledFrom !== undefined || progress.labelled < progress.documents;
  const rest = progress.sure
    ? ` Sort the rest with it: ${sort}`
    : " It is sure of no other document: give more answers before you sort the rest with it.";
  const already = there > 0 ? `, ${grouped(there)} there already` : "";
  const lines = [
    list === undefined
      ? `${plural(filed, "document")} filed into ${into}${already}.`
      : `${plural(filed, "document")} listed in ${list}.`,
    ...(undo === undefined ? [] : [`To undo it: ${undo}`]),
    ...(sampledFrom === undefined ? [] : [`The rest of ${plural(sampledFrom, "document")} stays where it is.`]),
    ...(model === undefined ? [] : [`The model is in ${model}.${hasRest ? rest : ""}`]),
    ...(correct === undefined ? [] : [`To correct it, move documents to other folders, then: ${correct}`]),
  ];
  return `${lines.join("\n")}\n`;
}
