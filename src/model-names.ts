/** Before the names of the arrays of a model that no counts suffice for. */
export const MODEL = "model.";

/** Before the names of what is kept of documents. */
export const DOCUMENTS = "documents.";

/** What they are called: all names one after the other, and where each ends. */
export const IDS = `${DOCUMENTS}ids`;
export const ID_OFFSETS = `${DOCUMENTS}id-offsets`;

/** Before the names of the arrays of their rows, if the model itself has none. */
export const ROWS = `${DOCUMENTS}rows.`;

/** Before the names of the arrays of what is remembered of documents. */
export const KNOWN = "known.";

/** Those of them that only learning needs, nearly all of their bytes: nobody else reads so much. */
export const KNOWN_TAIL: readonly string[] = ["digests", "gaps", "repeats"].map((name) => `${KNOWN}${name}`);

/** Raised by one when an older version could no longer read the file: 2 has arrays with a checksum of their own. */
export const PLAIN_VERSION = 1;
export const REMEMBERING_VERSION = 2;
