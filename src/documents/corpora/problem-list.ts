import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import type { Problem } from "../problem.js";

/** The problems of a corpus. Keeps each problem once, even if the corpus is read several times. */
export class ProblemList {
  readonly #root: string;
  readonly #strict: boolean;
  readonly #problems = new Map<string, Problem>();

  /**
   * @param root the folder that the places of problems are relative to
   * @param strict whether something that cannot be read is an error
   */
  constructor(root: string, strict: boolean, problems: readonly Problem[] = []) {
    this.#root = root;
    this.#strict = strict;
    for (const problem of problems) this.add(problem);
  }

  /** All problems in the order in which they were found. */
  get all(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** Adds a problem. @throws DataError if `strict` is set and the problem is that something cannot be read. */
  add(problem: Problem): void {
    const { kind, where, detail } = problem;
    if (this.#strict && (kind === "unreadable" || kind === "damaged")) {
      throw new DataError(`${join(this.#root, where)}: cannot be read: ${detail}`);
    }
    this.#problems.set(`${kind} ${where}`, problem);
  }
}
