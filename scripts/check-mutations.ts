/**
 * Mutates messages and model files and checks that reading them never misbehaves:
 * `npm run check:mutations`. Takes seconds, or minutes with `--messages 60000 --models 24000`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { plural } from "../src/base/numbers.js";
import { safeText } from "../src/base/safe-text.js";
import { whole } from "../src/cli/options/parsers.js";
import type { MutationPlan } from "./mutations/check-mutations.js";
import { watchedFaults } from "./mutations/watched.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:mutations";

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Mutates messages and model files; nothing may crash, hang, lose a byte or give another answer.")
  .option("--messages <n>", "how many messages", whole(0), 2000)
  .option("--models <n>", "how many model files", whole(0), 1000)
  .option("--seed <n>", "seed of all mutations", whole(0), 1)
  .option("--first <n>", "index of the first of each", whole(0), 0)
  .option("--save <folder>", "writes each input that a fault was found in")
  .action(run);
await runScript(SCRIPT, program);

async function run({ save, ...plan }: MutationPlan & { readonly save?: string }): Promise<void> {
  const { messages, models, seed } = plan;
  let faults = 0;
  await watchedFaults(plan, ({ kind, index, what, bytes }) => {
    faults++;
    const other = kind === "messages" ? "models" : "messages";
    console.log(`FAILED ${kind} ${index}: ${safeText(what)}`);
    console.log(`       npm run ${SCRIPT} -- --seed ${seed} --first ${index} --${kind} 1 --${other} 0`);
    if (save === undefined) return;
    mkdirSync(save, { recursive: true });
    writeFileSync(join(save, `${kind}-${seed}-${index}`), bytes);
  });
  console.log(`${plural(messages, "message")}, ${plural(models, "model")}: ${plural(faults, "fault")}`);
  if (faults > 0) process.exitCode = 1;
}
