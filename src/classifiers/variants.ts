/** The parts of the variants: values of alpha, kinds of terms, and methods with their weighting. */
const ALPHAS = [0.1, 0.3, 0.03, 1, 0.01] as const;
const WORDS = ["words", "characters", "fields"] as const;
const PAIRS = ["words", "ngrams", "characters", "fields"] as const;

const PRESENCE = { classifier: "complement", tf: "binary", norm: "l2", alphas: ALPHAS } as const;
const SQUARE_ROOTS = { ...PRESENCE, tf: "sqrt" } as const;
const EMPHASIZED = { classifier: "multinomial", tf: "binary", emphasis: 8, alphas: ALPHAS } as const;

/**
 * The default variants of naive Bayes that `chosen-bayes` chooses from. The first variant and the first alpha are taken
 * unless another one makes clearly fewer errors. To add a variant, add a line.
 */
export const VARIANTS = [
  { ...PRESENCE, kinds: WORDS },
  { ...PRESENCE, kinds: PAIRS },
  { ...SQUARE_ROOTS, kinds: WORDS },
  { ...SQUARE_ROOTS, kinds: PAIRS },
  { ...EMPHASIZED, kinds: WORDS },
  { ...EMPHASIZED, kinds: PAIRS },
] as const;
