import type { Command } from "commander";
import { type BinaryOptions, requireBinary } from "../evaluation/binary-metrics.js";
import { fraction, number } from "./options.js";

/** Adds the options of two classes, of which one is looked for. */
export function withBinaryOptions(command: Command): Command {
  return command
    .optionsGroup("Two classes:")
    .option("--positive <class>", "the class that is looked for (default: spam, else the second)")
    .option(
      "--threshold <p>",
      "its probability from which a document counts as a false alarm or is no miss; the predicted class stays the likelier one (default: 0.5)",
      fraction,
    )
    .option("--false-alarm-cost <n>", "how many misses one false alarm costs as much as (default: 1)", number);
}

/**
 * The options of two classes, if any was given.
 *
 * @param labels the classes of the documents that were found
 * @throws UsageError if they are not two, or an option is not allowed.
 */
export function binaryOptions(
  { positive, threshold, falseAlarmCost }: BinaryOptions,
  labels: readonly string[],
): BinaryOptions | undefined {
  if (positive === undefined && threshold === undefined && falseAlarmCost === undefined) return undefined;
  const options = { positive, threshold, falseAlarmCost };
  requireBinary(labels, options);
  return options;
}
