import { groupedBy, largest, smallest, sumOf } from "../../base/lists.js";
import { grouped, likelier, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Counterfactual } from "../../classifiers/explain/counterfactual.js";
import type { Explanation } from "../../classifiers/explain/explain.js";
import type { ExplainedDecision } from "../../classifiers/explain/explain-labels.js";
import { dimmed, type Section, type Styled, terminalText } from "../blocks.js";
import { classificationJson, type ListedDocument } from "../classification/classifications.js";
import { type LabelledAnswer, labelsJson, NO_LABEL } from "../classification/label-lines.js";
import { type TableLook, textTable, widestOf } from "../terminal/table.js";
import type { TerminalStyle } from "../terminal/terminal.js";

/** A document with its classification and the explanation. */
export interface ExplainedDocument extends Omit<ListedDocument, "heading"> {
  readonly explanation: Explanation;
  readonly change: Counterfactual;
}

/** Returns an explanation as `thresher explain --json` prints it, with all terms. Infinity becomes null in JSON. */
export function explanationJson({ path, classification, note, explanation, change }: ExplainedDocument): object {
  return {
    ...classificationJson({ path, classification, note }),
    explanation,
    change: { ...change, label: change.label ?? null },
  };
}

/** The options of `explanationText`. */
export interface ExplanationTextOptions {
  /** The name of `Explanation.prior`. */
  readonly rest: string;
  /** Maximum number of terms with their own line. */
  readonly terms: number;
  /** Whether the probability is calibrated. The sum never is. Default false. */
  readonly calibrated?: boolean;
}

/** One line of the sum, in natural log odds. */
interface Addend {
  readonly name: string;
  readonly logOdds: number;
  /** Whether the line sums up other lines. It has no bar, because a long bar would make the others too short. */
  readonly isTotal?: boolean;
}

/** Returns an explanation as text: the class, the sum of evidence, and the change that would give another class. */
export function explanationText(
  { path, classification, note, explanation, change }: ExplainedDocument,
  { rest, terms, calibrated = false }: ExplanationTextOptions,
  style: TerminalStyle = {},
): string {
  const { label, probability } = classification;
  const title = `${path}: ${label}, probability ${probability.toFixed(3)}`;
  const sections: Section[] = [
    [{ text: note === undefined ? title : `${title}, ${note}`, look: "bold" }, marginSentence(explanation, calibrated)],
    evidenceSection(explanation, { rest, terms }, change.terms.slice(0, NAMED)),
    [changeSentence(change, label, explanation.terms.length)],
  ];
  return terminalText(sections, style);
}

/** Shows the evidence for one class against another. @param others terms that are shown elsewhere */
function evidenceSection(
  explanation: Explanation,
  { rest, terms }: Pick<ExplanationTextOptions, "rest" | "terms">,
  others: readonly string[] = [],
): Section {
  return [
    { text: `+ for ${explanation.label}, - for ${explanation.against}`, look: "dim" },
    (style) => sumLines(addendsOf(explanation, rest, terms), style),
    ...termLegend([...explanation.terms.slice(0, terms).map(({ term }) => term), ...others]),
  ];
}

/** A document with its labels, and why it has them. */
export interface ExplainedLabels extends LabelledAnswer {
  readonly explained: readonly ExplainedDecision[];
}

/** Returns the explanation of several labels as `thresher explain --json` prints it, with all terms. */
export function labelExplanationJson({ explained, ...answer }: ExplainedLabels): object {
  return { ...labelsJson(answer, true), explanations: explained };
}

/** Returns the explanation of several labels as text: the labels, then for each the sum of evidence. */
export function labelExplanationText(
  { path, classification: { labels }, note, explained }: ExplainedLabels,
  options: Omit<ExplanationTextOptions, "calibrated">,
  style: TerminalStyle = {},
): string {
  const title = `${path}: ${labels.join(", ") || NO_LABEL}`;
  const sections = explained.flatMap(({ label, probability, threshold, isGiven, explanation }): Section[] => {
    const figures = `probability ${probability.toFixed(3)}, given from ${threshold.toFixed(3)}`;
    const heading: Styled = { text: `${label}${isGiven ? "" : " is not given"}: ${figures}`, look: "bold" };
    if (explanation === undefined) return [[heading, "All training documents have this label."]];
    return [[heading, marginSentence(explanation, true)], evidenceSection(explanation, options)];
  });
  return terminalText([[{ text: note === undefined ? title : `${title}, ${note}`, look: "bold" }], ...sections], style);
}

function addendsOf({ prior, terms, margin }: Explanation, rest: string, shown: number): Addend[] {
  const others = terms.slice(shown);
  const side = (sign: 1 | -1): Addend[] => {
    const ofSide = others.map(({ contribution }) => contribution).filter((logOdds) => logOdds * sign > 0);
    const name = `${grouped(ofSide.length)} more ${sign === 1 ? "for" : "against"}`;
    return ofSide.length === 0 ? [] : [{ name, logOdds: sumOf(ofSide), isTotal: true }];
  };
  return [
    // Leaves out a rest that would be shown as 0.00.
    ...(rest === "rest" && isNothing(prior) ? [] : [{ name: rest, logOdds: prior }]),
    ...terms.slice(0, shown).map(({ term, count, contribution }) => ({
      name: `${shownTerm(term)}${count === 1 ? "" : ` ×${grouped(count)}`}`,
      logOdds: contribution,
    })),
    ...side(1),
    ...side(-1),
    { name: "sum", logOdds: margin, isTotal: true },
  ];
}

/** The unit of the sum. */
const UNIT = "log odds";

/** Maximum and minimum width of the bars, in columns. */
const WIDEST = 40;
const NARROWEST = 9;

