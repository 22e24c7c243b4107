import { sumOf } from "../../base/lists.js";
import { firstFew, grouped, likelier, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Counterfactual } from "../../classifiers/explain/counterfactual.js";
import type { ExplainedDecision, Explanation } from "../../classifiers/explain/explain.js";
import { dimmed, type Section, type Styled, terminalText } from "../blocks.js";
import { classificationJson, type ListedDocument } from "../classification/classification-lines.js";
import { type LabelledAnswer, labelsJson, NO_LABEL } from "../classification/label-lines.js";
import type { TerminalStyle } from "../terminal/terminal.js";
import { mailStory } from "./mail-story.js";
import { type Addend, isNothing, sumLines } from "./sum-lines.js";
import { shownTerm, termLegend } from "./term-text.js";

/** A document with its classification and the explanation. */
export interface ExplainedDocument extends ListedDocument {
  readonly explanation: Explanation;
  /** The terms without which the document would get another class. */
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

/** The name that `rest` has for a model without a prior. It says so little that a rest of 0.00 is left out. */
const NO_PRIOR = "rest";

/**
 * Returns an explanation as text: the class, the sum of evidence, and the change that would give another class.
 *
 * @param rest the name of the part of the sum that no term adds, `Explanation.prior`: "prior", "rest" or as the method
 *   calls it
 * @param terms maximum number of terms with their own line; undefined for a line for each part of a message instead
 * @param calibrated whether the probability is calibrated. The sum never is. Default false
 */
export function explanationText(
  { path, classification, heading, note, explanation, change }: ExplainedDocument,
  { rest, terms, calibrated = false }: Readonly<{ rest: string; terms: number | undefined; calibrated?: boolean }>,
  style: TerminalStyle = {},
): string {
  const { label, probability } = classification;
  const title = `${path}: ${label}, probability ${probability.toFixed(3)}`;
  const known = explanation.terms.length;
  const evidence =
    terms === undefined
      ? sumSection(explanation, rest, mailStory(explanation, heading))
      : evidenceSection(explanation, { rest, terms }, change.terms.slice(0, NAMED));
  const result = [titleOf(title, note), marginSentence(explanation, calibrated)];
  return terminalText([result, evidence, [changeText(change, label, known, terms === undefined)]], style);
}

/** Makes the title of an explanation, with the note on the document. */
function titleOf(title: string, note: string | undefined): Styled {
  return { text: note === undefined ? title : `${title}, ${note}`, look: "bold" };
}

/** Shows a sum of evidence: what the signs mean, the rest, the evidence, and the sum. */
function sumSection(
  { label, against, prior, margin }: Explanation,
  rest: string,
  evidence: readonly Addend[],
  legend: readonly Styled[] = [],
): Section {
  const addends = [
    ...(rest === NO_PRIOR && isNothing(prior) ? [] : [{ name: rest, logOdds: prior }]),
    ...evidence,
    { name: "sum", logOdds: margin, isTotal: true },
  ];
  return [dimmed(`+ for ${label}, - for ${against}`), (style) => sumLines(addends, style), ...legend];
}

/** Shows the evidence for one class against another. @param others terms that are shown elsewhere */
function evidenceSection(
  explanation: Explanation,
  { rest, terms }: { readonly rest: string; readonly terms: number },
  others: readonly string[] = [],
): Section {
  const legend = termLegend([...explanation.terms.slice(0, terms).map(({ term }) => term), ...others]);
  return sumSection(explanation, rest, addendsOf(explanation, terms), legend);
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
  options: { readonly rest: string; readonly terms: number },
  style: TerminalStyle = {},
): string {
  const title = titleOf(`${path}: ${labels.join(", ") || NO_LABEL}`, note);
  const sections = explained.flatMap(({ label, probability, threshold, isGiven, explanation }): Section[] => {
    const figures = `probability ${probability.toFixed(3)}, given from ${threshold.toFixed(3)}`;
    const heading: Styled = { text: `${label}${isGiven ? "" : " is not given"}: ${figures}`, look: "bold" };
    if (explanation === undefined) return [[heading, "All training documents have this label."]];
    // The probabilities of labels are calibrated, except those of labels with too few documents.
    return [[heading, marginSentence(explanation, true)], evidenceSection(explanation, options)];
  });
  return terminalText([[title], ...sections], style);
}

/** Returns the lines of the sum: the strongest terms, and the others of each side together. */
function addendsOf({ terms }: Explanation, shown: number): Addend[] {
  const others = terms.slice(shown);
  // The terms for the class (1) or against it (-1) that have no line of their own.
  const side = (sign: 1 | -1): Addend[] => {
    const ofSide = others.map(({ contribution }) => contribution).filter((logOdds) => logOdds * sign > 0);
    const name = `${grouped(ofSide.length)} more ${sign === 1 ? "for" : "against"}`;
    return ofSide.length === 0 ? [] : [{ name, logOdds: sumOf(ofSide), isTotal: true }];
  };
  const single = terms.slice(0, shown).map(({ term, count, contribution }) => ({
    name: `${shownTerm(term)}${count === 1 ? "" : ` ×${grouped(count)}`}`,
    logOdds: contribution,
  }));
  return [...single, ...side(1), ...side(-1)];
}

/** Says how much likelier one class is than the other. */
function marginSentence({ label, against, margin }: Explanation, calibrated: boolean): string {
  const [first, second] = margin < 0 ? [against, label] : [label, against];
  if (!Number.isFinite(margin)) return `${safeText(second)} is ruled out`;
  if (isNothing(margin)) return `${safeText(first)} and ${safeText(second)} are equally likely`;
  const lead = `${likelier(Math.abs(margin))} than ${safeText(second)}`;
  return `${safeText(first)} is ${lead}${calibrated ? ", before calibration" : ""}`;
}

/**
 * Says which terms the class depends on. `smallest` means that no smaller set of terms does the same.
 *
 * @param answer the class of the document
 * @param known number of terms of the document that the model knows
 * @param isStory whether it ends the story of a message, which names fewer terms
 */
function changeText({ label, terms, smallest }: Counterfactual, answer: string, known: number, isStory: boolean) {
  if (known === 0) return "The model knows none of its terms.";
  const stays = safeText(answer);
  if (label === undefined && smallest) return `It stays ${stays} whatever terms are removed.`;
  if (label === undefined) return "No set of terms was found whose removal changes the class.";
  if (isStory && terms.length > FEW) {
    return `Only without ${grouped(terms.length)} of ${plural(known, "term")} would it be ${safeText(label)}. --terms all shows them.`;
  }
  const found = `Without ${firstFew(terms.map(shownTerm), isStory ? FEW : NAMED)} (${grouped(terms.length)} of ${plural(known, "term")}) it would be ${safeText(label)}`;
  if (terms.length === 1) return `${found}.`;
  if (smallest) return `${found}; no smaller set changes the class.`;
  return `${found}; with any one of these back it is ${stays} again, but a smaller set may exist.`;
}

/** Maximum number of terms that the sentence on the change names. */
const NAMED = 12;
/** The same in the story of a message. */
const FEW = 5;
