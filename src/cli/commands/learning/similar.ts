import { Command } from "commander";
import { type SimilarPathsOptions, similarPaths } from "../../../jobs/explaining/similar-paths.js";
import { tellFailures, withInputs } from "../../input/inputs.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { following } from "../../output/following.js";
import { printAnswers } from "../../output/output.js";

/** Makes the command `thresher similar`. */
export function newCommand(): Command {
  const command = withModel(new Command("similar"), "a model that keeps its documents")
    .description("Show the known documents most similar to each document, and the terms they share.")
    .action(run);
  withOptions(command, "Options", {
    "--top <n>": ["how many documents to show", whole(1), { default: 10 }],
    "--terms <n>": ["how many terms to show of each", whole(0), { default: 5 }],
  });
  return withHelp(
    withCommonOptions(withInputs(command)),
    `Similarity is the cosine of the weighted terms, in which rare terms count more:
0 for no common term, 1 for a copy. A model keeps its documents if it was
trained with --keep-documents, or with --classifier nearest-neighbours or
locally-weighted.

Examples:
  thresher similar -m mail.model letter.txt
  thresher similar -m mail.model inbox --top 1 --json`,
  );
}

/** Prints the documents that are most similar to each document. */
async function run(paths: readonly string[], options: CommonOptions & SimilarPathsOptions): Promise<void> {
  const { answers, inputs } = similarPaths(paths, { ...options, ...following(options) });
  await printAnswers(options, answers);
  tellFailures(inputs, options);
}
