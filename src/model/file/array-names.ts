/**
 * Describes each array of a model file. The header of the file holds these sentences, so they are part of the format.
 */
const NOTES: Readonly<Record<string, string>> = {
  "vocabulary.bytes": "the terms of the training documents in UTF-8, one after the other",
  "vocabulary.offsets": "where each term begins in vocabulary.bytes, and where the last ends",
  "classes.documents": "training documents of each class",
  "classes.totals": "the sum of counts.values of each class",
  "counts.starts": "where the entries of each term begin in counts.classes and counts.values, and where the last end",
  "counts.classes": "of each entry the class, ascending within a term",
  "counts.values":
    "of each entry how often the documents of the class have the term; with a binary method, how many have it",
  "terms.counts": "how often each term occurs",
  "terms.documents": "in how many documents each term occurs",
  "terms.total": "the number of training documents",
  "presence.starts": "as counts.starts, for presence.classes and presence.values",
  "presence.classes": "as counts.classes",
  "presence.values": "of each entry how many documents of the class have the term",
  "calibration.temperature": "offset and slope: scores are divided by exp(offset + slope * ln(1 + tokens))",
  "calibration.beta": "a, b and c: log odds become a * ln P - b * ln(1 - P) + c, with two classes (a - b) * ln 2 more",
  "calibration.curve-from":
    "knots of a function that rises everywhere: log odds, with two classes of the second, otherwise of the best",
  "calibration.curve-to": "the log odds that these become",
  "left-out.classes": "the class that each training document gets from models that have not seen it, the surest first",
  "left-out.log-odds": "the log odds of these classes, descending",
  "left-out.wrong": "1 for each that is wrong",
  "left-out.clarity": "how far the score of the class is above the mean of all classes",
  "documents.ids": "the names of the training documents in UTF-8, one after the other",
  "documents.id-offsets": "where each name begins in documents.ids, and where the last ends",
  "documents.weights": "how many documents each row counts as",
  "documents.classes": "the class of each row",
  "documents.starts": "where the entries of each row begin in documents.terms, and where the last end",
  "documents.terms": "of each entry the term, ascending within a row",
  "documents.values": "of each entry the value",
  "documents.codes": "of each entry the place of its value in documents.distinct",
  "documents.distinct": "the values that there are",
  "known.digests": "a digest of each learned document, 16 bytes each, ascending",
  "known.classes": "the class of each learned document",
  "known.times": "when each was written, in seconds since 1970; 0 if that is not known",
  "known.gap-offsets": "where the entries of each learned document begin in known.gaps, and where the last end",
  "known.gaps": "of each entry how many terms lie between its term and the one before; 65535 passes over so many",
  "known.repeat-offsets": "where the bytes of each learned document begin in known.repeats, and where the last end",
  "known.repeats": "of entries with a count above 1 the distance from the one before and the count less 2, in LEB128",
  "restricted.kept": "a bit for each term: whether this part of the model sees it; the lowest bit of a byte first",
  "weighting.factors": "the inverse document frequency of each term",
  "weighted.documents": "training documents of each class",
  "weighted.starts":
    "where the entries of each term begin in weighted.classes and weighted.values, and where the last end",
  "weighted.kinds":
    "the kind of each term: 0 word, 1 words in a row, 2 characters, 3 of a header field, 4 of the structure of a message",
  "weighted.classes": "of each entry the class",
  "weighted.values": "of each entry the sum of the weighted counts of the term in the class",
  bias: "the score of each class before any term",
  "weights.codes": "what each term adds to the score of each class, a row per term: 128 and how many steps",
  "weights.steps": "the step of each term",
  "learned.members": "the number of the candidate that each member was",
  "learned.weights": "what the scores of each member are multiplied by",
  "learned.offsets": "what is added to the score of each class, after the members are weighed",
  "learned.shares": "the share of each candidate in the decision of all",
  "learned.errors":
    "how many of the documents scored out of fold each candidate alone gets wrong; last, the number of these documents",
  "chosen.setting": "the number of the variant that was chosen, and of its alpha",
  "chosen.documents": "on how many documents each alpha of each variant was tried",
  "chosen.errors": "of these, how many each got wrong",
  "decisions.thresholds": "of each label the log odds from which on a document gets it",
  "decisions.factors": "of each label what the log odds of its model are multiplied by",
  "decisions.constant": "1 for each label that all training documents have, which has no model",
  "decisions.documents": "the number of training documents",
  weights: "what each term adds to the score of each class, a row per term",
  documents: "training documents of each class",
  categories: "how many categories each term has: counts from 0 to the highest",
  starts: "where the entries of each term begin in the other arrays, and where the last end",
  classes: "of each entry the class",
  values: "of each entry the category",
  counts: "of each entry how many documents of the class have the category",
  means: "of each entry the mean of the term in the class",
  variances: "of each entry the variance, smoothed",
  "zero-variance": "the variance where there is no entry",
};

/** Returns the descriptions of these arrays, for readers of the file in other programs. */
export function notesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...names].sort().map((name) => [name, noteOf(name)]));
}

/**
 * Returns the description of an array. An inner model adds a prefix to the names of its arrays, which is ignored here.
 */
function noteOf(name: string): string {
  if (Object.hasOwn(NOTES, name)) return NOTES[name];
  const dot = name.indexOf(".");
  return dot < 0 ? "" : noteOf(name.slice(dot + 1));
}

/** Prefix of the array names of a stored model. */
export const MODEL = "model.";

/** Prefix of the array names of kept documents: their ids, and their rows if the model itself has none. */
export const DOCUMENTS = "documents.";
/** The ids of kept documents, as bytes. */
export const IDS = `${DOCUMENTS}ids`;
/** The offset in `IDS` at which each id begins. */
export const ID_OFFSETS = `${DOCUMENTS}id-offsets`;
/** Prefix of the array names of the rows of kept documents. */
export const ROWS = `${DOCUMENTS}rows.`;

/** Prefix of the array names of remembered documents. */
export const KNOWN = "known.";

/** The version of the file format. Increased by one whenever an older program can no longer read the file. */
export const FORMAT_VERSION = 3;
