import { statSync } from "node:fs";
import type { Command } from "commander";
import { UsageError } from "../../base/errors.js";
import { largest, sumOf } from "../../base/lists.js";
import { grouped, megabytes, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { LabelledDocument } from "../../documents/document.js";
import { exists, modifiedTime } from "../../documents/files/files.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { modelToBytes } from "../../model/file/save-model.js";
import type { Fate } from "../../model/learning/incremental-model.js";
import type { DocumentFate, Learning } from "../../model/learning/learn.js";
import type { TextModel } from "../../model/text-model.js";
import { padEnd, width } from "../../reports/terminal/terminal.js";
import { NO_MODEL } from "../options/config.js";
import { withModel } from "../options/defaults.js";
import { type CommonOptions, withOptions } from "../options/options.js";
import { numberThat } from "../options/parsers.js";
import { classSizes, sizesText } from "../output/class-sizes.js";
import { DocumentLines, type EachOption, MAX_CHANGES } from "../output/document-lines.js";
import { namesOf, tell } from "../output/notices.js";
import { printDone } from "../output/output.js";
import { eachBehindBar } from "../output/progress.js";
import type { Inputs } from "./inputs.js";
import type { LabelOptions } from "./label-argument.js";

/** The options of every command that changes a model. */
export type ChangeOptions = CommonOptions &
  EachOption &
  LabelOptions & {
    readonly model: string;
    readonly dryRun?: boolean;
    readonly wait: number;
    /** Whether to remove the earlier model, which still has what is unlearned. */
    readonly forget?: boolean;
    /** The socket of a server that is taught in place of the model. */
    readonly server?: string;
  };

/** How many seconds a command waits by default for another one that changes the model. */
export const WAIT = 10;

/** Options that cannot be used with a model on a server. */
const NOT_THERE = ["model", "dryRun"];

const patience = numberThat((seconds) => seconds >= 0 && seconds <= 86_400, "give seconds from 0 to 86400");

/** Adds the options of every command that changes a model. */
export function withChangeOptions(command: Command): Command {
  return withOptions(withModel(command, "the model", false), "Options", {
    "--server <socket>": ["teach a running server instead: its socket for learning", { conflicts: NOT_THERE }],
    "--dry-run": "show what would be done, and leave the model as it is",
    "--wait <seconds>": ["how long to wait for another command that changes the model", patience, { default: WAIT }],
  });
}

/** Yields the documents to learn, each read when it is needed, behind a progress bar. */
export function* documentsOf(inputs: Inputs, label: string, options: CommonOptions): Generator<LabelledDocument> {
  // A progress bar would disturb someone who types.
  const quiet = options.quiet || inputs.files.includes("-");
  for (const { path, column } of label === "" ? [] : inputs.classColumns) {
    tell(
      options,
      `${path}: the column ${JSON.stringify(column)} is not read, each row counts as ${label} (thresher train learns the classes of a table)`,
    );
  }
  const documents = eachBehindBar("reading", inputs.files.length, { quiet }, inputs.contents());
  for (const { path, bytes, file } of documents) {
    yield { id: path, label, bytes, time: file === "-" ? Date.now() : modifiedTime(file) };
  }
}

/** Changes the model, or with --dry-run a copy of it, and names new classes. */
export function changeModel<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel | undefined) => T,
): T {
  const { model: path, dryRun, wait, forget } = options;
  if (path === undefined) throw new UsageError(NO_MODEL);
  let before: readonly string[] = [];
  const noting = (model: TextModel | undefined) => {
    before = model?.labels ?? [];
    return change(model);
  };
  const result = dryRun ? noting(exists(path) ? load(path) : undefined) : updateModel(path, noting, { wait, forget });
  // With fewer than two classes before, a new class is expected.
  if (!options.newClass && before.length > 1) {
    for (const label of result.model.labels.filter((label) => !before.includes(label))) {
      tell(options, `${label} is a new class; the model had ${namesOf(before)}`);
    }
  }
  return result;
}

/** Does the same as `changeModel` for commands that need a model. */
export function changeExisting<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel) => T,
): T {
  return changeModel(options, (model) => change(model ?? load(options.model)));
}

/** The words for the fate of a document. */
export const WORDS: Readonly<Record<Fate, string>> = {
  learned: "learned",
  relabelled: "relabelled",
  unlearned: "unlearned",
  known: "known already",
  unknown: "not known",
  right: "right already",
  binary: "not text",
};

/** Outcomes that need no line among many documents. */
const ORDINARY: ReadonlySet<Fate> = new Set<Fate>(["learned", "unlearned", "known", "right"]);

/**
 * Prints a line for each document (of many, only those with problems), and what the model then knows.
 *
 * @param asked an outcome that is ordinary for this command
 * @param hintOf returns a line on what else can be done
 */
export async function tellLearning(
  { model, documents }: Learning,
  options: ChangeOptions,
  asked?: Fate,
  hintOf = (_documents: readonly DocumentFate[]) => "",
): Promise<void> {
  const columns = largest(
    documents.map(({ fate }) => width(WORDS[fate])),
    0,
  );
  const isOrdinary = ({ fate }: DocumentFate) => ORDINARY.has(fate) || fate === asked;
  const asText = () => {
    const lines = new DocumentLines(
      documents,
      (document) => lineOf(document, columns),
      isOrdinary,
      options,
      MAX_CHANGES,
    );
    return lines.text + summaryText(countsText(documents), model, options) + lines.restText() + hintOf(documents);
  };
  const asJson = () => ({
    ...modelJson(model, options),
    documents: documents.map(({ id, fate, label, before }) => ({ path: id, fate, label, before })),
  });
  await printDone(options, { asJson, asText });
}

function lineOf({ id, fate, label, before }: DocumentFate, columns: number): string {
  const labels = [before, label].filter((name, i, all) => name !== undefined && (i === 0 || name !== all[0]));
  const of = labels.map((name) => safeText(name as string)).join(" → ");
  return `${[padEnd(WORDS[fate], columns), ...(of === "" ? [] : [of]), safeText(id)].join("  ")}\n`;
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

/** Returns a sentence on what was done, and one on what the model then knows. */
export function summaryText(done: string, model: TextModel, options: ChangeOptions): string {
  const { model: path, dryRun } = options;
  const size = megabytes(sizeOf(model, options));
  const knows = `${plural(sumOf(model.counts.documents), "document")}${sizesText(classSizes(model))}`;
  return `${dryRun ? "Would be: " : ""}${done}. ${safeText(path)} ${dryRun ? "would know" : "knows"} ${knows}, ${size}.\n`;
}

/** Returns the JSON of a changed model. */
export function modelJson(model: TextModel, options: ChangeOptions): object {
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

function sizeOf(model: TextModel, { model: path, dryRun }: ChangeOptions): number {
  return dryRun || !exists(path) ? modelToBytes(model).length : statSync(path).size;
}
