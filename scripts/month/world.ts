import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Random } from "../../src/base/random.js";

/** Days that one way of working is lived, and what they have shown. */
export interface Life {
  /** A folder of its own. */
  readonly folder: string;
  /** The installed command: the file that Node.js runs. */
  readonly command: string;
  readonly days: number;
  readonly random: Random;
  /** Notes what is not as it must be, such as `message 7 is twice in ham`. */
  readonly fault: (day: number, what: string) => void;
  /** Counts something that happened, such as a kill. */
  readonly count: (what: string) => void;
}

/** Something that goes wrong with one run of the command. */
export interface Mishap {
  /** SIGKILL comes after so many milliseconds. */
  readonly killAfter?: number;
  /** The clock is wrong by so many days. */
  readonly clock?: number;
  /** The disk is full from the n-th line of a journal, history or queue on. */
  readonly fullAt?: number;
}

export interface Run {
  /** Undefined if it was killed. */
  readonly code: number | undefined;
  readonly output: string;
  readonly errors: string;
}

/** Longest time of a run in milliseconds. Only a run that hangs takes so long. */
const LONGEST = 240_000;
const MISHAPS = fileURLToPath(new URL("mishaps.js", import.meta.url));

/** Starts the command in the folder of the life, which is also the user's home. */
export function start({ folder, command }: Life, args: readonly string[], mishap: Mishap = {}): ChildProcess {
  const { clock, fullAt } = mishap;
  const isNeeded = clock !== undefined || fullAt !== undefined;
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") };
  env.XDG_CONFIG_HOME = join(folder, "config");
  mkdirSync(env.XDG_CONFIG_HOME, { recursive: true, mode: 0o700 });
  if (clock !== undefined) env.MONTH_CLOCK = String(clock);
  if (fullAt !== undefined) env.MONTH_FULL_AT = String(fullAt);
  return spawn(process.execPath, [...(isNeeded ? ["--import", MISHAPS] : []), command, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the command to its end. */
export async function run(life: Life, args: readonly string[], mishap: Mishap = {}): Promise<Run> {
  const child = start(life, args, mishap);
  const timer = setTimeout(() => child.kill("SIGKILL"), mishap.killAfter ?? LONGEST);
  const ended = await ending(child);
  clearTimeout(timer);
  if (ended.code === undefined && mishap.killAfter === undefined) throw new Error(`thresher ${args.join(" ")} hangs`);
  return ended;
}

/** Waits for the end of a started command. */
export async function ending(child: ChildProcess): Promise<Run> {
  let [output, errors] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  return { code: code ?? undefined, output, errors };
}

/** Runs the command, which must succeed. Returns its output. */
export async function must(life: Life, args: readonly string[]): Promise<string> {
  const { code, output, errors } = await run(life, args);
  if (code !== 0) throw new Error(`thresher ${args.join(" ")} has exit code ${code}: ${errors}${output}`);
  return output;
}

/** The number of documents that a model has learned in each class. */
export async function learned(life: Life, model: string): Promise<Map<string, number>> {
  const { classes } = JSON.parse(await must(life, ["inspect", "-m", model, "--json"]));
  return new Map(
    (classes as { label: string; documents: number }[]).map(({ label, documents }) => [label, documents] as const),
  );
}

/** Compares the classes that the model must know messages in with its counts. */
export async function checkLearned(life: Life, day: number, model: string, known: Iterable<string>): Promise<void> {
  const wanted = new Map<string, number>();
  for (const label of known) wanted.set(label, (wanted.get(label) ?? 0) + 1);
  const found = await learned(life, model);
  for (const label of new Set([...wanted.keys(), ...found.keys()])) {
    const [is, must] = [found.get(label) ?? 0, wanted.get(label) ?? 0];
    if (is !== must) life.fault(day, `the model knows ${is} messages of ${label}, and must know ${must}`);
  }
}

/** Whether something that happens once in `n` times happens now. */
export function once(random: Random, n: number): boolean {
  return random(n) === 0;
}
