import { statSync } from "node:fs";
import { sumOf } from "../../base/lists.js";
import { grouped, megabytes, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { exists } from "../../documents/files/file-status.js";
import { serialize } from "../../model/file/save-model.js";
import type { DocumentFate, Learning } from "../../model/learning/learn.js";
import type { Fate } from "../../model/learning/learner.js";
import type { TextModel } from "../../model/text-model.js";
import { widestOf } from "../../reports/terminal/table.js";
import { padEnd } from "../../reports/terminal/terminal.js";
import type { CommonOptions } from "../options/options.js";
import { classSizes, sizesText } from "./class-sizes.js";
import { DocumentLines, type EachOption, MAX_CHANGES } from "./document-lines.js";
import { printDone } from "./output.js";

/** The options of a command that changes a model, as far as they matter to what it prints. */
export type ModelChange = CommonOptions &
  EachOption & {
    /** The path of the model. */
    readonly model: string;
    /** Whether the change was only tried, and the file left as it is. */
    readonly dryRun?: boolean;
  };

/** The outcome for a document, in words. */
export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  learned: "learned",
  relabelled: "relabelled",
  unlearned: "unlearned",
  known: "known already",
  unknown: "not known",
  right: "right already",
  binary: "not text",
};

/** Fates that need no line among many documents. */
const ORDINARY: ReadonlySet<Fate> = new Set<Fate>(["learned", "unlearned", "known", "right"]);

/**
 * Prints a line for each document (of many, only those with problems), and what the model then knows.
 *
 * @param asked a fate that is no problem for this command, besides those of `ORDINARY`
 * @param hintOf returns a line on what else can be done; may be empty
 */
export async function printLearning(
  { model, documents }: Learning,
  options: ModelChange,
  asked?: Fate,
  hintOf = (_documents: readonly DocumentFate[]) => "",
): Promise<void> {
  const columns = widestOf(documents.map(({ fate }) => FATE_WORDS[fate]));
  const isOrdinary = ({ fate }: DocumentFate) => ORDINARY.has(fate) || fate === asked;
  const asText = () => {
    const lines = new DocumentLines(documents, (one) => lineOf(one, columns), isOrdinary, options, MAX_CHANGES);
    return lines.text + summaryText(countsText(documents), model, options) + lines.restText() + hintOf(documents);
  };
  const asJson = () => ({
    ...modelJson(model, options),
    documents: documents.map(({ id, fate, label, before }) => ({ path: id, fate, label, before })),
  });
  await printDone(options, { asJson, asText });
}

/**
 * Returns a line such as `relabelled  ham → spam  inbox/7`. A class that stays the same is shown once.
 *
 * @param columns the width of the first column
 */
function lineOf({ id, fate, label, before }: DocumentFate, columns: number): string {
  const labels = [before, label].filter((name, i, all) => name !== undefined && (i === 0 || name !== all[0]));
  const of = labels.map((name) => safeText(name as string)).join(" → ");
  return `${[padEnd(FATE_WORDS[fate], columns), ...(of === "" ? [] : [of]), safeText(id)].join("  ")}\n`;
}

/** Returns text such as `2 learned, 1 known already`. */
function countsText(documents: readonly DocumentFate[]): string {
  const fates = Object.keys(FATE_WORDS) as Fate[];
  const parts = fates.flatMap((fate) => {
    const { length } = documents.filter((document) => document.fate === fate);
    return length === 0 ? [] : [`${grouped(length)} ${FATE_WORDS[fate]}`];
  });
  return parts.length === 0 ? "no documents" : parts.join(", ");
}

/** Returns a sentence on what was done, and one on what the model then knows. @param done such as "2 learned" */
export function summaryText(done: string, model: TextModel, options: ModelChange): string {
  const { model: path, dryRun } = options;
  const size = megabytes(sizeOf(model, options));
  const knows = `${plural(sumOf(model.counts.documents), "document")}${sizesText(classSizes(model))}`;
  return `${dryRun ? "Would be: " : ""}${done}. ${safeText(path)} ${dryRun ? "would know" : "knows"} ${knows}, ${size}.\n`;
}

/** Returns the JSON of a changed model. */
export function modelJson(model: TextModel, options: ModelChange): object {
  const { model: path, dryRun = false } = options;
  return {
    model: path,
    dryRun,
    bytes: sizeOf(model, options),
    known: sumOf(model.counts.documents),
    classes: classSizes(model),
    vocabulary: model.vocabulary.size,
  };
}

/** Returns the size of the model file in bytes. After a dry run, it is the size that the file would have. */
function sizeOf(model: TextModel, { model: path, dryRun }: ModelChange): number {
  return dryRun || !exists(path) ? serialize(model).length : statSync(path).size;
}
