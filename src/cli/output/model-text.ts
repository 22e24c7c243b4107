import { countedBy } from "../../base/lists.js";
import { grouped, megabytes, percent, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import type { ChangedModel, ClassSize, ModelState } from "../../jobs/learning/change-model.js";
import type { TrainedModel } from "../../jobs/learning/new-model.js";
import { classifierText } from "../../reports/evaluation/settings-text.js";
import { padEnd, widestOf } from "../../reports/terminal/terminal.js";
import { documentLines, type EachOption, MAX_CHANGES } from "./document-lines.js";
import type { Outcome } from "./output.js";

/** If there are more classes, their sizes are not printed. */
const MAX_SIZES = 10;

/** Returns text such as ` (ham 8, spam 4)`, to follow a number of documents; empty if there are no classes. */
export function sizesText(classes: readonly ClassSize[]): string {
  const sizes = classes.map(({ label, documents }) => `${safeText(label)} ${grouped(documents)}`);
  return sizes.length === 0 ? "" : ` (${sizes.join(", ")})`;
}

/**
 * Says what a new model has learned, and how to use it.
 *
 * @param hint lines after the text, on what else can be done
 * @param use the command that sorts with the model
 */
export function newModelOutcome(
  trained: TrainedModel,
  hint = "",
  use = `thresher classify -m ${shellWord(trained.written.model)} PATH…`,
): Outcome {
  return { isDone: true, json: () => trained.written, text: () => newModelText(trained, use) + hint };
}

function newModelText({ written, isMultiLabel, hasPrevious }: TrainedModel, use: string): string {
  const { model, bytes, classifier, parts, documents, copies, unlabelled, vocabulary } = written;
  const [done, comma] = parts === undefined ? ["Learned", ":"] : [`Added up ${plural(parts, "part")}:`, ","];
  const { length } = written.classes;
  const classes = isMultiLabel ? plural(length, "label") : plural(length, "class", "classes");
  const counted = copies === undefined ? "" : `, ${plural(copies, "copy", "copies")} counted once`;
  const listed = length > MAX_SIZES ? "" : sizesText(written.classes);
  const previous = hasPrevious ? `; the one before is ${safeText(model)}.previous` : "";
  return (
    `${done} ${classes} from ${plural(documents, "document")}${counted}${listed}${comma} ` +
    `${plural(vocabulary, "term")}, ${classifierText(classifier)}.\n` +
    (unlabelled === undefined ? "" : `${unlabelledText(unlabelled)}\n`) +
    `The model is in ${safeText(model)} (${megabytes(bytes)})${previous}. Sort with it:\n  ${use}\n`
  );
}

/** Says how documents without labels were learned from. */
function unlabelledText({ documents, choice }: NonNullable<TrainedModel["written"]["unlabelled"]>): string {
  const { isUsed, judged, accuracy, alone, opinions } = choice;
  const count = `${plural(documents, "document")} without a label`;
  if (judged === 0) return `${count}, learned from as well. There were too few labelled ones to judge that.`;
  const figures = `of ${plural(judged, "labelled document")} hidden in folds, ${percent(accuracy)} are right with them, and ${percent(alone)} without`;
  const weights = opinions.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(", ");
  return isUsed ? `${count}, learned from as well: ${figures} (${weights}).` : `${count}, not used: ${figures}.`;
}

type DocumentFate = ChangedModel["documents"][number];
type Fate = DocumentFate["fate"];

/** The outcome for a document, in words. */
const FATE_WORDS: Readonly<Record<Fate, string>> = {
  learned: "learned",
  relabelled: "relabelled",
  unlearned: "unlearned",
  known: "known already",
  unknown: "not known",
  right: "right already",
  binary: "not text",
};

/** Among many documents, those with these fates are not listed. */
const ORDINARY: readonly Fate[] = ["learned", "unlearned", "known", "right"];
/** The same when documents get another label. */
export const ORDINARY_TO_RELABEL: readonly Fate[] = [...ORDINARY, "relabelled"];

/**
 * Returns a line for each document (of many, only those with problems), and what the model then knows.
 *
 * @param ordinary the fates that are no problem for this command
 */
export function changeText(
  { state, documents }: Pick<ChangedModel, "state" | "documents">,
  options: EachOption,
  ordinary = ORDINARY,
): string {
  const columns = widestOf(documents.map(({ fate }) => FATE_WORDS[fate]));
  const lineOf = ({ id, fate, label, before }: DocumentFate) => {
    // A class that stays the same is shown once.
    const labels = [...new Set([before, label])].filter((name) => name !== undefined);
    const shownLabels = labels.length === 0 ? [] : [labels.map(safeText).join(" → ")];
    return `${[padEnd(FATE_WORDS[fate], columns), ...shownLabels, safeText(id)].join("  ")}\n`;
  };
  const lines = documentLines(documents, lineOf, ({ fate }) => ordinary.includes(fate), options, MAX_CHANGES);
  const fates = Object.fromEntries(countedBy(documents, ({ fate }) => fate));
  return lines.text + stateText(fatesText(fates) || "no documents", state) + lines.restText();
}

/** Says what became of documents that change a model. */
export function changeOutcome(changed: Pick<ChangedModel, "state" | "documents">, text: () => string) {
  const documents = changed.documents.map(({ id, fate, label, before }) => ({ path: id, fate, label, before }));
  return { isDone: true, json: () => ({ ...changed.state, documents }), text };
}

/** Returns text such as `2 learned, 1 known already`; empty for no documents. */
export function fatesText(fates: { readonly [fate in Fate]?: number }): string {
  return (Object.keys(FATE_WORDS) as Fate[])
    .flatMap((fate) => (fates[fate] === undefined ? [] : `${grouped(fates[fate])} ${FATE_WORDS[fate]}`))
    .join(", ");
}

/** Returns a sentence on the changes, and one on the state of the model. @param done such as "2 learned" */
export function stateText(done: string, { model, dryRun, bytes, known, classes }: ModelState): string {
  const knows = `${plural(known, "document")}${sizesText(classes)}`;
  return `${dryRun ? "Would be: " : ""}${done}. ${safeText(model)} ${dryRun ? "would know" : "knows"} ${knows}, ${megabytes(bytes)}.\n`;
}
