import type { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import type { OptionRow } from "../../options/options.js";

/** The options that name counted shards in place of a corpus. */
export interface PartsOptions {
  readonly parts?: string;
  readonly root?: string;
}

/** Options of a command that was given counted shards. */
export type GivenParts<T extends PartsOptions> = T & { readonly parts: string };

export const PARTS_OPTIONS: readonly OptionRow[] = [
  [
    "--parts <folder>",
    "the folder with the counts of a plan that was made with --deal; the plan takes the place of CORPUS, and its shards are the folds",
  ],
  ["--root <folder>", "with --parts: where the corpus lies on this machine (default: where it was planned)"],
];

/** Those that do not ask for another model or another division. */
const ALLOWED: readonly string[] = [
  ...["parts", "root", "predictions", "probabilities", "report", "positive", "threshold", "falseAlarmCost"],
  ...["json", "quiet", "debug", "seed", "jobs"],
];

/**
 * Whether counted shards were given.
 *
 * @param own further options that go with them
 * @throws UsageError if an option was given that does not go with them, or only with them.
 */
export function requirePartsOptions<T extends PartsOptions>(
  options: T,
  command: Command,
  own: readonly string[],
): options is GivenParts<T> {
  if (options.parts === undefined) {
    if (options.root !== undefined) throw new UsageError("--root goes with --parts");
    return false;
  }
  for (const option of command.options) {
    const name = option.attributeName();
    if (ALLOWED.includes(name) || own.includes(name) || command.getOptionValueSource(name) !== "cli") continue;
    throw new UsageError(
      `${option.long} cannot be combined with --parts: the plan has the settings of the model and says how documents are divided`,
    );
  }
  return true;
}
