import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Random, seededRandom } from "../../src/random.js";

/** What is killed, and how often. */
export interface KillPlan {
  readonly mode: "copy" | "move";
  /** Default: all names are ordinary ones. */
  readonly maildir?: boolean;
  readonly kills: number;
  /** In the inbox when it is full: it is filled again when all are sorted. */
  readonly messages: number;
  readonly seed: number;
  /** Where the inbox is made. */
  readonly folder: string;
  /** Where it is sorted to, on the same file system or another. */
  readonly into: string;
}

/** What was found after every kill, and after the run that followed the last. */
export interface KillReport {
  /** How many runs were killed while they were sorting. */
  readonly killed: number;
  /** How many messages were nowhere, at any time. */
  readonly lost: number;
  /** How many were in two places when a run had ended. */
  readonly doubled: number;
  /** How many were in two places right after a kill, before the next run had put that in order. */
  readonly doubledMeanwhile: number;
  /** How many files were left that are no message: reservations, and copies that are not whole. */
  readonly litter: number;
}

/** The command as it is installed; this file may be read as it is or as it was built. */
const COMMAND = [
  fileURLToPath(new URL("../../bin/thresher.cjs", import.meta.url)),
  fileURLToPath(new URL("../../dist/bin/thresher.cjs", import.meta.url)),
].find(existsSync);

/** So many more are sorted, at most, before the next kill. */
const MOST_PER_RUN = 12;
/** Milliseconds: with a message or two in each, a kill may come anywhere in the sorting of one. */
const JITTER = 4;

/** Sorts generated messages by the real command, which is killed (SIGKILL) at random moments and run again. */
export async function killedSorts(plan: KillPlan): Promise<KillReport> {
  const { kills, folder, into, mode } = plan;
  const random = seededRandom(plan.seed);
  const model = join(folder, "model");
  await train(folder, model);
  const report = { killed: 0, lost: 0, doubled: 0, doubledMeanwhile: 0, litter: 0 };
  const args = ["sort", join(folder, "inbox"), "-m", model, "--into", into, `--${mode}`, "--quiet"];
  for (let round = 0; report.killed < kills; round++) {
    for (const path of [join(folder, "inbox"), into]) rmSync(path, { recursive: true, force: true });
    const messages = fill(join(folder, "inbox"), plan, round, random);
    for (let isOver = false; !isOver && report.killed < kills; ) {
      isOver = !(await killedRun(args, into, random));
      if (!isOver) report.killed++;
      const found = countsIn(folder, into, messages, mode);
      report.lost += found.lost;
      report.doubledMeanwhile += found.doubled;
    }
    await run(args);
    const found = countsIn(folder, into, messages, mode);
    report.lost += found.lost;
    report.doubled += found.doubled;
    report.litter += found.litter;
  }
  return report;
}

async function train(folder: string, model: string): Promise<void> {
  const corpus = join(folder, "corpus");
  for (const [label, word] of [
    ["ham", "lunch"],
    ["spam", "prize"],
  ]) {
    mkdirSync(join(corpus, label), { recursive: true });
    writeFileSync(join(corpus, label, "1.txt"), `${word} letter`);
  }
  await run(["train", corpus, "-m", model, "--quiet"]);
}

/** The contents of the messages, each different from all others. */
function fill(inbox: string, { maildir = false, messages }: KillPlan, round: number, random: Random): string[] {
  const folders = maildir ? ["cur", "new", "tmp"] : ["a", "b"];
  for (const name of folders) mkdirSync(join(inbox, name), { recursive: true });
  return Array.from({ length: messages }, (_, i) => {
    const content = `Subject: ${round}.${i}\n\n${random(2) === 0 ? "lunch" : "prize"} letter\n${"x".repeat(random(3000))}`;
    // Every name twice, in two folders: one of them gets a number.
    const name = maildir ? `${1e9 + i}.M${round}.host${i % 2 === 0 ? ":2,S" : ""}` : `${i >> 1}.eml`;
    writeFileSync(join(inbox, folders[i % 2], name), content);
    return content;
  });
}

/** @returns false if it came to its end before it was killed */
function killedRun(args: readonly string[], into: string, random: Random): Promise<boolean> {
  const wanted = filesIn(into).length + random(MOST_PER_RUN);
  const child = start(args);
  let timer = setTimeout(watch, 1);
  function watch(): void {
    if (existsSync(into) && filesIn(into).length > wanted)
      timer = setTimeout(() => child.kill("SIGKILL"), random(JITTER));
    else timer = setTimeout(watch, 1);
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_, signal) => {
      clearTimeout(timer);
      resolve(signal === "SIGKILL");
    });
  });
}

async function run(args: readonly string[]): Promise<void> {
  const child = start(args);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`thresher ${args.join(" ")} has exit code ${code}`);
}

function start(args: readonly string[]) {
  if (COMMAND === undefined) throw new Error("the command is not built: npm run build");
  return spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Regular files at any depth, journals left out. A run that is at work may take one away meanwhile. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !dirname(path).endsWith(".thresher"));
}

/** A message counts where it is whole; a name that is reserved and a copy under a temporary name are none. */
function countsIn(folder: string, into: string, messages: readonly string[], mode: KillPlan["mode"]) {
  const places = new Map(messages.map((message) => [message, { inbox: 0, sorted: 0 }]));
  let litter = 0;
  for (const where of ["inbox", "sorted"] as const) {
    for (const path of filesIn(where === "inbox" ? join(folder, "inbox") : into)) {
      const { mode: permissions, size } = lstatSync(path);
      const isReserved = size === 0 && (permissions & 0o777) === 0;
      const counts = isReserved || path.endsWith(".tmp") ? undefined : places.get(readFileSync(path, "utf8"));
      if (counts === undefined) litter++;
      else counts[where]++;
    }
  }
  const all = [...places.values()];
  const lost = all.filter(({ inbox, sorted }) => (mode === "copy" ? inbox === 0 : inbox + sorted === 0)).length;
  const doubled = all.filter(({ inbox, sorted }) => (mode === "copy" ? sorted : inbox + sorted) > 1).length;
  return { lost, doubled, litter };
}
