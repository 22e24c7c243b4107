import type { WeightingOptions } from "../features/weighting.js";
import type { Classifier } from "./classifier.js";

/** What the file of a method gives to the table: how the command, reports and a model file know it. */
export interface Method<Options extends object> {
  /** Its name in a sentence: `"multinomial naive Bayes"`. */
  readonly title: string;
  /** The options that reports show beside the title. */
  readonly titleOptions: readonly (keyof Options)[];
  /** What to call the part of a margin that no term brings. Default: "prior" if the model has one, else "rest". */
  readonly rest?: string;
  /** Its options with their defaults. One that is given may take the place of another: `mEstimate` of `alpha`. */
  readonly defaults: (given: Options) => Options;
  /** Options without a default. */
  readonly moreOptions?: readonly (keyof Options)[];
  /** How its counts are weighted where nothing is chosen. Default: not at all. */
  readonly weighting?: WeightingOptions;
  /** Whether it refuses weights in place of counts. Default false. */
  readonly takesCountsOnly?: boolean;
  readonly make: (options: Options) => Classifier;
}
