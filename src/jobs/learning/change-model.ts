import { statSync } from "node:fs";
import { optionName, settingValue } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import type { LabelledDocument } from "../../documents/document.js";
import { exists, modifiedTime } from "../../documents/files/open-file.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { serialize } from "../../model/file/save-model.js";
import { type ForgetOptions, forget } from "../../model/learning/forget.js";
import {
  type DocumentFate,
  type Learning,
  type LearnOptions,
  learn,
  relabel,
  unlearn,
} from "../../model/learning/learn.js";
import { newModel } from "../../model/learning/remembering-model.js";
import type { TrainOptions } from "../../model/options.js";
import { PRESETS } from "../../model/presets.js";
import { type Settings, settingsFrom } from "../../model/settings.js";
import type { TextModel } from "../../model/text-model.js";
import { type Follower, readDocuments, tell } from "../follower.js";
import { type InputOptions, Inputs } from "../inputs/inputs.js";
import { namesOf } from "../notices/corpus-lines.js";
import { isFormOpen, lookAtFirst } from "../notices/mail-lines.js";
import { refuseLabel, requireLabel } from "./class-argument.js";

/** The options of a new model. */
type NewModelOptions = Pick<TrainOptions, "preset" | "as">;

/** How documents change a model. `learn` makes the model if there is none, with the given settings. */
export type Change =
  | ({ readonly kind: "learn"; readonly label: string } & NewModelOptions & LearnOptions)
  | { readonly kind: "relabel"; readonly label: string }
  | { readonly kind: "unlearn" };

/** The options of changing a model file. */
export interface UpdatedFile extends Follower {
  /** The path of the model. */
  readonly model: string;
  /** Whether to leave the file as it is. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Whether to remove the earlier model, which still has what is unlearned. Default false. */
  readonly forget?: boolean | undefined;
  /** Whether a class may be new although its name is like that of another. Default false. */
  readonly newClass?: boolean | undefined;
}

/** The options of `changeModel`. */
export type ChangeOptions = InputOptions & UpdatedFile;

/** The state of the changed model, the outcome for each document, and the documents that could not be read. */
export type ChangedModel = ReturnType<typeof changeModel>;

/** Seconds to wait for another command that changes the model, or for a server to learn. */
export const WAIT = 60;

/**
 * Learns, relabels or unlearns the documents at some paths, in a model file.
 *
 * @throws UsageError if the class is likely a mistake: a file, or nearly the name of another class; DataError if the
 *   model cannot learn, or cannot be read or written.
 *
 * @example
 * changeModel({ kind: "learn", label: "spam", preset: "mail" }, ["corpora/mail/spam"], { model: "new.model" });
 */
export function changeModel(change: Change, paths: readonly string[], options: ChangeOptions) {
  const inputs = new Inputs(paths, options);
  const { model, documents } =
    change.kind === "learn"
      ? updateFile(options, (before) => learnInto(before, change, paths, inputs, options))
      : changeExisting(options, (model) => {
          requireSound(change, paths, options, model.labels);
          const label = change.kind === "relabel" ? change.label : "";
          const given = documentsToLearn(inputs.readAs(model), label, options);
          return change.kind === "relabel" ? relabel(model, given) : unlearn(model, given);
        });
  noteBinary(inputs, documents);
  return { state: stateOf(model, options.model, options.dryRun), documents, inputs };
}

/** Checks the arguments before anything is changed. @param labels the classes of the model */
export function requireSound(
  change: Change,
  paths: readonly string[],
  options: Pick<ChangeOptions, "newClass">,
  labels: readonly string[] = [],
): void {
  if (change.kind === "unlearn") refuseLabel(change.kind, paths, labels);
  else requireLabel(change.kind, change.label, paths, options, labels);
}

/** Records the documents that are not text as problems. */
export function noteBinary(inputs: Inputs, documents: readonly Pick<DocumentFate, "id" | "fate">[]): void {
  for (const { id, fate } of documents) if (fate === "binary") inputs.fail({ kind: "binary", where: id });
}

/** Learns documents into a model, or into a new one. @param before undefined if there is no model yet */
function learnInto(
  before: TextModel | undefined,
  change: Change & { readonly kind: "learn" },
  paths: readonly string[],
  inputs: Inputs,
  options: ChangeOptions,
): Learning {
  const { kind, label, preset, as, ...learning } = change;
  const chosen: NewModelOptions = { ...(preset && { preset }), ...(as && { as }) };
  const settings = settingsFrom(chosen);
  requireSound(change, paths, options, before?.labels);
  const documents = documentsToLearn(inputs.readAs(before), label, options);
  if (before !== undefined) {
    requireSame(chosen, settings, before.settings);
    return learn(before, documents, learning);
  }
  // Made before a document is read, so that wrong options are reported first.
  const model = newModel(chosen);
  // If no option says how to read documents, the first ones show whether they are mail.
  if (!isFormOpen(chosen)) return learn(model, documents, learning);
  const mailModel = newModel({ as: "mail" });
  const first = lookAtFirst(documents);
  if (first.isMail) tell(options, MAIL_MODEL);
  return learn(first.isMail ? mailModel : model, first.documents, learning);
}

