import type { IdentifiedModel } from "../../model/file/model-file.js";
import type { Inputs } from "../input/inputs.js";
import { type Answer, type Answering, answering } from "./answers.js";
import type { ClassifyingThreads } from "./in-threads.js";

/** A document with what a model says of it. */
export interface Classified extends Answer {
  readonly path: string;
  /** How many files are done with this one. */
  readonly done: number;
}

/**
 * Classifies each document that is text, in the order of the inputs.
 *
 * @param threads of the same files, if there are any
 * @param hasHeadings whether headings are wanted
 * @throws DataError if a document cannot be read, with --strict.
 */
export async function classified(
  inputs: Inputs,
  loaded: IdentifiedModel,
  { threads, hasHeadings }: { readonly threads: ClassifyingThreads | undefined; readonly hasHeadings: boolean },
): Promise<Iterable<Classified>> {
  const answer = await answering(loaded.model, hasHeadings);
  return threads === undefined ? inTurn(inputs, loaded, answer) : together(inputs, threads, loaded, answer);
}

function* inTurn(
  inputs: Inputs,
  { model }: IdentifiedModel,
  answer: Answering,
  files?: Iterable<[number, string]>,
): Generator<Classified> {
  for (const { path, bytes, read, done } of inputs.texts(model, files)) yield { path, done, ...answer(bytes, read) };
}

function* together(
  inputs: Inputs,
  threads: ClassifyingThreads,
  loaded: IdentifiedModel,
  answering: Answering,
): Generator<Classified> {
  let done = 0;
  for (const { problem, answer, isMailbox } of threads.answers(loaded, answering)) {
    const path = inputs.files[done++];
    if (problem !== undefined) inputs.fail(problem);
    if (isMailbox) yield* inTurn(inputs, loaded, answering, [[done - 1, path]]);
    if (answer !== undefined) yield { path, done, ...answer };
  }
}
