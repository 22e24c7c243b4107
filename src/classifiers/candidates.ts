/**
 * The default candidates of a learned combination, from which it takes those that help it decide. Each is a method with
 * its options, its weighting of counts, and the terms that it sees.
 */

import { TF_IDF } from "../features/weighting.js";

const PRESENCE = { tf: "binary", idf: "smooth", norm: "l2" } as const;
const WORDS = ["words", "fields"] as const;
const PAIRS = ["words", "ngrams", "fields"] as const;
const CHARACTERS = ["characters"] as const;

/** For support vector machines: the most passes over the documents. More passes change few answers. */
const epochs = 10;

/**
 * The candidates for documents of any form. To add a candidate, add a line. Fast ones come first, because worker
 * threads take the last ones first.
 */
export const CANDIDATES = [
  { classifier: "complement", alpha: 0.1, ...TF_IDF, kinds: PAIRS, minDocuments: 2 },
  { classifier: "linear-svm", epochs, cost: 1, ...TF_IDF, idfPower: 2, kinds: WORDS },
  { classifier: "linear-svm", epochs, cost: 0.3, tf: "binary", norm: "l2", kinds: CHARACTERS, minDocuments: 2 },
  { classifier: "linear-svm", epochs, cost: 1, ...TF_IDF, kinds: CHARACTERS, minDocuments: 2 },
  { classifier: "linear-svm", epochs, cost: 1, ...TF_IDF, kinds: PAIRS, minDocuments: 2 },
  { classifier: "nb-svm", epochs, alpha: 0.01, cost: 0.1, ...PRESENCE, kinds: WORDS },
] as const;

/** Naive Bayes on the presence of terms. The preset mail, which uses it alone, has other settings. */
const MAIL_BAYES = {
  classifier: "multinomial",
  alpha: 0.03,
  emphasis: 8,
  temper: 1,
  prior: "fit",
  tf: "binary",
} as const;

/** The candidates for mail. Characters are those of the raw message. */
export const MAIL_CANDIDATES = [
  { ...MAIL_BAYES, kinds: PAIRS },
  { classifier: "linear-svm", epochs, cost: 1, ...TF_IDF, kinds: PAIRS, minDocuments: 2 },
  { classifier: "linear-svm", epochs, cost: 3, tf: "binary", norm: "l2", kinds: PAIRS, minDocuments: 2 },
  { classifier: "linear-svm", epochs, cost: 10, tf: "binary", norm: "l2", kinds: CHARACTERS, minDocuments: 2 },
] as const;

/** The values of alpha of each variant, the preferred one first. */
const ALPHAS = [0.1, 0.3, 0.03, 1, 0.01] as const;
/** The kinds of terms that a variant sees, without and with sequences of words. */
const VARIANT_WORDS = ["words", "characters", "fields"] as const;
const VARIANT_PAIRS = ["words", "ngrams", "characters", "fields"] as const;

/** The methods of the variants, with their weighting. */
const COMPLEMENT_PRESENCE = { classifier: "complement", tf: "binary", norm: "l2", alphas: ALPHAS } as const;
const SQUARE_ROOTS = { ...COMPLEMENT_PRESENCE, tf: "sqrt" } as const;
const EMPHASIZED = { classifier: "multinomial", tf: "binary", emphasis: 8, alphas: ALPHAS } as const;

const LINEAR = { classifier: "linear-svm", epochs: 5, tolerance: 0.1, cost: 1, ...TF_IDF } as const;

/**
 * The default variants that `chosen-bayes` chooses from. Naive Bayes comes first: its first variant and the first
 * alpha are taken unless another one makes clearly fewer errors. To add a variant, add a line.
 */
export const VARIANTS = [
  { ...COMPLEMENT_PRESENCE, kinds: VARIANT_WORDS },
  { ...COMPLEMENT_PRESENCE, kinds: VARIANT_PAIRS },
  { ...SQUARE_ROOTS, kinds: VARIANT_WORDS },
  { ...SQUARE_ROOTS, kinds: VARIANT_PAIRS },
  { ...EMPHASIZED, kinds: VARIANT_WORDS },
  { ...EMPHASIZED, kinds: VARIANT_PAIRS },
  { ...LINEAR, kinds: VARIANT_WORDS },
  { ...LINEAR, kinds: VARIANT_PAIRS, minDocuments: 2 },
] as const;