/** The notice on a new model for mail that no option asked for. */
const MAIL_MODEL =
  "this looks like mail: the new model is made with --preset mail (--as auto reads messages as they are)";

/**
 * Changes a model in its file, and tells which classes are new. With `dryRun`, the file stays as it is.
 *
 * @param change makes the changed model; called with undefined if the file does not exist
 * @returns what `change` returns
 */
export function updateFile<T extends { readonly model: TextModel }>(
  options: UpdatedFile,
  change: (model: TextModel | undefined) => T,
): T {
  const { model: path, dryRun, forget } = options;
  let before: readonly string[] = [];
  const noting = (model: TextModel | undefined) => {
    before = model?.labels ?? [];
    return change(model);
  };
  const result = dryRun
    ? noting(exists(path) ? load(path) : undefined)
    : updateModel(path, noting, { wait: WAIT, forget });
  // With fewer than two classes before, a new class is expected.
  if (!options.newClass && before.length > 1) {
    for (const label of result.model.labels.filter((label) => !before.includes(label))) {
      tell(options, `${label} is a new class; the model had ${namesOf(before)}`);
    }
  }
  return result;
}

/** Does the same as `updateFile` with a model that must be there. @throws DataError if it is not */
export function changeExisting<T extends { readonly model: TextModel }>(
  options: UpdatedFile,
  change: (model: TextModel) => T,
): T {
  // If the file does not exist, `load` throws.
  return updateFile(options, (model) => change(model ?? load(options.model)));
}

/**
 * Checks that the options agree with the settings of the model, which cannot change.
 *
 * @param chosen the settings that options name
 * @param settings all settings that follow from them
 * @param current those of the model
 * @throws UsageError that names the first option that differs
 */
function requireSame(chosen: NewModelOptions, settings: Settings, current: Settings): void {
  const { preset, ...options } = chosen;
  const given = { ...(preset === undefined ? {} : PRESETS[preset]), ...options };
  for (const name of Object.keys(given) as (keyof Settings)[]) {
    if (JSON.stringify(settings[name]) === JSON.stringify(current[name])) continue;
    throw new UsageError(
      `--${optionName(name)} ${settingValue(name, settings[name])}: the model has ${settingValue(name, current[name])}; leave the option out, or make a new model`,
    );
  }
}

/** The documents to forget: those written before a time, in milliseconds since 1970; the oldest, down to a size in bytes. */
export type Forgotten = Pick<ForgetOptions, "before" | "toSize">;

/** Unlearns old documents of a model file. @throws UsageError if no model fits into the size */
export function forgetDocuments(which: Forgotten, options: UpdatedFile) {
  const { model, documents } = changeExisting(options, (before) => forget(before, which));
  return { state: stateOf(model, options.model, options.dryRun), documents };
}

/**
 * Yields the documents to learn or unlearn, each read when it is needed.
 *
 * @param label the class of all of them; empty for `unlearn`, and for lessons to a server, which name the class
 *   themselves
 */
export function* documentsToLearn(inputs: Inputs, label: string, follower: Follower): Generator<LabelledDocument> {
  for (const { path, column } of label === "" ? [] : inputs.classColumns) {
    tell(
      follower,
      `${path}: the column ${JSON.stringify(column)} is not read, each row counts as ${label} (thresher train learns the classes of a table)`,
    );
  }
  // A progress bar would disturb someone who types.
  const following = inputs.files.some(({ path }) => path === "-") ? {} : follower;
  for (const { path, bytes, file } of readDocuments(following, inputs.files.length, inputs.contents())) {
    yield { id: path, label, bytes, time: file === "-" ? Date.now() : modifiedTime(file) };
  }
}

/** A class, and how many documents it has. */
export interface ClassSize {
  readonly label: string;
  readonly documents: number;
}

/** The documents and classes of a model after a change. */
export type ModelState = ReturnType<typeof stateOf>;

/** Returns what a changed model knows. @param dryRun whether the change was only tried, and the file left as it is */
export function stateOf(model: TextModel, path: string, dryRun = false) {
  const { labels, counts, vocabulary } = model;
  const classes: ClassSize[] = labels.map((label, c) => ({ label, documents: counts.documents[c] }));
  // After a dry run, the size that the file would have.
  const bytes = dryRun || !exists(path) ? serialize(model).length : statSync(path).size;
  return { model: path, dryRun, bytes, known: sumOf(counts.documents), classes, vocabulary: vocabulary.size };
}
