import { UsageError } from "../../base/errors.js";
import { classifyLabelsRow, classifyRow } from "../../classifiers/classifier.js";
import { destinationOf, destinationOfLabels, type PolicyOptions } from "../../delivery/filing/policy.js";
import { historyOf } from "../../delivery/history/history.js";
import { cellOfLabels } from "../../documents/label-cells.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { messageHeading } from "../../mail/message-facts.js";
import { type IdentifiedModel, loadIdentified } from "../../model/file/model-file.js";
import { groundsOf } from "../../model/grounds.js";
import { type AnswerLimits, limitTest, NONE } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";
import { decisionsOf, requireChoice } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import { NO_LABEL } from "../../reports/classification/label-lines.js";
import { type Follower, tell, tellFault } from "../follower.js";
import { requireClasses } from "../learning/class-argument.js";

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

/** Reads the model of a command that sorts. @throws UsageError or DataError if it cannot sort */
export function modelToSort(path: string, command: string): IdentifiedModel {
  const identified = loadIdentified(path);
  if (decisionsOf(identified.model) === undefined) requireChoice(command, identified.model.labels);
  return identified;
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
  { model, id }: IdentifiedModel,
  options: DecisionOptions & Follower,
  targets: Pick<PolicyOptions, "folders" | "unsure">,
) {
  const isMail = model.settings.as === "mail";
  const unsureBelow = unsureBelowIn(options, isMail);
  const test = limitTest(model, options, (line) => tell(options, line));
  const policy = { ...targets, only: chosenClasses(options, model.labels), unsureBelow };
  const isGuessed = (x: SparseMatrix) => options.unsureBelow !== 0 && !model.knowsWords(x);
  const headingOf = (bytes: Uint8Array) => (isMail ? messageHeading(bytes, model.settings) : undefined);
  const decisions = decisionsOf(model);
  if (decisions !== undefined) {
    if (options.history !== undefined) requireOneClass(model, "history", "leave it out");
    const sure = { ...policy, unsureBelow: options.unsureBelow ?? 0 };
    return (read: ReadDocument, bytes: Uint8Array) => {
      const x = model.rowOfRead(read);
      const answer = classifyLabelsRow(decisions, x, 0);
      const isGuess = isGuessed(x);
      const given = answer.decisions.filter(({ isGiven }) => isGiven);
      const destination = destinationOfLabels(given, isGuess, sure);
      const { isUnsure } = destination;
      const note = isGuess ? NO_KNOWN_WORDS : given.length === 0 ? NO_LABEL : undefined;
      const [{ probability }] = answer.decisions;
      const filedUnder = "more" in destination ? [destination, ...(destination.more ?? [])] : given;
      const labels = filedUnder.map(({ label = "" }) => label);
      const shown = { label: cellOfLabels(labels), labels, probability, isUnsure, note, heading: headingOf(bytes) };
      return { shown, destination, decided: { ...shown, reasons: undefined, model: id } };
    };
  }
  return (read: ReadDocument, bytes: Uint8Array) => {
    const x = model.rowOfRead(read);
    const answer = classifyRow(model.model, x, 0, model.calibration);
    const { label, probability } = answer;
    const doubt = test?.(answer);
    // Only a given 0 files documents without a known word; the default of 0 does not.
    const isGuess = isGuessed(x);
    const destination = destinationOf({ label, probability }, isGuess || doubt !== undefined, policy);
    const note = isGuess ? NO_KNOWN_WORDS : doubt === NONE ? doubt : undefined;
    const shown = { label, probability, isUnsure: destination.isUnsure, note, heading: headingOf(bytes) };
    const reasons = options.history === undefined ? undefined : groundsOf(model, read, x);
    return { shown, destination, decided: { ...shown, reasons, model: id } };
  };
}

/** Returns a function that adds decisions to the history that the options name, if any. @param command that decides */
export function historyKeeper(
  command: string,
  options: DecisionOptions & Follower & { readonly dryRun?: boolean | undefined },
) {
  const { history, dryRun } = options;
  return history === undefined || dryRun ? undefined : historyOf(history, command, (line) => tellFault(options, line));
}
