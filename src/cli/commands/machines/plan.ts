import { Option } from "commander";
import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { largest, smallest } from "../../../base/lists.js";
import { megabytes, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { shellWord } from "../../../base/shell-words.js";
import { type PlanOptions, type WrittenPlan, writePlan } from "../../../jobs/machines/write-plan.js";
import { commandFrom } from "../../command.js";
import { ANSWERS } from "../../options/answer-rows.js";
import { CORPUS } from "../../options/corpus-options.js";
import { FOLDERS } from "../../options/file-options.js";
import { learningGroups } from "../../options/model-options.js";
import type { OptionRows } from "../../options/option-rows.js";
import { whole } from "../../options/parsers.js";
import { JOB_SCRIPTS, type JobScript } from "./job-scripts.js";

const namesOf = (rows: OptionRows) => Object.keys(rows).map((flags) => new Option(flags).attributeName());

const TO_COUNT = learningGroups(undefined, undefined, {});
/** The options that only a plan to count has. */
const OF_COUNTS = Object.values(TO_COUNT)
  .flatMap(namesOf)
  .filter((name) => !namesOf(FOLDERS).includes(name));

/** `thresher plan`. */
export const newCommand = commandFrom({
  does: "Divide documents into shards, to be counted or classified on several machines.",
  takes: { "<corpus...>": `${CORPUS}; or several paths, each of them a class; with -m what classify takes` },
  options: {
    Options: {
      "--shards <n>": ["how many shards, at most; each is done by one command", whole(1), { isNeeded: true }],
      "-o, --output <file>": ["where to write the plan", { isNeeded: true }],
      "--format <form>": [
        "print the plan as a script that does the shards and merges: for sh with Slurm's sbatch, or for kubectl apply -f -",
        Object.keys(JOB_SCRIPTS),
        { conflicts: ["json"] },
      ],
    },
    "To classify": {
      "-m, --model <file>": ["classify by this model, in place of counting for a new one", { conflicts: OF_COUNTS }],
      ...ANSWERS,
    },
    ...TO_COUNT,
  },
  help: `Run count for each shard, on any machine that has the corpus, and then merge: it makes the model that thresher train makes, to the byte. Files of JSON lines, fastText and text are cut at line ends, Parquet at groups of rows; a mailbox, CSV table or packed file is not cut. The method must be multinomial, bernoulli or complement.

With -m, count classifies by the copy of the model beside the plan, and merge joins the answers to the file that classify -o writes.

Examples:
  thresher plan mail --shards 20 -o plan.json --preset mail
  thresher plan crawl -m fast.model --shards 500 -o plan.json --format slurm > job.sh`,
  shown: "shards output format model keep above columns preset classifier include exclude json quiet",
  run(roots: readonly string[], options: PlanOptions & { readonly format?: JobScript }) {
    const { format, model } = options;
    const stray = namesOf(ANSWERS).find((name) => options[name as keyof PlanOptions] !== undefined);
    if (model === undefined && stray !== undefined)
      throw new UsageError(`--${optionName(stray)} is for a plan to classify, with -m`);
    const written = writePlan(roots, options);
    const text = () => (format === undefined ? planText(written) : JOB_SCRIPTS[format](written));
    return { isDone: format === undefined, json: () => written, text };
  },
});

function planText({ plan, shards, files, weights, classes, classifies }: WrittenPlan): string {
  const [least, most] = [smallest(weights), largest(weights)].map(megabytes);
  const sizes = least === most ? most : `${least} to ${most}`;
  const file = shellWord(plan);
  const [verb, join, result] = classifies
    ? ["Classify", "join their answers", "-o ANSWERS.jsonl"]
    : ["Count", "add them up", "-m MODEL"];
  const inClasses = classes === 0 ? "" : ` of ${plural(classes, "class", "classes")}`;
  return (
    `The plan is in ${safeText(plan)}${classifies ? ", beside a copy of the model" : ""}: ${plural(files, "file")}${inClasses} in ${plural(shards, "shard")} of ${sizes}.\n` +
    `${verb} each of them, ${shards === 1 ? "" : `0 to ${shards - 1}, `}on any machine that has the documents (with --root DIR if they lie elsewhere there), in any order:\n` +
    `  thresher count ${file} --shard 0 -o parts\n` +
    `Then ${join}:\n  thresher merge parts --plan ${file} ${result}\n`
  );
}
