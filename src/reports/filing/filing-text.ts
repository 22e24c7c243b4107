import { groupedBy } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { NOT_CHOSEN, UNSURE } from "../../delivery/filing/policy.js";
import type { Filed } from "../../delivery/filing/store.js";
import type { Repair } from "../../delivery/filing/undo.js";
import { terminalText } from "../blocks.js";
import { headingCells, headingWidths, type ListedDocument } from "../classification/classification-lines.js";
import { BOLD_HEAD, padEnd, pathColumn, shortened, type TerminalStyle, widestOf } from "../terminal/terminal.js";

/** A message that `sort` has handled. */
export interface SortedMessage extends Filed, Omit<ListedDocument, "classification"> {
  /** The most probable class. From a model of several labels: the labels, as in `a;b`. */
  readonly label: string;
  /** The labels, if the model gives several. */
  readonly labels?: readonly string[];
  /** Its paths in the folders of the labels after the first. */
  readonly more?: readonly string[];
  /** The probability of this class. */
  readonly probability: number;
  /** Whether the probability is too low, or the model knows no term of the message. */
  readonly isUnsure: boolean;
}

/** Returns whether a message was filed, was there already, or was left because its class was not chosen. */
export function isOrdinary({ outcome, why }: SortedMessage): boolean {
  return outcome !== "left" || why === NOT_CHOSEN;
}

/** Minimum width of a shortened path or place, even if the line gets too long. */
const NARROWEST = 12;
/** Number of columns for the probability and spaces. */
const FIXED_COLUMNS = 11;

/**
 * Returns a function that writes the line of a message: path, class, probability, and its target or why it was left.
 *
 * @param paths all paths that will follow, to align the columns
 * @param labels all classes
 * @param hasHeadings whether to show sender and subject before the class
 */
export function filingLines(
  paths: readonly string[],
  labels: readonly string[],
  { columns }: TerminalStyle,
  hasHeadings = false,
): (message: SortedMessage) => string {
  const labelWidth = widestOf(labels.map(safeText));
  // The target may take half of the line, or a quarter beside sender and subject.
  const most = (columns ?? Number.POSITIVE_INFINITY) / (hasHeadings ? 4 : 2);
  const placeWidth = Math.max(NARROWEST, Math.floor(most));
  const pathRoom = columns === undefined ? Number.POSITIVE_INFINITY : columns - placeWidth - labelWidth - FIXED_COLUMNS;
  const widths = hasHeadings
    ? headingWidths(pathColumn(paths), labelWidth, columns && columns - placeWidth - 2)
    : [Math.max(NARROWEST, Math.min(pathColumn(paths), pathRoom))];
  return (message) => {
    const { label, probability } = message;
    const lead = headingCells(message, widths, hasHeadings || columns !== undefined);
    const place = shortened(placeText(message), placeWidth);
    return `${[...lead, padEnd(safeText(label), labelWidth), probability.toFixed(3), place].join("  ")}\n`;
  };
}

/** Says where a message is filed, or why it is left. */
function placeText({ outcome, target: first = "", more = [], why = "", note }: SortedMessage): string {
  const target = [first, ...more].join(", ");
  if (outcome === "left" && why === NOT_CHOSEN) return "left";
  if (outcome === "left" && why === UNSURE) return note === undefined ? "unsure, left" : `unsure, left: ${note}`;
  if (outcome === "left") return `left: ${safeText(why)}`;
  return outcome === "there" ? `already in ${safeText(target)}` : `→ ${safeText(target)}`;
}

/** The number of messages of a class by outcome. */
type FilingCount = ReturnType<typeof filingCounts>[number];

/** Counts the messages of each class that has any. One with several labels counts under each. Unsure messages are last, with null for the class. */
export function filingCounts(messages: readonly SortedMessage[], labels: readonly string[]) {
  const counted = messages.flatMap((message) => {
    const { isUnsure, label, labels = [label], outcome } = message;
    return (isUnsure ? [null] : labels).map((key) => ({ key, outcome }));
  });
  const groups = groupedBy(counted, ({ key }) => key);
  return [...labels, null].flatMap((label) => {
    const own = groups.get(label) ?? [];
    const count = (outcome: Filed["outcome"]) => own.filter((one) => one.outcome === outcome).length;
    return own.length === 0 ? [] : [{ label, filed: count("filed"), there: count("there"), left: count("left") }];
  });
}

/** The past participle of each mode. */
const DONE = { copy: "copied", move: "moved", link: "linked", mark: "marked" } as const;

/** Shows the counts as a table, without empty columns. */
export function filingCountsText(
  counts: readonly FilingCount[],
  mode: keyof typeof DONE,
  dryRun: boolean,
  style: TerminalStyle,
): string {
  const columns = [
    { key: "filed", title: dryRun ? `would be ${DONE[mode]}` : DONE[mode] },
    { key: "there", title: "already there" },
    { key: "left", title: "left" },
  ] as const;
  const shown = columns.filter(({ key }) => key === "filed" || counts.some((count) => count[key] > 0));
  const rows = [
    ["class", ...shown.map(({ title }) => title)],
    ...counts.map((count) => [count.label ?? "(unsure)", ...shown.map(({ key }) => grouped(count[key]))]),
  ];
  return terminalText([[{ rows, align: `l${"r".repeat(shown.length)}`, look: BOLD_HEAD }]], style);
}

/**
 * Describes how far a stopped run came, and how to continue or undo it.
 *
 * @param position the number of the next file, from 1, and the number of files
 * @param undo the command that undoes it, if anything was filed
 */
export function stoppedText(
  position: string,
  counts: readonly FilingCount[],
  mode: keyof typeof DONE,
  dryRun: boolean,
  undo: string | undefined,
): string {
  const filed = counts.reduce((sum, count) => sum + count.filed, 0);
  const done = `${plural(filed, "document")} ${dryRun ? "would be " : ""}${DONE[mode]}`;
  const back = undo === undefined ? "" : `; to undo it: ${undo}`;
  return `at ${position}, ${done} before it: to go on, run the same command again${back}`;
}

/** Writes the lines about the repair after a stopped run. They name everything that is removed. */
export function repairLines(repair: RepairText, journal: string, dryRun: boolean): string[] {
  const { documents, removed, twice, cure } = repair;
  const order = `${plural(documents, "document")} ${dryRun ? "to put" : "put"} in order`;
  return [
    `an earlier run was stopped: ${documents === 0 ? "nothing was half done" : order} (${safeText(journal)})`,
    ...removed.map((path) => `${dryRun ? "would remove" : "removed"} ${safeText(path)}, which is not a whole document`),
    ...twice.map(({ source, target }) => `${safeText(source)} is in ${safeText(target)}, too: ${cure}`),
  ];
}

/** The unfinished work of a stopped run. Paths are ready to print. */
interface RepairText extends Pick<Repair, "documents" | "removed"> {
  /** Documents that are in two places. */
  readonly twice: readonly { readonly source: string; readonly target: string }[];
  /** Advice on documents that are there twice. */
  readonly cure: string;
}

/** Returns one message as JSON. */
export function sortedJson({ isUnsure: unsure, path, label, probability, ...filed }: SortedMessage): object {
  const { labels, outcome, target, more, why, note } = filed;
  return { path, label, labels, probability, unsure, outcome, target, more, why, note };
}
