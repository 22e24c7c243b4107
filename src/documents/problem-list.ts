import { join } from "node:path";
import { DataError } from "../errors.js";
import type { Problem } from "./document.js";

/** What could not be taken of a corpus as it stands, each thing once however often it is read. */
export class ProblemList {
  readonly #root: string;
  readonly #strict: boolean;
  readonly #problems = new Map<string, Problem>();

  /**
   * @param root what the places of problems are below
   * @param strict whether something that cannot be read is an error
   */
  constructor(root: string, strict: boolean, problems: readonly Problem[] = []) {
    this.#root = root;
    this.#strict = strict;
    for (const problem of problems) this.add(problem);
  }

  /** In the order in which they were found. */
  get all(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** @throws DataError if `strict`, and it is something that cannot be read. */
  add(problem: Problem): void {
    const { kind, where, detail } = problem;
    if (this.#strict && (kind === "unreadable" || kind === "damaged")) {
      throw new DataError(`${join(this.#root, where)}: required readable files and folders (strict), found: ${detail}`);
    }
    this.#problems.set(`${kind} ${where}`, problem);
  }
}
