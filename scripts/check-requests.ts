/**
 * Asks the real server while the real command changes its model:
 * `npm run check:requests -- --requests 40000`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { requestsBesideLearning } from "./requests/requests-beside-learning.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:requests";
/** Maximum memory of the server in bytes; with a small model it takes 60 to 110 MB. */
const MAX_MEMORY = 256 * 2 ** 20;

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Asks thresher serve while thresher learn changes its model: each answer is of the old or the new one.")
  .option("--requests <n>", "how many", Number, 2000)
  .option("--seed <n>", "seed of the messages", Number, 1)
  .action(run);
await runScript(SCRIPT, program);

async function run({ requests, seed }: { readonly requests: number; readonly seed: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "thresher-requests-"));
  try {
    const { answered, filtered, models, lost, wrong, memory } = await requestsBesideLearning({
      requests,
      seed,
      folder,
    });
    const holds = lost + wrong === 0 && answered === requests && (memory ?? 0) <= MAX_MEMORY;
    const peak =
      memory === undefined ? "memory not measured here" : `at most ${Math.round(memory / 2 ** 20)} MiB of memory`;
    console.log(
      `${holds ? "ok    " : "FAILED"} ${answered} requests answered, ${filtered} of them for thresher filter, beside ${models} changes of the model; ${lost} lost, ${wrong} wrong; ${peak}`,
    );
    if (!holds) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
