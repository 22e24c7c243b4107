import { UsageError } from "../../base/errors.js";
import { classifyLabelsRow, type LabelDecision } from "../../classifiers/classifier.js";
import { type Destination, destinationOf, type PolicyOptions } from "../../delivery/filing/policy.js";
import { historyOf } from "../../delivery/history/history.js";
import { cellOfLabels } from "../../documents/label-cells.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { messageHeading } from "../../mail/message-facts.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { groundsOf } from "../../model/grounds.js";
import { type AnswerLimits, type LimitedModel, limitedAnswer, limitTest, TOO_UNSURE } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";
import { decisionsOf, requireChoice } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import { NO_LABEL } from "../../reports/classification/label-lines.js";
import { type Follower, tell, tellFault } from "../follower.js";
import { requireClasses } from "../learning/class-argument.js";
import { lessonsOf, type UserOptions } from "../learning/user-lessons.js";

/** Messages whose class is less probable stay in place by default. Chosen by folds inside training documents. */
export const MAIL_UNSURE_BELOW = 0.8;

/** The options that decide what is filed. `errorsAtMost` and `unsureBelow` exclude each other. */
export interface DecisionOptions extends AnswerLimits {
  /** The classes whose documents are filed. Default: all. */
  readonly only?: readonly string[] | undefined;
  /**
   * Documents whose class is less probable are unsure. Default: .8 for mail without `errorsAtMost`, otherwise 0.
   * Documents without a known word are unsure too, unless 0 is given.
   */
  readonly unsureBelow?: number | undefined;
  /** A file that gets each decision. */
  readonly history?: string | undefined;
}

/**
 * Reads the model of a command that sorts, and the lessons of a user above it, with the id of both.
 *
 * @throws UsageError or DataError if they cannot sort
 */
export function modelToSort(path: string, command: string, user: UserOptions = {}): LimitedModel {
  const identified = loadIdentified(path);
  if (decisionsOf(identified.model) === undefined) requireChoice(command, identified.model.labels);
  const lessons = lessonsOf(user)(identified);
  return { ...identified, lessons, id: (lessons ?? identified).id };
}

/** Returns the classes whose documents are filed; undefined for all. @throws UsageError if the model has no such class */
export function chosenClasses({ only }: DecisionOptions, labels: readonly string[]): ReadonlySet<string> | undefined {
  return only && requireClasses("only", only, labels);
}

/** Returns the probability below which a document is unsure. @throws UsageError if it is out of range or given with a limit */
export function unsureBelowIn({ unsureBelow, errorsAtMost }: DecisionOptions, isMail: boolean): number {
  if (errorsAtMost !== undefined && unsureBelow !== undefined) {
    throw new UsageError("errorsAtMost and unsureBelow cannot be combined: choose one", {
      options: ["errorsAtMost", "unsureBelow"],
    });
  }
  const below = unsureBelow ?? (isMail && errorsAtMost === undefined ? MAIL_UNSURE_BELOW : 0);
  if (below >= 0 && below <= 1) return below;
  throw new UsageError(`unsureBelow ${below}: give a probability from 0 to 1`, { options: ["unsureBelow"] });
}

/**
 * Returns a function that decides where a document goes: what is shown of it, and its destination. A model of several
 * labels has a threshold for each, so `unsureBelow` only raises them.
 *
 * @param targets the folder of each class, and the one for unsure documents, if there is one
 * @throws UsageError if an option is wrong
 */
export function decider(
  { model, id, lessons }: LimitedModel,
  options: DecisionOptions & Follower,
  targets: Pick<PolicyOptions, "folders" | "unsure">,
) {
  const isMail = model.settings.as === "mail";
  const unsureBelow = unsureBelowIn(options, isMail && decisionsOf(model) === undefined);
  const test = limitTest(model, options, (line) => tell(options, line));
  const policy = { ...targets, only: chosenClasses(options, model.labels), unsureBelow };
  const decisions = decisionsOf(model);
  if (decisions && options.history !== undefined) requireOneClass(model, "history", "leave it out");
  return (read: ReadDocument, bytes: Uint8Array) => {
    const x = model.rowOfRead(read);
    const { probability, given, doubt, name, knowsWords } =
      decisions === undefined
        ? oneClass(limitedAnswer({ model, test, lessons }, x, read))
        : { ...someLabels(classifyLabelsRow(decisions, x, 0).decisions), knowsWords: model.knowsWords(x) };
    // Only a given 0 files documents without a known word; the default of 0 does not.
    const isGuess = options.unsureBelow !== 0 && !knowsWords;
    const destination = destinationOf(given, isGuess || doubt !== undefined, policy);
    const { isUnsure } = destination;
    const note = isGuess ? NO_KNOWN_WORDS : doubt === TOO_UNSURE ? undefined : doubt;
    const heading = isMail ? messageHeading(bytes, model.settings) : undefined;
    const shown = { ...name(destination), probability, isUnsure, note, heading };
    const reasons = options.history === undefined ? undefined : groundsOf(model, read, x);
    return { shown, destination, decided: { ...shown, reasons, model: id } };
  };
}

/** Reads the answer of a model that gives one class. `doubt`: why the document is not filed. */
function oneClass({ answer: { label, probability }, doubt, knowsWords }: ReturnType<typeof limitedAnswer>) {
  const name = (): Named => ({ label });
  return { probability, given: [{ label, probability }], doubt, name, knowsWords };
}

/** Reads the answer of a model of several labels. `given`: those above their thresholds. */
function someLabels(decisions: readonly LabelDecision[]) {
  const given = decisions.filter(({ isGiven }) => isGiven);
  /** Names the labels under which the document is filed; those that it gets if it is not. */
  const name = (destination: Destination): Named => {
    const isFiled = destination.folder !== undefined && !destination.isUnsure;
    const filed = isFiled ? [destination, ...(destination.more ?? [])] : given;
    const labels = filed.map(({ label = "" }) => label);
    return { label: cellOfLabels(labels), labels };
  };
  return { probability: decisions[0].probability, given, doubt: given.length === 0 ? NO_LABEL : undefined, name };
}

/** The label under which a document is shown. `labels`: each of several labels. */
interface Named {
  readonly label: string;
  readonly labels?: readonly string[];
}

/** Returns a function that adds decisions to the history that the options name, if any. @param command that decides */
export function historyKeeper(
  command: string,
  options: DecisionOptions & Follower & { readonly dryRun?: boolean | undefined },
) {
  const { history, dryRun } = options;
  return history === undefined || dryRun ? undefined : historyOf(history, command, (line) => tellFault(options, line));
}
