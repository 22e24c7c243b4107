import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { append } from "../../src/base/lists.js";
import { MAIL_OPTIONS } from "../mail-training.js";
import type { Bench } from "./bench.js";
import { BOGOFILTER, bogofilterClassify, bogofilterFilter, bogofilterTrain, findBogofilter } from "./bogofilter.js";
import { coldFilter, coldRuns } from "./cold-filter.js";
import { thresherMetered } from "./commands.js";
import { makeFolds, openMail } from "./mail-folds.js";
import type { MailBenchOptions, MailReport } from "./mail-report.js";
import { type Comparison, comparison, inRounds, type Measurement, measurement, type Section } from "./measurement.js";
import { machine } from "./report.js";
import { type MeteredRun, type ProcessCommand, runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { sizeOf } from "./train-and-test.js";
import {
  BOGOFILTER_CUTOFFS,
  bogofilterVerdicts,
  EVEN,
  filterOutcome,
  thresherVerdicts,
  type Verdict,
} from "./verdicts.js";

/** A spam filter that learns and classifies folders. */
interface Contestant {
  readonly name: string;
  train(model: string, folder: string): ProcessCommand;
  classify(model: string, folder: string): ProcessCommand;
  verdicts(stdout: string): Verdict[];
}

/** Compares time, memory and errors of spam filters on the same mail. */
export async function benchMail(
  dir: string,
  options: MailBenchOptions,
  bench: Pick<Bench, "scratch" | "signal" | "progress">,
): Promise<MailReport> {
  const { scratch, signal } = bench;
  const started = { date: new Date().toISOString(), machine: machine() };
  const mail = openMail(dir);
  const folds = makeFolds(mail, scratch, options.foldsOf, options.folds, options.seed);
  const version = options.peers ? await findBogofilter(signal) : undefined;
  const contestants = [ours(options.jobs), ...(version === undefined ? [] : [theirs])];

  let made = 0;
  // A new model for each training: bogofilter adds to an existing one.
  const model = () => {
    const path = join(scratch, `model ${++made}`);
    mkdirSync(path);
    return path;
  };
  // Short processes vary more than long ones.
  const coldRounds = 4 * options.repeats + 1;
  const total =
    contestants.length * (2 * folds.length + 2 * (options.repeats + 1)) + coldRuns(coldRounds, contestants.length - 1);
  const progress = bench.progress("mail", total);
  let done = 0;
  const onRun = () => progress.update(++done);
  const run = async (command: ProcessCommand) => runMetered(command, signal);

  const models = new Map<string, string>();
  const outcomes = [];
  for (const contestant of contestants) {
    const { name } = contestant;
    const verdicts: Verdict[] = [];
    for (const [fold, { train, test }] of folds.entries()) {
      const path = model();
      if (fold === 0) models.set(name, path);
      await run(contestant.train(path, train.path));
      onRun();
      append(verdicts, contestant.verdicts((await run(contestant.classify(path, test.path))).stdout));
      onRun();
    }
    for (const cutoffs of [EVEN, BOGOFILTER_CUTOFFS]) {
      outcomes.push({ name, cutoffs, ...filterOutcome(verdicts, cutoffs) });
    }
  }

  const [{ train, test }] = folds;
  const message = firstMessage(test.path);
  const inTurns = (what: (contestant: Contestant) => () => Promise<MeteredRun>) =>
    inRounds(Object.fromEntries(contestants.map((each) => [each.name, what(each)])), options.repeats, {
      warmUp: true,
      onRun,
    });
  const modelOf = ({ name }: Contestant) => models.get(name) ?? "";
  const trained = await inTurns((each) => () => run(each.train(model(), train.path)));
  const classified = await inTurns((each) => () => run(each.classify(modelOf(each), test.path)));
  const cold = await coldFilter({
    model: modelFile(models.get("thresher") ?? ""),
    message,
    rounds: coldRounds,
    scratch,
    signal,
    peer: version === undefined ? undefined : bogofilterFilter(models.get(BOGOFILTER) ?? "", message),
    onRun,
  });
  progress.stop();

  return {
    ...started,
    corpus: { path: dir, documents: mail.ids.length, folds },
    options,
    training: MAIL_OPTIONS,
    peers: version === undefined ? {} : { [BOGOFILTER]: `${version}, its defaults, no configuration` },
    sections: [
      section("Train, whole process", trained, sizeOf(train.documents, train.bytes), TARGETS.mailTrainingOfBogofilter),
      section("Classify the tenth, whole process", classified, sizeOf(test.documents, test.bytes)),
      ...cold,
    ],
    outcomes,
    notes: notesFor(options, version),
  };
}

function modelFile(folder: string): string {
  return join(folder, "mail.model");
}

function ours(jobs: number | undefined): Contestant {
  const threads = jobs === undefined ? [] : ["--jobs", String(jobs)];
  return {
    name: "thresher",
    train: (model, folder) =>
      thresherMetered("train", folder, "-m", modelFile(model), ...MAIL_OPTIONS, ...threads, "--quiet"),
    classify: (model, folder) =>
      thresherMetered("classify", "-m", modelFile(model), folder, "--format", "ndjson", "--quiet"),
    verdicts: thresherVerdicts,
  };
}

const theirs: Contestant = {
  name: BOGOFILTER,
  train: bogofilterTrain,
  classify: bogofilterClassify,
  verdicts: bogofilterVerdicts,
};

function notesFor({ peers }: MailBenchOptions, version: string | undefined): string[] {
  if (version !== undefined) return [];
  const why = peers ? "it is not installed; on Debian: apt install bogofilter" : "--no-peers";
  return [`Not beside ${BOGOFILTER}, whose target is not checked: ${why}.`];
}

/** Time and memory of each filter; thresher's with ratios to bogofilter's. */
function section(title: string, runs: Readonly<Record<string, MeteredRun[]>>, size: string, target?: number): Section {
  const measurements: Measurement[] = [];
  for (const [name, own] of Object.entries(runs)) {
    const against = (values: (run: MeteredRun) => number | undefined, goal?: number): Comparison[] => {
      if (name === BOGOFILTER || runs[BOGOFILTER] === undefined) return [];
      const [mine, others] = [known(own, values), known(runs[BOGOFILTER], values)];
      return others === undefined || mine === undefined ? [] : [comparison(mine, BOGOFILTER, others, goal)];
    };
    const seconds = (run: MeteredRun) => run.seconds;
    const processor = ({ usage }: MeteredRun) => usage.userSeconds + usage.systemSeconds;
    const peak = ({ usage }: MeteredRun) => usage.peakBytes;
    measurements.push(measurement(name, "seconds", own.map(seconds), { size, comparisons: against(seconds, target) }));
    measurements.push(
      measurement("  processor time", "seconds", own.map(processor), { comparisons: against(processor) }),
    );
    const peaks = known(own, peak);
    if (peaks !== undefined) {
      measurements.push(measurement("  peak memory", "bytes", peaks, { comparisons: against(peak) }));
    }
  }
  return { title, measurements };
}

/** The values of all runs; undefined if one is missing. */
function known(runs: readonly MeteredRun[], value: (run: MeteredRun) => number | undefined): number[] | undefined {
  const values = runs.map(value).filter((each) => each !== undefined);
  return values.length === runs.length ? values : undefined;
}

function firstMessage(folder: string): string {
  return join(folder, "spam", readdirSync(join(folder, "spam")).sort()[0]);
}
