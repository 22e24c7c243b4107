import { type Command, Option } from "commander";
import { plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Output } from "./output.js";

/** The option to print a line for every document. */
export interface EachOption {
  readonly each?: boolean;
}

/** Among more lines than this, problems would be lost. */
export const MOST_LINES = 100;

/** Adds `--each`. */
export function withEach(command: Command): Command {
  return command.addOption(
    new Option(
      "--each",
      `print a line for each document, even if there are more than ${MOST_LINES} (otherwise only problems are listed)`,
    ).helpGroup("Output:"),
  );
}

/**
 * Prints a line for each document, or only lines on problems if there are more than `MOST_LINES` documents. The number
 * is often known only at the end, so the first lines wait.
 */
export class DocumentLines {
  readonly #output: Pick<Output, "write">;
  readonly #hasAll: boolean;
  /** Undefined as soon as there are too many documents to list. */
  #waiting: { readonly line: string; readonly isOrdinary: boolean }[] | undefined = [];
  #leftOut = 0;
  #hasPrinted = false;

  constructor(output: Pick<Output, "write">, { each = false }: EachOption) {
    this.#output = output;
    this.#hasAll = each;
  }

  async write(line: string, isOrdinary: boolean): Promise<void> {
    if (this.#hasAll) return this.#print(line);
    if (this.#waiting !== undefined && this.#waiting.length < MOST_LINES) {
      this.#waiting.push({ line, isOrdinary });
      return;
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const document of [...waiting, { line, isOrdinary }]) {
      if (document.isOrdinary) this.#leftOut++;
      else await this.#print(document.line);
    }
  }

  /** Prints the waiting lines. */
  async end(): Promise<void> {
    for (const { line } of this.#waiting ?? []) await this.#print(line);
    this.#waiting = [];
  }

  /** Whether a line was printed. */
  get hasPrinted(): boolean {
    return this.#hasPrinted;
  }

  /**
   * A sentence on the documents without a line; empty if there are none.
   *
   * @param journal the journal that has them
   */
  restText(journal?: string): string {
    if (this.#leftOut === 0) return "";
    const where = journal === undefined ? "" : `; ${safeText(journal)} says where each was filed`;
    return `Not listed: ${plural(this.#leftOut, "document")}${where} (--each lists all).\n`;
  }

  async #print(line: string): Promise<void> {
    this.#hasPrinted = true;
    await this.#output.write(line);
  }
}
