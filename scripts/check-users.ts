/**
 * Asks the real server with lessons of each user: `npm run check:users`. Checks its memory, that each answer is of the
 * user's own model, that names which lead elsewhere are refused, and that no confirmed lesson is lost when it is killed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { megabytes } from "../src/base/numbers.js";
import { runScript } from "./run-script.js";
import { askUsers, REFUSED } from "./users/ask-users.js";

const SCRIPT = "check:users";

/** Bytes that 50 lessons may take on disk. */
const MAX_FILE = 20_000;

interface Options {
  readonly users: number;
  readonly messages: number;
  readonly lessons: number;
  readonly kills: number;
  readonly memory: number;
  readonly seed: number;
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Asks thresher serve --models for many users, teaches it and kills it.")
  .option("--users <n>", "how many, with lessons each", Number, 5000)
  .option("--messages <n>", "how many, for users at random", Number, 20_000)
  .option("--lessons <n>", "how many, for users at random", Number, 20_000)
  .option("--kills <n>", "how often the server is killed while it learns them", Number, 10)
  .option("--memory <bytes>", "for the server", Number, 150e6)
  .option("--seed <n>", "seed of the messages", Number, 1)
  .action(run);
await runScript(SCRIPT, program);

async function run({ memory, lessons, ...rest }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "thresher-users-"));
  const check = (holds: boolean, what: string) => {
    console.log(`${holds ? "ok    " : "FAILED"} ${what}`);
    if (!holds) process.exitCode = 1;
  };
  try {
    const { answered, wrong, refused, confirmed, lost, largest, peak, seconds } = await askUsers({
      ...rest,
      memory,
      lessons,
      folder,
    });
    const speed = `${Math.round(answered / seconds)} a second`;
    check(
      answered === rest.messages && wrong === 0,
      `${answered} messages for ${rest.users} users: ${wrong} answers of a wrong model; ${speed}`,
    );
    const taken = peak === undefined ? "not measured here" : megabytes(peak);
    check((peak ?? 0) <= memory, `memory: ${taken}, of ${megabytes(memory)} that were allowed`);
    check(largest <= MAX_FILE, `${largest} bytes for 50 lessons, of ${MAX_FILE}`);
    check(refused === REFUSED.length, `${refused} of ${REFUSED.length} user names refused that lead elsewhere`);
    check(
      confirmed >= lessons / 2 && lost === 0,
      `${confirmed} lessons confirmed while the server was killed ${rest.kills} times, ${lost} lost`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
