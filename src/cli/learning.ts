import { statSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import type { LabelledDocument } from "../documents/document.js";
import { exists, modifiedTime } from "../documents/files.js";
import type { DocumentFate, Fate, Learning } from "../learning/learn.js";
import { load } from "../model-file.js";
import { updateModel } from "../model-update.js";
import { grouped, megabytes, plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { padEnd, width } from "../reports/table.js";
import { modelToBytes } from "../save-model.js";
import type { TextModel } from "../text-model.js";
import { DocumentLines, type EachOption } from "./document-lines.js";
import type { Inputs } from "./inputs.js";
import { namesOf, tell } from "./notices.js";
import { type CommonOptions, number } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";

/** What every command takes that changes a model. */
export type ChangeOptions = CommonOptions &
  EachOption & {
    readonly model: string;
    readonly dryRun?: boolean;
    readonly wait: number;
  };

/** How many seconds a command waits for another one that changes the model, unless told otherwise. */
export const WAIT = 10;

/** Adds what every command takes that changes a model. */
export function withChangeOptions(command: Command): Command {
  return command
    .requiredOption("-m, --model <file>", "the model")
    .option("--dry-run", "say what would be done, and leave the model as it is")
    .option("--wait <seconds>", "how long to wait for another command that changes the model", seconds, WAIT);
}

function seconds(text: string): number {
  const value = number(text);
  if (value >= 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("Required a number of seconds from 0 to 86400.");
}

/** The documents as they are learned, each read when its turn comes, behind a progress bar. */
export function* documentsOf(inputs: Inputs, label: string, options: CommonOptions): Generator<LabelledDocument> {
  // Nothing is drawn where somebody may type.
  const quiet = options.quiet || inputs.files.includes("-");
  const progress = progressBar("reading", inputs.files.length, { quiet });
  try {
    for (const { path, bytes, file, done } of inputs.contents()) {
      yield { id: path, label, bytes, time: file === "-" ? Date.now() : modifiedTime(file) };
      progress.update(done);
    }
  } finally {
    progress.stop();
  }
}

/** The argument of a class: without a name it is most likely a variable of a script that is not set. */
export function className(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Required the name of a class.");
}

/** Changes the model; or, on trial, a copy of it that nobody keeps. Names classes that others did not have beside them. */
export function changeModel<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel | undefined) => T,
): T {
  const { model: path, dryRun, wait } = options;
  let before: readonly string[] = [];
  const noting = (model: TextModel | undefined) => {
    before = model?.labels ?? [];
    return change(model);
  };
  const result = dryRun ? noting(exists(path) ? load(path) : undefined) : updateModel(path, noting, { wait });
  tell(options, ...newClassLines(before, result.model.labels));
  return result;
}

/** Of a model with one class, another is no surprise. */
function newClassLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length < 2) return [];
  const added = after.filter((label) => !before.includes(label));
  return added.map((label) => `thresher: ${safeText(label)} is a new class; known before: ${namesOf(before)}`);
}

/** The same, of a command that makes no model where there is none. */
export function changeExisting<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel) => T,
): T {
  return changeModel(options, (model) => change(model ?? load(options.model)));
}

const WORDS: Readonly<Record<Fate, string>> = {
  learned: "learned",
  relabelled: "relabelled",
  unlearned: "unlearned",
  known: "known already",
  unknown: "not known",
  right: "right already",
  binary: "left out, as no text",
};

/** What is no surprise of many documents: what was asked for, or was so before. */
const ORDINARY: ReadonlySet<Fate> = new Set<Fate>(["learned", "unlearned", "known", "right"]);

/**
 * A line for each document, of many for those that are out of the ordinary, and what the model knows then.
 *
 * @param asked what the command was to do, where that is a surprise of others
 */
export async function tellLearning(
  { model, documents }: Learning,
  options: ChangeOptions,
  asked?: Fate,
): Promise<void> {
  const output = new Output();
  if (options.json) {
    const result = {
      ...modelJson(model, options),
      documents: documents.map(({ id, fate, label, before }) => ({ path: id, fate, label, before })),
    };
    await output.write(`${safeJson(result, 2)}\n`);
  } else if (!options.quiet) {
    const columns = Math.max(0, ...documents.map(({ fate }) => width(WORDS[fate])));
    const lines = new DocumentLines(output, options);
    for (const document of documents) {
      const isOrdinary = ORDINARY.has(document.fate) || document.fate === asked;
      await lines.write(`${lineOf(document, columns)}\n`, isOrdinary);
    }
    await lines.end();
    await output.write(summaryText(countsText(documents), model, options));
    await output.write(lines.restText());
  }
  await output.flush();
}

function lineOf({ id, fate, label, before }: DocumentFate, columns: number): string {
  const labels = [before, label].filter((name, i, all) => name !== undefined && (i === 0 || name !== all[0]));
  const of = labels.map((name) => safeText(name as string)).join(" → ");
  return [padEnd(WORDS[fate], columns), ...(of === "" ? [] : [of]), safeText(id)].join("  ");
}

/** "2 learned, 1 known already". */
function countsText(documents: readonly DocumentFate[]): string {
  const fates = Object.keys(WORDS) as Fate[];
  const parts = fates.flatMap((fate) => {
    const { length } = documents.filter((document) => document.fate === fate);
    return length === 0 ? [] : [`${grouped(length)} ${WORDS[fate]}`];
  });
  return parts.length === 0 ? "no documents" : parts.join(", ");
}

/** What was done, and what the model knows then. */
export function summaryText(done: string, model: TextModel, options: ChangeOptions): string {
  const { model: path, dryRun } = options;
  const { labels, counts } = model;
  const classes = labels.map((label, c) => `${safeText(label)} ${grouped(counts.documents[c])}`).join(", ");
  const size = megabytes(sizeOf(model, options));
  const knows = `${plural(totalOf(model), "document")}${classes === "" ? "" : ` (${classes})`}`;
  return `${dryRun ? "Would be: " : ""}${done}. ${safeText(path)} ${dryRun ? "would know" : "knows"} ${knows}, ${size}.\n`;
}

/** What every command that changes a model prints of it. */
export function modelJson(model: TextModel, options: ChangeOptions): object {
  const { model: path, dryRun = false } = options;
  const { labels, counts, vocabulary } = model;
  return {
    model: path,
    dryRun,
    bytes: sizeOf(model, options),
    known: totalOf(model),
    classes: labels.map((label, c) => ({ label, documents: counts.documents[c] })),
    vocabulary: vocabulary.size,
  };
}

function sizeOf(model: TextModel, { model: path, dryRun }: ChangeOptions): number {
  return dryRun || !exists(path) ? modelToBytes(model).length : statSync(path).size;
}

function totalOf({ counts }: TextModel): number {
  return counts.documents.reduce((sum, n) => sum + n, 0);
}
