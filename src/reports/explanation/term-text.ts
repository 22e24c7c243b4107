import { groupedBy, sumOf } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { StrongTerm } from "../../classifiers/explain/strongest.js";
import type { SimilarDocument } from "../../classifiers/neighbours/similar-documents.js";
import { dimmed, type Section, type Styled, terminalText } from "../blocks.js";
import type { TerminalStyle } from "../terminal/terminal.js";

/** Returns a term as it is printed. In a term of characters, which begins with `~`, blanks are made visible. */
export function shownTerm(term: string): string {
  return safeText(term.startsWith("~") ? term.replaceAll(" ", "␣") : term);
}

/**
 * Kinds of terms that are not single words, with their meaning. If several kinds with one sign occur, only the first is
 * explained.
 */
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

/** A term of a model with its count and strength in each class. */
export interface TermInClasses {
  readonly term: string;
  /** Whether counts are numbers of documents; otherwise they are numbers of occurrences. */
  readonly isPresence: boolean;
  /** In the order to show. `share` is the count as a share of all documents of the class, or of all its occurrences. */
  readonly classes: readonly (Pick<StrongTerm, "count" | "strength"> & Readonly<{ label: string; share: number }>)[];
}

/** Shows how often a term is in each class, and how strongly it speaks for or against the class. */
export function termSection({ term, isPresence, classes }: TermInClasses): Section {
  // Counts are fractions if the model has learned from documents without a label.
  const sum = Math.round(sumOf(classes.map(({ count }) => count)));
  const rows = classes.map(({ label, count, share, strength }) => {
    const signed = `${strength < 0 ? "-" : "+"}${Math.abs(strength).toPrecision(3)}`;
    return [label, grouped(Math.round(count)), `${(100 * share).toFixed(2)} %`, signed];
  });
  const counted = isPresence ? `in ${plural(sum, "document")}` : plural(sum, "occurrence");
  return [
    { text: `${shownTerm(term)}: ${counted}`, look: "bold" },
    { rows: [["class", isPresence ? "documents" : "count", "share", "strength"], ...rows], align: "lrrr" },
  ];
}

/** Says what the columns of `termSection` mean. */
export function columnLegend([{ isPresence }]: readonly TermInClasses[]): Styled {
  const whole = isPresence ? "the documents of the class" : "all occurrences of terms in the class";
  return dimmed(`share: of ${whole}; strength: + speaks for the class, - against it (see thresher inspect --help)`);
}

/** Shows the training documents most similar to a document on a terminal, each with its class and shared terms. */
export function similarText(path: string, similar: readonly SimilarDocument[], style: TerminalStyle = {}): string {
  const none = { code: "  no training document shares a term with it", language: "text" };
  if (similar.length === 0) return terminalText([[{ heading: path }, none]], style);
  const rows = similar.map(({ similarity, copy, label, id }) => {
    return ["", similarity.toFixed(3), copy ? "copy" : "", label, id];
  });
  const notes = similar.map(({ terms }) => {
    return terms.length === 0 ? [] : [SHARED_BY + terms.map(({ term }) => term).join(", ")];
  });
  const head = ["", "similarity", "", "class", "document"];
  const table = { rows: [head, ...rows], align: "lrlll", notes: [[], ...notes] };
  return terminalText([[{ heading: path }, table]], style);
}

/** The beginning of a line of shared terms. */
const SHARED_BY = "              by ";
