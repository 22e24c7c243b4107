import { requireNumber } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import {
  type Classification,
  classifyLabelsRow,
  type LabelProbability,
  type LabelsClassification,
} from "../classifiers/classifier.js";
import type { RowFacts } from "../documents/document.js";
import type { ReadDocument } from "../features/analyzer.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type LimitedModel, type LoadLimits, limitedAnswer, loadLimited } from "../model/limits.js";
import type { AnswerOptions } from "../model/parts/plan.js";
import { decisionsOf, type TextModel } from "../model/text-model.js";
import { type Follower, readDocuments, tell } from "./follower.js";
import { type InputOptions, Inputs } from "./inputs/inputs.js";
import { requireClasses } from "./learning/class-argument.js";

/** The options that choose the documents to keep. */
type KeepOptions = Pick<AnswerOptions, "keep" | "above">;

/** The options of `classifyPaths`. */
export interface ClassifyPathsOptions extends InputOptions, Follower, LoadLimits, KeepOptions {
  /** The path of the model. */
  readonly model: string;
}

/** A document, and its class. */
export interface ClassifiedPath<Answer = Classification | LabelsClassification> {
  /** Where it is: a path, a document in an archive such as `mail.mbox#3`, or the id of a row. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The cells of the other columns of a row, by name, with `otherColumns`. */
  readonly cells?: ReadonlyMap<string, string> | undefined;
  /** The values of the columns of a row that the option `columns` names, as JSON. */
  readonly members?: RowFacts["members"];
  readonly classification: Answer;
  /** Whether the model knows no word of the document, so that the answer is a guess. */
  readonly isGuess: boolean;
  /** Why the limits of the options do not allow the answer; undefined if they do. */
  readonly doubt?: string | undefined;
}

/** The documents at some paths, and the facts that are known before they are read. */
export type ClassifiedPaths = {
  readonly model: TextModel;
  /** The files, and afterwards the problems with documents that were left out. */
  readonly inputs: Inputs;
} & (
  | { readonly isMultiLabel: false; readonly documents: Iterable<ClassifiedPath<Classification>> }
  | {
      readonly isMultiLabel: true;
      /** The labels that the model can give. */
      readonly labels: readonly string[];
      readonly documents: Iterable<ClassifiedPath<LabelsClassification>>;
    }
);

/**
 * Classifies the documents at some paths: files, folders, mailboxes, archives and tables; `-` is standard input.
 * Documents are read one at a time, while `documents` is iterated. A document that cannot be read is left out,
 * and is then among the problems of `inputs`.
 *
 * @throws DataError if the model cannot be read or is damaged, or with `strict` if a document cannot be read.
 *
 * @example
 * const { documents } = classifyPaths(["inbox"], { model: "mail.model" });
 * for (const { path, classification } of documents) console.log(path, classification);
 */
export function classifyPaths(paths: readonly string[], options: ClassifyPathsOptions): ClassifiedPaths {
  const inputs = new Inputs(paths, options);
  const loaded = loadLimited(options.model, options, (line) => tell(options, line));
  return classifyInputs(inputs, loaded, options, keepTest(loaded.model, options));
}

/** Does the same as `classifyPaths` for inputs and a model that are open. @param keeps default: all documents are kept */
export function classifyInputs(
  inputs: Inputs,
  limited: LimitedModel,
  options: Follower & Pick<ClassifyPathsOptions, "model">,
  keeps?: ReturnType<typeof keepTest>,
): ClassifiedPaths {
  const { model } = limited;
  inputs.readAs(model);
  /** Classifies one document after another. @param classify classifies a matrix with the document as its only row */
  function* classified<Answer extends Classification | LabelsClassification>(
    classify: (x: SparseMatrix, read: ReadDocument) => Answered<Answer>,
  ): Generator<ClassifiedPath<Answer>> {
    const documents = readDocuments(options, inputs.files.length, inputs.texts(model), "classifying");
    let count = 0;
    for (const { path, bytes, cells, members, read } of documents) {
      if (++count === MANY) model.expectMany();
      const x = model.rowOfRead(read);
      const { answer: classification, knowsWords, doubt } = classify(x, read);
      if (keeps !== undefined && !keeps(classification)) continue;
      yield { path, bytes, cells, members, classification, isGuess: !knowsWords, doubt };
    }
  }
  const decisions = decisionsOf(model);
  if (decisions === undefined) {
    return { model, inputs, isMultiLabel: false, documents: classified(classOf(limited, options.model)) };
  }
  const answer = (x: SparseMatrix) => ({ answer: classifyLabelsRow(decisions, x, 0), knowsWords: model.knowsWords(x) });
  const documents = classified<LabelsClassification>(answer);
  return { model, inputs, isMultiLabel: true, labels: decisions.labels, documents };
}

/** From this number of documents on, the table of the terms is worth its time. */
const MANY = 32;

/**
 * Returns a function that tells whether a document is kept; undefined if all are.
 *
 * @throws UsageError if `above` is not a probability or stands alone, or the model lacks a class
 */
export function keepTest({ labels }: Pick<TextModel, "labels">, { keep, above }: KeepOptions) {
  if (above !== undefined) requireNumber("above", above, { from: 0, to: 1 });
  if (keep === undefined) {
    if (above !== undefined) throw new UsageError("above needs keep: name the class", { options: ["above", "keep"] });
    return undefined;
  }
  const wanted = requireClasses("keep", keep, labels);
  const isKept = ({ label, probability }: LabelProbability) => wanted.has(label) && probability >= (above ?? 0);
  return (answer: Classification | LabelsClassification): boolean =>
    "decisions" in answer ? answer.decisions.some((each) => each.isGiven && isKept(each)) : isKept(answer);
}

/** An answer and facts about it: see `limitedAnswer`. */
type Answered<Answer> = { readonly answer: Answer; readonly knowsWords: boolean; readonly doubt?: string | undefined };

/** Returns a function that classifies a document. @param path of the model, for the error */
function classOf(model: LimitedModel, path: string) {
  return (x: SparseMatrix, read: ReadDocument): Answered<Classification> => {
    const answered = limitedAnswer(model, x, read);
    // The fast loader skips validation, so this may be NaN.
    if (answered.answer.probability >= 0) return answered;
    throw new DataError(`${path} is damaged, its counts contradict each other: train it again`);
  };
}

/**
 * Returns a function that reads sender and subject of a message, as the model reads messages. Most programs do not need
 * it, so its code is loaded on demand.
 */
export async function headingReader({ settings }: TextModel) {
  const { messageHeading } = await import("../mail/message-facts.js");
  return (bytes: Uint8Array) => messageHeading(bytes, settings);
}
