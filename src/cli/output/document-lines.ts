import { plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { OptionRows } from "../options/option-rows.js";

/** The option `--each`: whether every document has a line. */
export interface EachOption {
  readonly each?: boolean;
}

/** Among more lines than this, people would overlook problems. */
export const MAX_LINES = 100;

/** The same for commands that change a model. Their users look at the new size of the model, not at each document. */
export const MAX_CHANGES = 10;

/** Returns `--each`. @param most the largest number of documents that have a line each anyway */
export function each(most = MAX_LINES): OptionRows {
  return {
    "--each": `print a line for each document, even if there are more than ${most} (otherwise only problems are listed)`,
  };
}

/**
 * Returns the lines on documents: all, or only those on problems if there are more than `most` documents.
 *
 * @param isOrdinary returns whether the line of a document is left out among many
 * @returns the lines; empty if no document has one. `restText` returns a sentence on the documents without a line; empty
 *   if there are none. Its parameter is the journal that has them.
 */
export function documentLines<T>(
  documents: readonly T[],
  lineOf: (document: T) => string,
  isOrdinary: (document: T) => boolean,
  { each }: EachOption,
  most = MAX_LINES,
) {
  const listed = documents.filter((document) => each || documents.length <= most || !isOrdinary(document));
  const leftOut = documents.length - listed.length;
  const restText = (journal?: string) => {
    const where = journal === undefined ? "" : `; ${safeText(journal)} says where each was filed`;
    return leftOut === 0 ? "" : `Not listed: ${plural(leftOut, "document")}${where} (--each lists all).\n`;
  };
  return { text: listed.map(lineOf).join(""), restText };
}
