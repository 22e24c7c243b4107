import { type Command, Option } from "commander";
import { plural } from "../reports/numbers.js";
import { safeText } from "../reports/safe-text.js";
import type { Output } from "./output.js";

/** Whether every document is to have its line. */
export interface EachOption {
  readonly each?: boolean;
}

/** More lines than this, and nobody reads them: what is out of the ordinary would be lost among them. */
export const MOST_LINES = 100;

/** Adds the option to have a line for each of many documents. */
export function withEach(command: Command): Command {
  return command.addOption(
    new Option(
      "--each",
      `print a line for each document, also of more than ${MOST_LINES} (else for those that are out of the ordinary)`,
    ).helpGroup("Output:"),
  );
}

/**
 * Prints a line for each document, or of more than `MOST_LINES` for those that are out of the
 * ordinary. How many there are is often known at the end only: the first ones wait until it is.
 */
export class DocumentLines {
  readonly #output: Pick<Output, "write">;
  readonly #hasAll: boolean;
  /** Undefined once there are so many that ordinary lines are left out. */
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

  /** Prints what still waits: there are no more. */
  async end(): Promise<void> {
    for (const { line } of this.#waiting ?? []) await this.#print(line);
    this.#waiting = [];
  }

  /** Whether there is any line. */
  get hasPrinted(): boolean {
    return this.#hasPrinted;
  }

  /**
   * How many documents have no line; empty if all have.
   *
   * @param journal says what was done with them
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
