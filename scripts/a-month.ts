/**
 * Lives a month with Thresher, in each way of working: `npm run a-month`. An oracle knows every message; after each day
 * it says where each must be, and what the model must have learned.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { UsageError } from "../src/base/errors.js";
import { seededRandom } from "../src/base/random.js";
import { TestCourier } from "../test/helpers/courier.js";
import { TestDovecot } from "../test/helpers/dovecot.js";
import { liveWithFiles } from "./month/files.js";
import { liveWithMailbox } from "./month/mailbox.js";
import { liveWithPile } from "./month/pile.js";
import { liveWithUsers } from "./month/users.js";
import type { Life } from "./month/world.js";
import { runScript } from "./run-script.js";

const SCRIPT = "a-month";
const COMMAND = fileURLToPath(new URL("../bin/thresher.cjs", import.meta.url));

/** The ways of working, by name. */
const WAYS: Readonly<Record<string, (life: Life) => Promise<void>>> = {
  "files-copied": (life) => liveWithFiles(life, "copy"),
  "files-moved": (life) => liveWithFiles(life, "move"),
  mailbox: async (life) => liveWithMailbox(life, await TestDovecot.start()),
  users: liveWithUsers,
  pile: liveWithPile,
  // Without MOVE, messages are copied and the originals expunged.
  "mailbox-without-move": async (life) => liveWithMailbox(life, await TestDovecot.start({ more: WITHOUT_MOVE })),
  "mailbox-courier": async (life) => liveWithMailbox(life, await TestCourier.start()),
};
/** Capabilities of a Dovecot without MOVE. */
const WITHOUT_MOVE =
  "imap_capability = IMAP4rev1 SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS UNSELECT CHILDREN LIST-EXTENDED SPECIAL-USE";
/** Number of faults that are printed for each way. */
const SHOWN = 10;

interface Options {
  readonly days: number;
  readonly seed: number;
  readonly seeds: number;
  readonly only: string;
  readonly command: string;
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description(
    "Lives a month with each way of working; no message may be lost or doubled, no lesson missed or repeated.",
  )
  .option("--days <n>", "days of the month", Number, 30)
  .option("--seed <n>", "seed of all that happens", Number, 1)
  .option("--seeds <n>", "number of months, with consecutive seeds", Number, 1)
  .option("--only <ways>", "only these ways, such as files-copied,server", Object.keys(WAYS).join())
  .option("--command <file>", "another version's dist/bin/thresher.cjs", COMMAND)
  .action(live);
await runScript(SCRIPT, program);

async function live({ days, seed, seeds, only, command }: Options): Promise<void> {
  const names = only.split(",");
  for (const name of names) {
    if (WAYS[name] === undefined) throw new UsageError(`no way "${name}"; there are ${Object.keys(WAYS).join(", ")}`);
  }
  const months = names.flatMap((name) => Array.from({ length: seeds }, (_, i) => ({ name, seed: seed + i })));
  // Two at a time: each waits for its commands.
  const next = months.values();
  await Promise.all(
    [1, 2].map(async () => {
      for (const { name, seed } of next) await liveOne(name, seed, days, resolve(command));
    }),
  );
}

async function liveOne(name: string, seed: number, days: number, command: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "thresher-month-"));
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const life: Life = {
    folder: join(folder, "home"),
    command,
    days,
    random: seededRandom(seed, Object.keys(WAYS).indexOf(name)),
    fault: (day, what) => faults.push(`day ${day}: ${what}`),
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  };
  mkdirSync(life.folder);
  try {
    await WAYS[name]?.(life);
  } catch (error) {
    faults.push(`ended early: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const happened = [...counts].map(([what, n]) => `${what}: ${n}`).join(", ");
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${name}, seed ${seed}, ${days} days: ${happened}`);
  for (const fault of faults.slice(0, SHOWN)) console.log(`       ${fault}`);
  if (faults.length > SHOWN) console.log(`       and ${faults.length - SHOWN} more`);
  if (faults.length > 0) process.exitCode = 1;
}
