import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../src/base/random.js";
import { load } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { learn, unlearn } from "../../src/model/learning/learn.js";
import { trainedOnMail, writtenMessage } from "../written-message.js";
import { watchedRun } from "./run-command.js";

/** How often to kill, and where. */
export interface LearnPlan {
  readonly kills: number;
  readonly seed: number;
  /** For the model and the messages. */
  readonly folder: string;
}

/** Counts over all runs. */
export interface LearnReport {
  /** Runs killed while at work. */
  readonly killed: number;
  /** Killed runs that had already replaced the model. */
  readonly changed: number;
  /** Wrong models, or wrong previous models. */
  readonly damaged: number;
  /** Files left beside the model by completed runs. */
  readonly litter: number;
}

/** Milliseconds to write and rename a model on most machines. */
const WRITING = 20;
/** One of so many runs is not killed. */
const BETWEEN = 10;

/**
 * Learns and unlearns generated messages with the real command, which is killed (SIGKILL) at random
 * moments. After each kill the model must be, byte for byte, the old one or the one that learning in
 * this process gives.
 */
export async function killedLearns({ kills, seed, folder }: LearnPlan): Promise<LearnReport> {
  const random = seededRandom(seed);
  const home = join(folder, "model");
  const model = join(home, "mail.model");
  const messages = join(folder, "messages");
  for (const path of [home, messages]) mkdirSync(path, { recursive: true });
  await trainedOnMail(folder, model, seed);
  const report = { killed: 0, changed: 0, damaged: 0, litter: 0 };
  /** Paths of the messages learned. */
  const known = new Set<string>();
  let now = readFileSync(model);
  let previous = now;
  /** Duration in milliseconds of the last completed run. */
  let usual = 0;

  for (let n = 0; ; n++) {
    const [forgotten] = random(3) === 0 ? known : [];
    const path = forgotten ?? join(messages, `${n}.eml`);
    if (forgotten === undefined) writeFileSync(path, writtenMessage(random, n));
    const document = { id: path, label: random(2) === 0 ? "ham" : "spam", bytes: readFileSync(path) };
    const change = forgotten === undefined ? learn(load(model), [document]) : unlearn(load(model), [document]);
    const wanted = Buffer.from(serialize(change.model));
    const command = forgotten === undefined ? ["learn", document.label, path] : ["unlearn", path];
    const args = [...command, "-m", model, "--quiet"];

    const isOver = report.killed === kills;
    const isWhole = isOver || n % BETWEEN === 0;
    // A killed run leaves its lock and temporary file; the next one takes them over.
    const [lock, names] = [contentOf(`${model}.lock`), readdirSync(home)];
    const isAtWork = () => ![lock, undefined].includes(contentOf(`${model}.lock`));
    const isWriting = () => readdirSync(home).some((name) => name.endsWith(".tmp") && !names.includes(name));
    // Half of the kills come anywhere, the others while the new model is written.
    const [hasBegun, most] = isWhole || n % 2 === 0 ? [isAtWork, Math.ceil(usual)] : [isWriting, WRITING];
    const { isKilled, worked } = await watchedRun(args, hasBegun, isWhole ? undefined : random(most));
    if (isKilled) report.killed++;
    if (isWhole && worked > 0) usual = worked;

    const found = readFileSync(model);
    const isChanged = found.equals(wanted);
    if (!(isChanged || (found.equals(now) && !isWhole))) report.damaged++;
    if (isChanged && isKilled) report.changed++;
    const beside = existsSync(`${model}.previous`) ? readFileSync(`${model}.previous`) : previous;
    // If the kill came before the rename, the previous model is a second name of the current one.
    if (!beside.equals(now) && (isChanged || !beside.equals(previous))) report.damaged++;
    if (isChanged) {
      if (forgotten === undefined) known.add(path);
      else known.delete(path);
    }
    previous = beside;
    now = found;
    if (isWhole) report.litter += readdirSync(home).filter((name) => !/^mail\.model(?:\.previous)?$/.test(name)).length;
    // A damaged model cannot learn on.
    if (isOver || report.damaged > 0) return report;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
