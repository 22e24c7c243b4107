import type { TrainOptions } from "../options.js";
import { PRESET_WORDS } from "../presets.js";

/**
 * The settings for few labelled documents, with or without unlabelled ones: one support vector machine on words and,
 * in short texts, pairs. Chosen on parts of training documents: see the README of this room.
 */
const FEW_LABELS = {
  classifier: "linear-svm",
  tolerance: 0.1,
  epochs: 20,
  classWeight: "balanced",
  tf: "log",
  idf: "smooth",
  norm: "l2",
  ...PRESET_WORDS,
  ngrams: [1, 2],
  ngramBytes: 500,
  segment: true,
} as const satisfies TrainOptions;

/** Returns the options with the defaults for few labelled documents, unless a preset or a method is named. */
export function withFewLabelDefaults(options: TrainOptions): TrainOptions {
  if (options.preset !== undefined || options.classifier !== undefined) return options;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // Mail has fields of its own. The options of words have no meaning for a program's own tokenizer, nor without words.
  const { fields, tokens, tokenLength, segment, ...others } = FEW_LABELS;
  const words = options.tokenizer === undefined && options.tokens !== "none" ? { tokens, tokenLength, segment } : {};
  return { ...others, ...words, ...(options.as !== "mail" && { fields }), ...given };
}
