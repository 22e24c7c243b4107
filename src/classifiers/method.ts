import type { WeightingOptions } from "../features/weighting.js";
import type { Classifier } from "./classifier.js";

/** The entry of a method in the table, for the command, reports and model files. */
export interface Method<Options extends object> {
  /** Its name in a sentence: `"multinomial naive Bayes"`. */
  readonly title: string;
  /** The options that reports show beside the title. */
  readonly titleOptions: readonly (keyof Options)[];
  /** The name of the part of a margin that no term brings. Default: "prior" if the model has one, otherwise "rest". */
  readonly rest?: string;
  /** Its options with their defaults. One that is given may take the place of another: `mEstimate` of `alpha`. */
  readonly defaults: (given: Options) => Options;
  /** Options without a default. */
  readonly moreOptions?: readonly (keyof Options)[];
  /** How its counts are weighted where nothing is chosen. Default: not at all. */
  readonly weighting?: WeightingOptions;
  /** Whether it refuses weights in place of counts. Default false. */
  readonly takesCountsOnly?: boolean;
  /** Whether it is made of other methods, whose counts can be weighted. Default false. */
  readonly hasMembers?: boolean;
  /**
   * Whether it leaves out documents while it learns, so that it must know which messages are of one thread (see
   * `Dataset.groups`). Default false.
   */
  readonly leavesOut?: boolean;
  readonly make: (options: Options) => Classifier;
}
