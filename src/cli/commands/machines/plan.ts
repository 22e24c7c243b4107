import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { largest, smallest } from "../../../base/lists.js";
import { megabytes, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { shellWord } from "../../../base/shell-words.js";
import { openClasses } from "../../../documents/corpora/class-paths.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { requirePlace, writeAtomically } from "../../../documents/files/write-file.js";
import { type PlannedCorpus, planBytes, planCorpus, requireCountable } from "../../../model/parts/plan.js";
import type { Settings } from "../../../model/settings.js";
import { withHelp } from "../../options/help.js";
import { type LearningOptions, settingsOf, withLearning } from "../../options/model-options.js";
import { CORPUS, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { JOB_SCRIPTS, type JobScript } from "../../output/job-scripts.js";
import { formLines, tell } from "../../output/notices.js";
import { print, printDone, VERSION } from "../../output/output.js";
import { problemLines } from "../../output/problem-lines.js";

type PlanCommandOptions = LearningOptions & {
  readonly shards?: number;
  readonly output?: string;
  readonly script?: JobScript;
};

/** Makes the command `thresher plan`. */
export function newCommand(): Command {
  const command = new Command("plan")
    .description("Divide a corpus into shards, to be counted on several machines.")
    .argument("<corpus...>", `${CORPUS}; or several paths, each of them a class`)
    .action(run);
  withOptions(command, "Options", {
    "--shards <n>": ["how many shards, at most; each is counted by one command", whole(1)],
    "-o, --output <file>": "where to write the plan",
    "--script <program>": [
      "print a script that counts and merges: for sh with Slurm's sbatch, or for kubectl apply -f -",
      Object.keys(JOB_SCRIPTS),
      { conflicts: ["json"] },
    ],
  });
  return withHelp(
    withLearning(command, { running: {} }),
    `The plan has the settings of the model, as for thresher train, and the size of
each file, so that count notices files that have changed. Run count for each
shard, on any machine that has the corpus, and then merge: it makes the model
that thresher train makes, to the byte.

A mailbox, table or archive is counted in one shard: split a large one into
several files. The method must be one that is made of counts: multinomial,
bernoulli or complement.

Examples:
  thresher plan mail --shards 20 -o plan.json --preset mail
  thresher plan ham.mbox spam.mbox --shards 2 -o plan.json --preset mail
  thresher plan mail --shards 20 -o plan.json --script slurm > job.sh`,
    ["shards", "output", "script", "preset", "classifier", "include", "exclude", "json", "quiet"],
  );
}

/** Makes a plan, writes it, and prints what comes next: commands, or a script for a cluster. */
async function run(roots: readonly string[], options: PlanCommandOptions): Promise<void> {
  const { shards: count, output } = options;
  if (count === undefined) throw new UsageError("plan needs --shards N: how many shards to make");
  if (output === undefined) throw new UsageError("plan needs -o FILE: where to write the plan");
  const settings = settingsOf(options);
  requireCountable(settings);
  requirePlace(output);
  const corpus = roots.length === 1 ? openCorpus(roots[0], options) : openClasses(roots, options);
  corpus.requireFree(output);
  const made = planTelling(corpus, settings, count, options);
  const { plan, weights } = made;
  const { shards, root, digest } = plan;
  if (shards.length < count) {
    const why = "a shard has at least one file: split a large mailbox, table or archive into several";
    tell(options, `${plural(shards.length, "shard")}, not ${count}: ${why}`);
  }
  const { labels = [] } = corpus;
  if (labels.length === 1) {
    tell(options, `there is only one class, ${JSON.stringify(labels[0])}: a model needs another one`);
  }
  writeAtomically(output, planBytes(plan));
  const asJson = () => ({ plan: output, digest, root, shards: shards.length, files: filesOf(made), weights });
  const { script } = options;
  if (script === undefined) return printDone(options, { asJson, asText: () => textOf(made, output, labels.length) });
  const job = { plan: output, digest, shards: shards.length, root };
  await print(options, { asJson, asText: () => JOB_SCRIPTS[script](job) });
}

/** Plans a corpus, and tells what it is and what cannot be read. */
export function planTelling(corpus: Corpus, settings: Settings, shards: number, options: LearningOptions) {
  tell(options, formLines(corpus), problemLines(corpus.problems));
  const { form, strict } = corpus;
  const labelColumn = options.multiLabel === undefined ? form?.labelColumn : undefined;
  return planCorpus(corpus, settings, { shards, thresher: VERSION, strict, labelColumn });
}

/** Returns the number of different files in a plan. */
function filesOf({ plan: { shards } }: PlannedCorpus): number {
  return new Set(shards.flat().flatMap((piece) => (piece.kind === "archive" ? [piece.file] : piece.ids))).size;
}

/** Returns the text about a plan. @param classes how many there are; 0 if only reading can tell */
function textOf(made: PlannedCorpus, output: string, classes: number): string {
  const { plan, weights } = made;
  const count = plan.shards.length;
  const [least, most] = [smallest(weights), largest(weights)].map(megabytes);
  const sizes = least === most ? most : `${least} to ${most}`;
  const file = shellWord(output);
  const inClasses = classes === 0 ? "" : ` of ${plural(classes, "class", "classes")}`;
  return (
    `The plan is in ${safeText(output)}: ${plural(filesOf(made), "file")}${inClasses} in ${plural(count, "shard")} of ${sizes}.\n` +
    `Count each of them, ${count === 1 ? "" : `0 to ${count - 1}, `}on any machine that has the corpus (with --root DIR if it lies elsewhere there), in any order:\n` +
    `  thresher count ${file} --shard 0 -o parts\n` +
    `Then add them up:\n  thresher merge parts --plan ${file} -m MODEL\n`
  );
}
