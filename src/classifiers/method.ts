import type { WeightingOptions } from "../features/weighting.js";
import type { Classifier } from "./classifier.js";

/** The entry of a method in the table, for the command, reports and model files. */
export interface Method<Options extends object> {
  /** Its name in a sentence: `"multinomial naive Bayes"`. */
  readonly title: string;
  /** The options that reports show beside the title. */
  readonly titleOptions: readonly (keyof Options)[];
  /** The name of the part of a margin that is not from terms. Default: "prior" if the model has one, else "rest". */
  readonly rest?: string;
  /** Returns the defaults of its options. A given option may replace another: `mEstimate` replaces `alpha`. */
  readonly defaults: (given: Options) => Options;
  /** Options that have no default, or only beside some other options. */
  readonly moreOptions?: readonly (keyof Options)[];
  /** How its counts are weighted by default. Default: not at all. */
  readonly weighting?: WeightingOptions;
  /** Whether it accepts only counts, not weights. Default false. */
  readonly takesCountsOnly?: boolean;
  /** Whether it is a combination of other methods whose counts can be weighted. Default false. */
  readonly hasMembers?: boolean;
  /**
   * Whether it leaves out documents while it learns, and so needs to know which messages belong to one thread (see
   * `Dataset.groups`). Default false.
   */
  readonly leavesOut?: boolean;
  /** Makes the classifier of the given options. */
  readonly make: (options: Options) => Classifier;
}
