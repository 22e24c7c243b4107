import type { AnswerLimits } from "../limits.js";

/** How documents are classified, so that every machine gives the same answers. */
export interface ClassifyTask {
  /** SHA-256 of the model file, in hexadecimal digits. */
  readonly model: string;
  /** A digest of the names, sizes and times of the files. */
  readonly input: string;
  /** The options, as plain data. */
  readonly options: TaskOptions;
}

/** The options that change the answers, or how they are written. */
export interface TaskOptions extends AnswerLimits {
  readonly keep?: readonly string[] | undefined;
  readonly above?: number | undefined;
  /** Whether the probabilities of all classes are written. */
  readonly probabilities?: boolean | undefined;
  /** The columns of the input that are written, too. */
  readonly columns?: readonly string[] | undefined;
}
