/**
 * Kills the real command at random moments of its work, and looks whether anything is lost
 * or doubled: `npm run check:kills`. Nothing is needed for it; it takes a minute or two.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { type KillPlan, killedSorts } from "./kills/killed-sorts.js";
import { reportError, runScript } from "./run-script.js";

const SCRIPT = "check:kills";
/** Messages in an inbox. */
const MESSAGES = 300;

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Kills thresher sort at random moments; nothing may be lost, nothing doubled.")
  .option("--kills <n>", "how often, in all", Number, 200)
  .option("--seed <n>", "seed of the moments and messages", Number, 1)
  .action(run);
await runScript(program, (error) => reportError(SCRIPT, error));

async function run({ kills, seed }: { readonly kills: number; readonly seed: number }): Promise<void> {
  const here = mkdtempSync(join(tmpdir(), "thresher-kills-"));
  // Memory is a file system of its own, where there is one.
  const there = existsSync("/dev/shm") ? mkdtempSync("/dev/shm/thresher-kills-") : undefined;
  const ways: [what: string, way: Pick<KillPlan, "mode" | "maildir" | "into">][] = [
    ["move", { mode: "move", into: join(here, "sorted") }],
    ["move out of a Maildir", { mode: "move", maildir: true, into: join(here, "sorted") }],
    ["copy", { mode: "copy", into: join(here, "sorted") }],
  ];
  if (there !== undefined) ways.push(["move to another file system", { mode: "move", into: join(there, "sorted") }]);
  let failed = 0;
  try {
    for (const [what, way] of ways) {
      const plan = { ...way, kills: Math.ceil(kills / ways.length), messages: MESSAGES, seed, folder: here };
      const { killed, lost, doubled, doubledMeanwhile, litter } = await killedSorts(plan);
      const holds = lost + doubled + litter === 0;
      if (!holds) failed++;
      console.log(
        `${holds ? "ok    " : "FAILED"} ${what}: ${killed} kills; ${lost} lost, ${doubled} doubled, ${litter} other files left; ${doubledMeanwhile} in two places until the next run`,
      );
    }
  } finally {
    for (const folder of [here, there]) if (folder !== undefined) rmSync(folder, { recursive: true });
  }
  if (failed > 0) process.exitCode = 1;
}
