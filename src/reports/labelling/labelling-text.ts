import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import type { GroupState, ItemLine, LabellingState, Question } from "../../labelling/state.js";
import { padEnd, painted, shortened, type TerminalStyle, width, wrapped } from "../terminal/terminal.js";
import { type TextRange, wrappedRanges } from "./wrapped-ranges.js";

/** A screen of a terminal. */
export interface ScreenStyle extends TerminalStyle {
  readonly columns: number;
  readonly rows: number;
}

/** What a terminal shows beside the state. */
export interface ScreenView {
  /** The first line of the text that is shown. */
  readonly scrolled: number;
  /** The line at the bottom, such as a question or an error. Default: the keys. */
  readonly message?: string | undefined;
}

/** The longest line of a text that is easy to read. */
const READABLE = 90;

/** Returns the lines of the screen for a state. They are not longer or more than fit. */
export function labellingScreen(state: LabellingState, view: ScreenView, style: ScreenStyle): string[] {
  const { colour } = style;
  const group = state.groups.find(({ name }) => name === undefined);
  const isGroup = state.phase === "groups" && group !== undefined;
  const keys = isGroup ? groupKeys() : keysOf(state);
  const foot = [
    ...(isGroup ? classLines(state, style) : state.question ? proposalLines(state, state.question, style) : []),
    ...(view.message === undefined
      ? joined(keys, style.columns).map((line) => painted(line, "dim", colour))
      : wrapped(view.message, style.columns)),
  ];
  const head = [...joined(progressOf(state), style.columns).map((line) => painted(line, "bold", colour)), ""];
  const room = Math.max(1, style.rows - head.length - foot.length - 1);
  const body = isGroup
    ? groupLines(state, group, style)
    : state.question
      ? questionLines(state.question, view, style, room)
      : [];
  const shown = body.slice(0, room);
  return [...head, ...shown, ...Array<string>(room - shown.length).fill(""), "", ...foot].slice(-style.rows);
}

function progressOf({ phase, progress, reading, sampledFrom, filing, notices }: LabellingState): string[] {
  if (phase === "reading") return [`reading · ${plural(reading?.documents ?? 0, "document")}`];
  if (filing !== undefined) return [`filing · ${grouped(filing.documents)} of ${grouped(filing.of)}`];
  const { labelled, documents, expectedAccuracy: accuracy, sure, gain } = progress;
  const all = sampledFrom === undefined ? "" : ` (a sample of ${grouped(sampledFrom)})`;
  return [
    `${grouped(labelled)} of ${grouped(documents)}${all} labelled`,
    ...(accuracy ? [`${percent(accuracy.value)} right (${percentRange([accuracy.from, accuracy.to])})`] : []),
    ...(sure ? [`${grouped(sure)} sure`] : []),
    ...(gain ? [`${gain.answers} more answers: +${gain.points.toFixed(1)} points`] : []),
    ...notices,
  ];
}

function questionLines(
  { fields, text, marks, copies, alike, name }: Question,
  { scrolled }: ScreenView,
  { columns, colour }: ScreenStyle,
  room: number,
): string[] {
  const heading = fields.map(({ name, text }) => {
    return `${painted(padEnd(name[0].toUpperCase() + name.slice(1), 8), "dim", colour)} ${shortened(text, columns - 9)}`;
  });
  const about = [
    ...(fields.length === 0 ? [shortened(name, columns)] : []),
    ...(copies > 1 ? [`decides ${plural(copies, "document")}: near copies, or messages of one thread`] : []),
    ...(alike
      ? [
          `${plural(alike.count, "other")} look the same:`,
          ...alike.examples.slice(0, 2).map((line) => `  ${lineOf(line, columns - 2)}`),
        ]
      : []),
  ].map((line) => painted(shortened(line, columns), "dim", colour));
  const lines = wrappedRanges(text, Math.min(columns, READABLE));
  const left = Math.max(1, room - heading.length - about.length - 1);
  const from = Math.max(0, Math.min(scrolled, lines.length - left));
  return [...heading, ...about, "", ...lines.slice(from).map((line) => marked(text, line, marks, colour))];
}

