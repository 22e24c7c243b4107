import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { thresher } from "../bench/commands.js";
import { type ProcessCommand, runProcess } from "../bench/run-process.js";
import type { Texts } from "./texts.js";

/** Runs a command and reports the usage of its process, as precisely as the system knows it. */
const METER = `
import json, os, resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
os.write(3, json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss * 1024]).encode())
sys.exit(code)
`;

/** Processor time of a whole process with all threads, its peak memory, and what it printed. */
export interface Metered {
  readonly seconds: number;
  readonly peakBytes: number;
  readonly stdout: string;
}

/** Measures a command. @throws DataError if it fails */
export async function metered({ name, argv }: ProcessCommand, signal: AbortSignal): Promise<Metered> {
  const { stdout, usage } = await runProcess({ name, argv: ["python3", "-c", METER, ...argv] }, signal);
  const [seconds, peakBytes] = JSON.parse(usage) as [number, number];
  return { seconds, peakBytes, stdout };
}

/** A program that learns texts and classifies others. */
export interface Contestant {
  readonly title: string;
  train(texts: Texts, model: string): ProcessCommand;
  predict(texts: Texts, model: string): ProcessCommand;
  /** Returns the class on a line that it printed. */
  labelOf(line: string): string;
}

/** All contestants. The settings of the last did best on a fifth of the training texts; pairs of words did not help. */
export const CONTESTANTS: readonly Contestant[] = [
  {
    title: "thresher, --preset fast",
    train: ({ train }, model) => thresher("train", train, "-m", model, "--preset", "fast", "--jobs", "1", "--quiet"),
    predict: ({ test }, model) =>
      thresher("classify", test, "-m", model, "--input-format", "lines", "--format", "tsv", "--quiet"),
    labelOf: (line) => line.split("\t")[1],
  },
  fastText("fastText", ({ train, test }) => [train, test], []),
  fastText("fastText, tuned", ({ plainTrain, plainTest }) => [plainTrain, plainTest], ["-epoch", "25", "-lr", "0.5"]),
];

function fastText(
  title: string,
  filesOf: (texts: Texts) => readonly [train: string, test: string],
  options: readonly string[],
): Contestant {
  const learning = ["fasttext", "supervised", "-thread", "1", "-verbose", "0", ...options];
  return {
    title,
    train: (texts, model) => ({ name: title, argv: [...learning, "-input", filesOf(texts)[0], "-output", model] }),
    predict: (texts, model) => ({ name: title, argv: ["fasttext", "predict", `${model}.bin`, filesOf(texts)[1]] }),
    labelOf: (line) => line.slice("__label__".length),
  };
}

/** The cost and the accuracy of a contestant on some texts. */
export interface Played {
  readonly train: Metered;
  /** Classifying one text: the start of the program, and reading its model. */
  readonly start: Metered;
  readonly predict: readonly Metered[];
  readonly accuracy: number;
}

/** Returns the path of the model of a contestant. */
export const modelOf = ({ name }: Texts, folder: string, contestant: number) => join(folder, `${name}-${contestant}`);

/** Lets contestants learn, and then classify in turn, this number of times. */
export async function play(
  contestants: readonly Contestant[],
  texts: Texts,
  folder: string,
  rounds: number,
  signal: AbortSignal,
): Promise<Played[]> {
  const one = join(folder, "one");
  writeFileSync(one, "one text\n");
  const before: Pick<Played, "train" | "start">[] = [];
  for (const [n, { train, predict }] of contestants.entries()) {
    const model = modelOf(texts, folder, n);
    const trained = await metered(train(texts, model), signal);
    const start = await metered(predict({ ...texts, test: one, plainTest: one }, model), signal);
    before.push({ train: trained, start });
  }
  const predicted = contestants.map((): Metered[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, { predict }] of contestants.entries()) {
      predicted[n].push(await metered(predict(texts, modelOf(texts, folder, n)), signal));
    }
  }
  return contestants.map(({ labelOf }, n) => {
    const lines = predicted[n][0].stdout.split("\n");
    // Thresher prints the names of the columns first.
    const first = lines.length - 1 - texts.labels.length;
    const right = texts.labels.filter((label, i) => labelOf(lines[first + i]) === label).length;
    return { ...before[n], predict: predicted[n], accuracy: right / texts.labels.length };
  });
}
