import { largest, smallest } from "../../../base/lists.js";
import { megabytes, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { shellWord } from "../../../base/shell-words.js";
import { type PlanOptions, planShards, type WrittenPlan } from "../../../jobs/machines/plan-count-merge.js";
import { commandFrom } from "../../command.js";
import { CORPUS } from "../../options/corpus-options.js";
import { learningGroups } from "../../options/model-options.js";
import { whole } from "../../options/parsers.js";
import { JOB_SCRIPTS, type JobScript } from "./job-scripts.js";

/** `thresher plan`. */
export const newCommand = commandFrom({
  does: "Divide a corpus into shards, to be counted on several machines.",
  takes: { "<corpus...>": `${CORPUS}; or several paths, each of them a class` },
  options: {
    Options: {
      "--shards <n>": ["how many shards, at most; each is counted by one command", whole(1), { isNeeded: true }],
      "-o, --output <file>": ["where to write the plan", { isNeeded: true }],
      "--format <form>": [
        "print the plan as a script that counts and merges: for sh with Slurm's sbatch, or for kubectl apply -f -",
        Object.keys(JOB_SCRIPTS),
        { conflicts: ["json"] },
      ],
    },
    ...learningGroups(undefined, undefined, {}),
  },
  help: `Run count for each shard, on any machine that has the corpus, and then merge: it makes the model that thresher train makes, to the byte. A mailbox, table or archive is counted in one shard: split a large one into several files. The method must be multinomial, bernoulli or complement.

Examples:
  thresher plan mail --shards 20 -o plan.json --preset mail
  thresher plan mail --shards 20 -o plan.json --format slurm > job.sh`,
  shown: "shards output format preset classifier include exclude json quiet",
  run(roots: readonly string[], options: PlanOptions & { readonly format?: JobScript }) {
    const { format } = options;
    const { written, classes } = planShards(roots, options);
    const text = () => (format === undefined ? planText(written, classes) : JOB_SCRIPTS[format](written));
    return { isDone: format === undefined, json: () => written, text };
  },
});

/** Returns the text about a plan. @param classes how many there are; 0 if only reading can tell */
function planText({ plan, shards, files, weights }: WrittenPlan, classes: number): string {
  const [least, most] = [smallest(weights), largest(weights)].map(megabytes);
  const sizes = least === most ? most : `${least} to ${most}`;
  const file = shellWord(plan);
  const inClasses = classes === 0 ? "" : ` of ${plural(classes, "class", "classes")}`;
  return (
    `The plan is in ${safeText(plan)}: ${plural(files, "file")}${inClasses} in ${plural(shards, "shard")} of ${sizes}.\n` +
    `Count each of them, ${shards === 1 ? "" : `0 to ${shards - 1}, `}on any machine that has the corpus (with --root DIR if it lies elsewhere there), in any order:\n` +
    `  thresher count ${file} --shard 0 -o parts\n` +
    `Then add them up:\n  thresher merge parts --plan ${file} -m MODEL\n`
  );
}
