import type { Filed } from "../filing/filing.js";
import type { MoveSince } from "../filing/moves.js";
import { grouped, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { shellWord } from "./shell-word.js";
import { padEnd, textTable, width } from "./table.js";
import { painted, shortened, type TerminalStyle } from "./terminal.js";

/** A message that was sorted. */
export interface SortedMessage extends Filed {
  readonly path: string;
  /** The most probable class. */
  readonly label: string;
  /** Its probability. */
  readonly probability: number;
  /** Whether that is too little to go by. */
  readonly isUnsure: boolean;
}

/** Why an unsure message is left. */
export const UNSURE = "unsure";
/** Why a message of a class is left that is not to be filed. */
export const NOT_CHOSEN = "not chosen";

/** Whether a message is where its class says, or was to be left: one that is not stands in no journal. */
export function isOrdinary({ outcome, why }: SortedMessage): boolean {
  return outcome !== "left" || why === NOT_CHOSEN;
}

/** A path longer than this moves its own line's columns and no other's. */
const WIDEST_PATH = 60;
/** Beside probability, arrow and the spaces between columns. */
const FIXED_COLUMNS = 13;
/** Less than this of a path tells nothing; the line becomes longer than the terminal. */
const NARROWEST_PATH = 12;

/**
 * A line for each message: path, class, probability, and where it went or why it did not.
 *
 * @param paths all paths to come, so that columns can be aligned
 * @param labels all classes
 */
export function filingLines(
  paths: readonly string[],
  labels: readonly string[],
  { columns }: TerminalStyle,
): (message: SortedMessage) => string {
  const widestLabel = Math.max(0, ...labels.map((label) => width(safeText(label))));
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - widestLabel - FIXED_COLUMNS;
  const widestPath = paths.reduce((widest, path) => Math.max(widest, Math.min(WIDEST_PATH, width(safeText(path)))), 0);
  const pathWidth = Math.max(NARROWEST_PATH, Math.min(widestPath, Math.floor(room / 2)));
  const cut = (text: string, most: number) => (columns === undefined ? text : shortened(text, most));
  return (message) => {
    const path = padEnd(cut(safeText(message.path), pathWidth), pathWidth);
    const label = padEnd(safeText(message.label), widestLabel);
    const where = cut(placeText(message), Math.max(NARROWEST_PATH, room - pathWidth));
    return `${path}  ${label}  ${message.probability.toFixed(3)}  ${where}\n`;
  };
}

function placeText({ outcome, target = "", why = "" }: SortedMessage): string {
  if (outcome === "left" && why === NOT_CHOSEN) return "left";
  if (outcome === "left") return why === UNSURE ? "unsure, left" : `left: ${safeText(why)}`;
  return outcome === "there" ? `already in ${safeText(target)}` : `→ ${safeText(target)}`;
}

/** How many messages of a class went which way. */
export interface FilingCount {
  /** Null for the unsure ones. */
  readonly label: string | null;
  filed: number;
  there: number;
  left: number;
}

/** Of each class in order, the unsure ones last; those without a message are left out. */
export function filingCounts(messages: readonly SortedMessage[], labels: readonly string[]): FilingCount[] {
  const counts = new Map<string | null, FilingCount>();
  for (const label of [...labels, null]) counts.set(label, { label, filed: 0, there: 0, left: 0 });
  for (const { label, isUnsure, outcome } of messages) {
    const count = counts.get(isUnsure ? null : label);
    if (count !== undefined) count[outcome]++;
  }
  return [...counts.values()].filter(({ filed, there, left }) => filed + there + left > 0);
}

/** What was done, in the past tense and as a condition. */
const DONE = { copy: "copied", move: "moved", link: "linked" } as const;

/** The table of the counts; columns without any are left out. */
export function filingCountsText(
  counts: readonly FilingCount[],
  mode: keyof typeof DONE,
  dryRun: boolean,
  { colour }: TerminalStyle,
): string {
  const columns = [
    { key: "filed", title: dryRun ? `would be ${DONE[mode]}` : DONE[mode] },
    { key: "there", title: "already there" },
    { key: "left", title: "left" },
  ] as const;
  const shown = columns.filter(({ key }) => key === "filed" || counts.some((count) => count[key] > 0));
  const rows = [
    ["class", ...shown.map(({ title }) => title)],
    ...counts.map((count) => [
      count.label === null ? "(unsure)" : safeText(count.label),
      ...shown.map(({ key }) => grouped(count[key])),
    ]),
  ];
  const lines = textTable(rows, `l${"r".repeat(shown.length)}`, (cell, row) =>
    row === 0 ? painted(cell, "bold", colour) : cell,
  );
  return `${lines.join("\n")}\n`;
}

/**
 * What can be done next, as commands.
 *
 * @param learn by which model, and from which journal or folder; undefined if the model cannot learn
 */
export function nextSteps(
  journal: string,
  learn: { readonly model: string; readonly from: string } | undefined,
): string {
  const undo = `To take it back: thresher sort --undo ${shellWord(journal)}\n`;
  if (learn === undefined) return undo;
  const [from, model] = [shellWord(learn.from), shellWord(learn.model)];
  return `${undo}To learn what you then put elsewhere: thresher sort --learn-moves ${from} -m ${model}\n`;
}

/**
 * How far a run came that was stopped, and how to go on or to take it back.
 *
 * @param at the file that it would have gone on with, from 1, of so many
 * @param journal if anything was filed
 */
export function stoppedText(
  at: { readonly file: number; readonly of: number },
  counts: readonly FilingCount[],
  mode: keyof typeof DONE,
  dryRun: boolean,
  journal: string | undefined,
): string {
  const filed = counts.reduce((sum, count) => sum + count.filed, 0);
  const done = `${plural(filed, "document")} ${dryRun ? "would be " : ""}${DONE[mode]}`;
  const undo = journal === undefined ? "" : `; to take it back: thresher sort --undo ${shellWord(journal)}`;
  return `at file ${grouped(at.file)} of ${grouped(at.of)}, ${done} before it: to go on, run the same command again${undo}`;
}

/** A line for each message that was put elsewhere: path, the class that it was filed as, the one it is in now. */
export function movesText(moves: readonly MoveSince[]): string {
  const rows = moves.map(({ path, from, to }) => {
    return [safeText(path), from === undefined ? "(unsure)" : safeText(from), "→", safeText(to)];
  });
  return textTable(rows, "llll")
    .map((line) => `${line}\n`)
    .join("");
}

/** One message as a JSON value. */
export function sortedJson({ path, label, probability, isUnsure, outcome, target, why }: SortedMessage): object {
  return { path, label, probability, unsure: isUnsure, outcome, target, why };
}