/** Returns a line of the text with its marked words. */
function marked(
  text: string,
  { start, end }: TextRange,
  marks: Question["marks"],
  colour: boolean | undefined,
): string {
  let line = "";
  let at = start;
  for (const mark of marks) {
    if (mark.end <= at || mark.start >= end) continue;
    const [from, to] = [Math.max(at, mark.start), Math.min(end, mark.end)];
    line += text.slice(at, from) + painted(text.slice(from, to), mark.weight > 0.5 ? "good" : "middling", colour);
    at = to;
  }
  return line + text.slice(at, end);
}

function proposalLines(
  { classes }: LabellingState,
  { proposals }: Question,
  { columns, colour }: ScreenStyle,
): string[] {
  const known = proposals.map(({ label, probability }, i) => {
    const shown = `${i + 1} ${shortened(label, 30)} ${percent(probability).replace(/\.\d/, "")}`;
    return i === 0 ? painted(shown, "bold", colour) : shown;
  });
  const others = classes.filter(({ name }) => !proposals.some(({ label }) => label === name));
  const lettered = others.map(({ name, key }) => `${key === "" ? "·" : key} ${shortened(name, 30)}`);
  return [...packed(known, columns), ...packed(lettered, columns)].slice(-6);
}

function classLines({ classes }: LabellingState, { columns }: ScreenStyle): string[] {
  return packed(
    classes.map(({ name, key }) => `${key === "" ? "·" : key} ${shortened(name, 30)}`),
    columns,
  ).slice(-6);
}

function groupLines({ groups }: LabellingState, group: GroupState, { columns, colour }: ScreenStyle): string[] {
  const left = groups.filter(({ name }) => name === undefined).length;
  return [
    ...wrapped(
      `These ${plural(group.size, "document")} may belong together (${plural(left, "group")} to look at):`,
      columns,
    ),
    "",
    ...wrapped(group.terms, columns).map((line) => painted(line, "bold", colour)),
    "",
    ...group.examples.map((line) => lineOf(line, columns)),
  ];
}

function lineOf({ from, title }: ItemLine, columns: number): string {
  return shortened(from === "" ? title : `${shortened(from, 30)}  ${title}`, columns);
}

function groupKeys(): string[] {
  return [
    "n name it",
    "letter: belongs to that class",
    "s set it aside",
    "u undo",
    "Enter: to the questions",
    "q quit",
  ];
}

function keysOf({ phase, question, canUndo, classes }: LabellingState): string[] {
  if (phase === "groups") return ["Enter: to the questions", "q quit"];
  if (phase !== "questions") return ["q quit"];
  const [first] = question?.proposals ?? [];
  const forQuestion = [
    ...(first === undefined ? [] : [`space: ${shortened(first.label, 30)}`]),
    ...(classes.length === 0 ? [] : ["digit or letter: another"]),
    "n new class",
    ...(question?.alike === undefined ? [] : [`a all ${grouped(question.alike.count + 1)} alike`]),
    "s skip",
  ];
  const nothingLeft = ["no document is left to ask about"];
  return [
    ...(question === undefined ? nothingLeft : forQuestion),
    ...(canUndo ? ["u undo"] : []),
    "f finish",
    "q quit",
  ];
}

/** Joins parts with dots, on as many lines as needed. */
function joined(parts: readonly string[], columns: number): string[] {
  return packed(parts, columns, " · ").map((line) => shortened(line, columns));
}

/** Puts as many texts on a line as fit. */
function packed(texts: readonly string[], columns: number, between = "   "): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && width(plain(last)) + between.length + width(plain(text)) <= columns) {
      lines[lines.length - 1] = last + between + text;
    } else lines.push(text);
  }
  return lines;
}

/** Returns a text without looks. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looks begin with an escape
  return text.replace(/\u001b\[\d+m/g, "");
}
