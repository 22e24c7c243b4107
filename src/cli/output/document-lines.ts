import type { Command } from "commander";
import { plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { withOptions } from "../options/options.js";

/** The option `--each`: whether every document has a line. */
export interface EachOption {
  readonly each?: boolean;
}

/** Among more lines than this, people would overlook problems. */
export const MAX_LINES = 100;

/** The same for commands that change a model. Their users look at the new size of the model, not at each document. */
export const MAX_CHANGES = 10;

/** Adds `--each`. @param most the largest number of documents that have a line each anyway */
export function withEach(command: Command, most = MAX_LINES): Command {
  return withOptions(command, "Output", {
    "--each": `print a line for each document, even if there are more than ${most} (otherwise only problems are listed)`,
  });
}

/** The lines on documents: all, or only those on problems if there are more than `most` documents. */
export class DocumentLines<T> {
  /** Empty if no document has a line. */
  readonly text: string;
  readonly #leftOut: number;

  /**
   * @param isOrdinary returns whether the line of a document is left out among many
   * @param most the largest number of documents that all have a line
   */
  constructor(
    documents: readonly T[],
    lineOf: (document: T) => string,
    isOrdinary: (document: T) => boolean,
    { each = false }: EachOption,
    most = MAX_LINES,
  ) {
    const isListed = (document: T) => each || documents.length <= most || !isOrdinary(document);
    const listed = documents.filter(isListed);
    this.text = listed.map(lineOf).join("");
    this.#leftOut = documents.length - listed.length;
  }

  /**
   * Returns a sentence on the documents without a line; empty if there are none.
   *
   * @param journal the journal that has them
   */
  restText(journal?: string): string {
    if (this.#leftOut === 0) return "";
    const where = journal === undefined ? "" : `; ${safeText(journal)} says where each was filed`;
    return `Not listed: ${plural(this.#leftOut, "document")}${where} (--each lists all).\n`;
  }
}