function sumLines(
  addends: readonly Addend[],
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): readonly string[] {
  const figures = addends.map(({ logOdds }) => signed(logOdds));
  const names = widestOf(addends.map(({ name }) => name));
  const room = columns - widestOf([UNIT, ...figures]) - 4;
  // Bars take the room beside the names. Long names are shortened to keep NARROWEST columns, if there is room for that.
  const bars = Math.min(WIDEST, Math.max(room - names, Math.min(NARROWEST, Math.floor(room / 3))));
  const single = addends.filter(({ isTotal }) => !isTotal);
  const numbers = single.map(({ logOdds }) => logOdds);
  const drawn = bars < NARROWEST ? [] : signedBars(numbers, bars);
  const rows = [
    ["", UNIT, ""],
    ...addends.map((addend, a) => [addend.name, figures[a], drawn[single.indexOf(addend)] ?? ""]),
  ];
  const look: TableLook = (row, column) => {
    if (column < 2) return row === addends.length ? "bold" : undefined;
    return addends[row - 1]?.logOdds < 0 ? "series 2" : "series 1";
  };
  return textTable(rows, "lrr", { columns, colour, look });
}

function marginSentence({ label, against, margin }: Explanation, calibrated: boolean): string {
  const [first, second] = margin < 0 ? [against, label] : [label, against];
  if (!Number.isFinite(margin)) return `${safeText(second)} is ruled out`;
  if (isNothing(margin)) return `${safeText(first)} and ${safeText(second)} are equally likely`;
  const lead = `${likelier(Math.abs(margin))} than ${safeText(second)}`;
  return `${safeText(first)} is ${lead}${calibrated ? ", before calibration" : ""}`;
}

function changeSentence({ label, terms, smallest }: Counterfactual, answer: string, known: number): string {
  if (known === 0) return "The model knows none of its terms.";
  const stays = safeText(answer);
  if (label === undefined && smallest) return `It stays ${stays} whatever terms are removed.`;
  if (label === undefined) return "No set of terms was found whose removal changes the class.";
  const named = terms.slice(0, NAMED).map(shownTerm).join(", ");
  const more = terms.length > NAMED ? ` and ${grouped(terms.length - NAMED)} more` : "";
  const found = `Without ${named}${more} (${grouped(terms.length)} of ${plural(known, "term")}) it would be ${safeText(label)}`;
  if (terms.length === 1) return `${found}.`;
  if (smallest) return `${found}; no smaller set changes the class.`;
  return `${found}; with any one of these back it is ${stays} again, but a smaller set may exist.`;
}

/** Maximum number of terms that a sentence names. */
const NAMED = 12;

function signed(logOdds: number): string {
  const size = Number.isFinite(logOdds) ? grouped(Math.abs(logOdds).toFixed(2)) : "∞";
  return isNothing(logOdds) ? size : `${logOdds < 0 ? "-" : "+"}${size}`;
}

/** Whether the log odds are shown as 0.00. */
function isNothing(logOdds: number): boolean {
  return Math.abs(logOdds) < 0.005;
}

/** Returns a term as it is printed. In a term of characters, blanks are made visible. */
export function shownTerm(term: string): string {
  return safeText(term.startsWith("~") ? term.replaceAll(" ", "␣") : term);
}

/** Kinds of terms that are not single words, with their meaning. Of kinds with one sign, the first is explained. */
const KINDS: readonly (readonly [looks: RegExp, sign: string, meaning: string])[] = [
  [/^~.* /, "~", "~a␣b: characters, also across words; ␣ is a blank"],
  [/^~/, "~", "~abc: characters within a word; | marks its beginning or end"],
  [/^[^~]* \+\d+ /, "+", "a +2 b: two words, the second two places after the first"],
];

/** Explains the terms that are not single words, in sentences to print below them. */
export function termLegend(terms: readonly string[]): Styled[] {
  const kinds = KINDS.filter(([looks]) => terms.some((term) => looks.test(term)));
  const bySign = groupedBy(kinds, ([, sign]) => sign).values();
  return Array.from(bySign, ([[, , meaning]]) => dimmed(meaning));
}

const AXIS = "│";

/**
 * Draws a bar for each number on one scale: to the right of a common axis for a positive number, to the left for a
 * negative one. Each bar is a string of exactly `columns` columns. An infinite number fills its side.
 *
 * @param columns at least 3
 */
export function signedBars(numbers: readonly number[], columns: number): string[] {
  const places = columns - AXIS.length;
  const [negative, positive] = [-1, 1].map((sign) => numbers.map((n) => sign * n).filter((size) => size > 0));
  const [least, most] = [negative, positive].map((sizes) => largest(sizes.filter(Number.isFinite), 0));
  const [needsLeft, needsRight] = [negative, positive].map((sizes) => Math.min(1, sizes.length));
  // The sides are in proportion to the longest bars, with at least one column for a bar.
  const share = least + most === 0 ? 1 / 2 : least / (least + most);
  const left = Math.min(places - needsRight, Math.max(needsLeft, Math.round(places * share)));
  const right = places - left;
  const scale = smallest([left / least, right / most].filter(Number.isFinite));
  const bar = (number: number, room: number, half: string): [blocks: string, half: string] => {
    const halves = number === Number.POSITIVE_INFINITY ? 2 * room : number > 0 ? Math.round(2 * scale * number) : 0;
    return ["█".repeat(halves >> 1), halves % 2 === 1 ? half : ""];
  };
  return numbers.map((number) => {
    const before = bar(-number, left, "▐").toReversed().join("").padStart(left);
    return before + AXIS + bar(number, right, "▌").join("").padEnd(right);
  });
}
