import type { Document } from "../../documents/document.js";
import type { Problem } from "../../documents/problem.js";
import type { Follower } from "../follower.js";
import { type InputOptions, Inputs } from "./inputs.js";

/** How documents are read. */
export interface ReadDocumentsOptions extends Follower, InputOptions {
  /** Called with each document or file that cannot be read. */
  readonly onProblem?: (problem: Problem) => void;
}

/**
 * Reads documents whose classes are not known: files, folders, mailboxes, archives and tables, as `classifyPaths` does.
 *
 * @returns the documents, each when it is asked for
 * @throws DataError if a column is missing or a folder cannot be read; with `strict`, if anything cannot be read
 */
export function* readDocuments(
  paths: string | readonly string[],
  { onProblem, ...options }: ReadDocumentsOptions = {},
): Generator<Document> {
  const inputs = new Inputs([paths].flat(), options);
  const report = () => {
    for (const problem of inputs.problems.splice(0)) onProblem?.(problem);
  };
  for (const { path: id, bytes } of inputs.contents()) {
    report();
    yield { id, bytes };
  }
  report();
}
