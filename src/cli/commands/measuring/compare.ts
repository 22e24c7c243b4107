import { Command } from "commander";
import { type CompareOptions, compareFiles } from "../../../jobs/measuring/compare-files.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, SEED, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

/** Makes the command `thresher compare`. */
export function newCommand(): Command {
  const command = new Command("compare")
    .description("Say whether two evaluations of the same documents differ by more than chance.")
    .argument("<a>", "the output of thresher evaluate --json")
    .argument("<b>", "the output with other settings, the same protocol and the same seed")
    .action(run);
  withOptions(command, "Options", {
    "--top <n>": ["how many documents to show on which they disagree", whole(0), { default: 10 }],
  });
  return withHelp(
    withCommonOptions(command, SEED),
    `B is better if the 95 % interval of its accuracy minus that of A lies above 0.
With several runs, the interval is that of the corrected resampled t-test. With
one run, it is that of the paired bootstrap, and McNemar's exact test must agree
(p below 0.05).

First evaluate the same documents twice:
  thresher evaluate mail --json > a.json
  thresher evaluate mail --json --alpha 0.1 > b.json

Examples:
  thresher compare a.json b.json
  thresher compare a.json b.json --top 1000 --json`,
  );
}

/** Compares two evaluations and prints the result. */
async function run(a: string, b: string, options: CommonOptions & CompareOptions): Promise<void> {
  const { json, text } = compareFiles(a, b, options);
  await print(options, { asJson: json, asText: () => text(terminalStyle()) });
}
