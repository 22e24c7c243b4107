import { realpathSync } from "node:fs";
import { Command } from "commander";
import { DataError, orElse } from "../../../base/errors.js";
import { compare } from "../../../evaluation/significance/compare.js";
import { comparisonJson, comparisonText } from "../../../reports/comparison/comparison-text.js";
import { differingProtocol, settingText } from "../../../reports/comparison/differing-settings.js";
import { type EvaluationFile, readEvaluationFile } from "../../../reports/evaluation/evaluation-file.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, SEED, type SeedOption, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

type CompareCommandOptions = CommonOptions & SeedOption & { readonly top: number };

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

/** Reads two evaluations, compares them and prints the result. */
async function run(pathOfA: string, pathOfB: string, options: CompareCommandOptions): Promise<void> {
  const { top: shown, seed } = options;
  const a = readEvaluationFile(pathOfA);
  if (isSame(pathOfA, pathOfB))
    throw new DataError(`${pathOfA} and ${pathOfB} are the same file: give two evaluations`);
  const b = readEvaluationFile(pathOfB);
  requireSameProtocol(a, b);
  const comparison = compare(a, b, { seed });
  await print(options, {
    asJson: () => comparisonJson(comparison, a, b, shown),
    asText: () => comparisonText(comparison, a, b, shown, terminalStyle()),
  });
}

/** Returns whether two paths name one file. */
function isSame(a: string, b: string): boolean {
  // If a file is missing, reading it reports that.
  return orElse(() => realpathSync(a) === realpathSync(b), false);
}

/** @throws DataError that names the options by which the protocols differ; a test folder may have another name. */
function requireSameProtocol(a: EvaluationFile, b: EvaluationFile): void {
  const differing = differingProtocol(a, b).filter(
    ({ name }) => name !== "test" || a.protocol.kind !== b.protocol.kind,
  );
  if (differing.length === 0) return;
  const flag = (name: string) => (name === "protocol" ? name : `--${name}`);
  const side = (which: "a" | "b") =>
    differing.map((one) => `${flag(one.name)} ${settingText(one.name, one[which])}`).join(", ");
  throw new DataError(
    `the evaluations have different protocols: ${a.path} has ${side("a")}, ${b.path} has ${side("b")}; evaluate both with the same protocol and --seed`,
  );
}
