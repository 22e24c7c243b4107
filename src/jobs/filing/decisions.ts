import { UsageError } from "../../base/errors.js";
import { classifyRow } from "../../classifiers/classifier.js";
import { destinationOf, type PolicyOptions } from "../../delivery/filing/policy.js";
import { historyOf } from "../../delivery/history/history.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { messageHeading } from "../../mail/message-facts.js";
import { type IdentifiedModel, loadIdentified } from "../../model/file/model-file.js";
import { groundsOf } from "../../model/grounds.js";
import { type AnswerLimits, limitTest, NONE } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";
import { requireChoice } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import { type Follower, tell, tellFault } from "../follower.js";
import { requireClasses } from "../learning/class-argument.js";

/** Messages whose class is less probable stay in place by default. Chosen by folds inside training documents. */
export const MAIL_UNSURE_BELOW = 0.8;

/** The options that decide what is filed. `errorsAtMost` and `unsureBelow` exclude each other. */
export interface DecisionOptions extends AnswerLimits {
  /** The classes whose documents are filed. Default: all. */
  readonly only?: readonly string[] | undefined;
  /**
   * Documents whose class is less probable are unsure. Default: .8 for mail without `errorsAtMost`, otherwise 0. Documents without a known
   * word are unsure too, unless 0 is given.
   */
  readonly unsureBelow?: number | undefined;
  /** A file that gets each decision. */
  readonly history?: string | undefined;
}

/** Reads the model of a command that sorts. @throws UsageError or DataError if it cannot sort */
export function modelToSort(path: string, command: string): IdentifiedModel {
  const identified = loadIdentified(path);
  requireOneClass(identified.model, command, "classify works with it");
  requireChoice(command, identified.model.labels);
  return identified;
}

/** Returns the classes whose documents are filed; undefined for all. @throws UsageError if the model has no such class */
export function chosenClasses({ only }: DecisionOptions, labels: readonly string[]): ReadonlySet<string> | undefined {
  return only && requireClasses("only", only, labels);
}

/** Returns the probability below which a document is unsure. @throws UsageError if it is out of range or beside a limit */
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
 * Returns a function that decides where a document goes: what is shown of it, and its destination.
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
  return (read: ReadDocument, bytes: Uint8Array) => {
    const x = model.rowOfRead(read);
    const answer = classifyRow(model.model, x, 0, model.calibration);
    const { label, probability } = answer;
    const doubt = test?.(answer);
    // Only a given 0 files documents without a known word; the default of 0 does not.
    const isGuess = options.unsureBelow !== 0 && !model.knowsWords(x);
    const destination = destinationOf({ label, probability }, isGuess || doubt !== undefined, policy);
    const note = isGuess ? NO_KNOWN_WORDS : doubt === NONE ? doubt : undefined;
    const heading = isMail ? messageHeading(bytes, model.settings) : undefined;
    const shown = { label, probability, isUnsure: destination.isUnsure, note, heading };
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
