/**
 * Kills the real command at random moments and checks that no model is damaged and no message lost or
 * doubled: `npm run check:kills`. Takes a minute or two.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { killedLearns } from "./kills/killed-learns.js";
import { type KillPlan, killedSorts } from "./kills/killed-sorts.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:kills";
/** Messages per inbox. */
const MESSAGES = 300;

const program = new Command(`npm run ${SCRIPT} --`)
  .description(
    "Kills thresher learn, unlearn and sort at random moments; no model may be damaged, no message lost or doubled.",
  )
  .option("--kills <n>", "how often, in all; half of them learning", Number, 200)
  .option("--seed <n>", "seed of the moments and messages", Number, 1)
  .action(run);
await runScript(SCRIPT, program);

async function run({ kills, seed }: { readonly kills: number; readonly seed: number }): Promise<void> {
  const here = mkdtempSync(join(tmpdir(), "thresher-kills-"));
  // Shared memory is another file system, where it exists.
  const there = existsSync("/dev/shm") ? mkdtempSync("/dev/shm/thresher-kills-") : undefined;
  const ways: [what: string, way: Pick<KillPlan, "mode" | "maildir" | "into">][] = [
    ["move", { mode: "move", into: join(here, "sorted") }],
    ["move out of a Maildir", { mode: "move", maildir: true, into: join(here, "sorted") }],
    ["copy", { mode: "copy", into: join(here, "sorted") }],
  ];
  if (there !== undefined) ways.push(["move to another file system", { mode: "move", into: join(there, "sorted") }]);
  let failed = 0;
  const tell = (holds: boolean, what: string) => {
    if (!holds) failed++;
    console.log(`${holds ? "ok    " : "FAILED"} ${what}`);
  };
  const half = Math.ceil(kills / 2);
  try {
    const learned = await killedLearns({ kills: half, seed, folder: join(here, "learning") });
    tell(
      learned.damaged + learned.litter === 0,
      `learn and unlearn: ${learned.killed} kills; ${learned.damaged} models damaged, ${learned.litter} other files left; ${learned.changed} had changed the model before`,
    );
    for (const [what, way] of ways) {
      const plan = { ...way, kills: Math.ceil((kills - half) / ways.length), messages: MESSAGES, seed, folder: here };
      const { killed, lost, doubled, doubledMeanwhile, litter } = await killedSorts(plan);
      tell(
        lost + doubled + litter === 0,
        `${what}: ${killed} kills; ${lost} lost, ${doubled} doubled, ${litter} other files left; ${doubledMeanwhile} in two places until the next run`,
      );
    }
  } finally {
    for (const folder of [here, there]) if (folder !== undefined) rmSync(folder, { recursive: true });
  }
  if (failed > 0) process.exitCode = 1;
}
