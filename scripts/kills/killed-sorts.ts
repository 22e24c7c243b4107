import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Random, seededRandom } from "../../src/base/random.js";
import { run, watchedRun } from "./run-command.js";

/** How often to kill, and where. */
export interface KillPlan {
  readonly mode: "copy" | "move";
  /** Whether the inbox is a Maildir. Default false. */
  readonly maildir?: boolean;
  readonly kills: number;
  /** Number of messages in a full inbox; it is filled again when all are sorted. */
  readonly messages: number;
  readonly seed: number;
  /** For the inbox. */
  readonly folder: string;
  /** Target of sorting, on the same file system or another. */
  readonly into: string;
}

/** Counts over all kills and the final run. */
export interface KillReport {
  /** Runs killed while sorting. */
  readonly killed: number;
  /** Messages that were missing at any time. */
  readonly lost: number;
  /** Messages in two places after a completed run. */
  readonly doubled: number;
  /** Messages in two places after a kill, until the next run repaired it. */
  readonly doubledMeanwhile: number;
  /** Other files left: reserved names and incomplete copies. */
  readonly litter: number;
}

/** At most so many messages are sorted before the next kill. */
const MAX_PER_RUN = 12;
/** Maximum delay of a kill in milliseconds, in which a message or two are sorted. */
const JITTER = 4;

/** Sorts generated messages with the real command, which is killed (SIGKILL) at random moments and run again. */
export async function killedSorts(plan: KillPlan): Promise<KillReport> {
  const { kills, folder, into, mode } = plan;
  const random = seededRandom(plan.seed);
  const model = join(folder, "model");
  await train(folder, model);
  const report = { killed: 0, lost: 0, doubled: 0, doubledMeanwhile: 0, litter: 0 };
  const how = mode === "move" ? ["--move"] : [];
  const args = ["sort", join(folder, "inbox"), "-m", model, "--into", into, ...how, "--quiet"];
  for (let round = 0; report.killed < kills; round++) {
    for (const path of [join(folder, "inbox"), into]) rmSync(path, { recursive: true, force: true });
    const messages = fill(join(folder, "inbox"), plan, round, random);
    for (let isOver = false; !isOver && report.killed < kills; ) {
      const wanted = filesIn(into).length + random(MAX_PER_RUN);
      const hasBegun = () => existsSync(into) && filesIn(into).length > wanted;
      isOver = !(await watchedRun(args, hasBegun, random(JITTER))).isKilled;
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

/** Distinct messages. */
function fill(inbox: string, { maildir = false, messages }: KillPlan, round: number, random: Random): string[] {
  const folders = maildir ? ["cur", "new", "tmp"] : ["a", "b"];
  for (const name of folders) mkdirSync(join(inbox, name), { recursive: true });
  return Array.from({ length: messages }, (_, i) => {
    const content = `Subject: ${round}.${i}\n\n${random(2) === 0 ? "lunch" : "prize"} letter\n${"x".repeat(random(3000))}`;
    // Each name in two folders, so that one of them gets a number.
    const name = maildir ? `${1e9 + i}.M${round}.host${i % 2 === 0 ? ":2,S" : ""}` : `${i >> 1}.eml`;
    writeFileSync(join(inbox, folders[i % 2], name), content);
    return content;
  });
}

/** Regular files at any depth, except journals. A running command may remove one meanwhile. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !basename(path).startsWith(".thresher-journal-"));
}

/** Counts complete messages only: no reserved names, no temporary copies. */
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
