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

/** What finds the terms of one message, for who reads nothing else: see `lookup-arrays.ts`. */
export const LOOKUP = {
  totals: "lookup.totals",
  terms: "lookup.terms",
  starts: "lookup.starts",
  buckets: "lookup.buckets",
} as const;

/** Raised by one when an older version could no longer read the file: 3 has terms to be looked up. */
export const FORMAT_VERSION = 3;
