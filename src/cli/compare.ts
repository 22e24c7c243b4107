import { realpathSync } from "node:fs";
import { Command } from "commander";
import { DataError, UsageError } from "../errors.js";
import { compare } from "../evaluation/compare.js";
import { comparisonJson } from "../reports/comparison-json.js";
import { comparisonText } from "../reports/comparison-text.js";
import { differingProtocol, settingText } from "../reports/differing-settings.js";
import { disagreementLines } from "../reports/disagreements.js";
import { type EvaluationFile, readEvaluationFile } from "../reports/evaluation-file.js";
import { safeJson } from "../reports/safe-text.js";
import { type CommonOptions, whole, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { terminalStyle } from "./terminal.js";
import { writeLines } from "./write-lines.js";

type CompareCommandOptions = CommonOptions & {
  readonly disagreements: number;
  readonly disagreementsFile?: string;
};

/** `thresher compare A.json B.json` */
export function compareCommand(): Command {
  const command = new Command("compare")
    .description("Say whether two evaluations of the same documents differ by more than chance.")
    .argument("<a>", "what thresher evaluate --json printed")
    .argument("<b>", "the same for other settings, with the same protocol and seed")
    .option("--disagreements <n>", "how many documents on which they disagree to show", whole(0), 10)
    .option("--disagreements-file <file>", "write all of them: id, actual, a, b and times, tab-separated")
    .action(run);
  return withCommonOptions(command).addHelpText(
    "after",
    `
B is better if the 95 % interval of its accuracy minus A's lies above 0: that
of the corrected resampled t-test over several runs, and with one run that of
the paired bootstrap, if McNemar's exact test agrees (p below 0.05).

First evaluate the same documents twice:
  thresher evaluate mail --json > a.json
  thresher evaluate mail --json --alpha 0.1 > b.json

Examples:
  thresher compare a.json b.json
  thresher compare a.json b.json --disagreements-file disagreements.tsv`,
  );
}

async function run(pathOfA: string, pathOfB: string, options: CompareCommandOptions): Promise<void> {
  const { disagreements: shown, disagreementsFile, seed } = options;
  const a = readEvaluationFile(pathOfA);
  requireOther(pathOfA, pathOfB);
  const b = readEvaluationFile(pathOfB);
  if (disagreementsFile !== undefined) requireNeither(disagreementsFile, [pathOfA, pathOfB]);
  requireSameProtocol(a, b);
  const comparison = compare(a, b, { seed });
  try {
    if (disagreementsFile !== undefined) writeLines(disagreementsFile, disagreementLines(comparison.disagreements));
  } finally {
    const output = new Output();
    await output.write(
      options.json
        ? `${safeJson(comparisonJson(comparison, a, b, shown), 2)}\n`
        : comparisonText(comparison, a, b, shown, terminalStyle()),
    );
    await output.flush();
  }
}

/** @throws DataError if both are one file. */
function requireOther(a: string, b: string): void {
  if (isSame(a, b)) {
    throw new DataError(`${b}: required another evaluation than ${a}, found the same file: give two`);
  }
}

/** @throws UsageError if the file to write is one of those to compare. */
function requireNeither(path: string, compared: readonly string[]): void {
  if (compared.some((other) => isSame(path, other))) {
    throw new UsageError(`${path}: required a file to write to, found an evaluation to compare`);
  }
}

function isSame(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    // One is not there: to read it will say so, to write it may make it.
    return false;
  }
}

/**
 * Different splits of one corpus are told by their options, before their documents would
 * be: those only show that something differs. Test folders may have moved in between.
 *
 * @throws DataError that names the options.
 */
function requireSameProtocol(a: EvaluationFile, b: EvaluationFile): void {
  const differing = differingProtocol(a, b).filter(
    ({ name }) => name !== "test" || a.protocol.kind !== b.protocol.kind,
  );
  if (differing.length === 0) return;
  const side = (which: "a" | "b") =>
    differing
      .map((setting) => `${setting.name === "protocol" ? "" : "--"}${setting.name} ${settingText(setting[which])}`)
      .join(", ");
  throw new DataError(
    `${b.path}: required the protocol of ${a.path}, ${side("a")}, found ${side("b")}: evaluate both with the same protocol and --seed`,
  );
}
