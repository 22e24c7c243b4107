import { performance } from "node:perf_hooks";
import { DataError, UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus, requireCorpus } from "../../../documents/corpora/readers.js";
import { requireMeasurable } from "../../../evaluation/metrics/measure.js";
import { presetCandidate, searchCandidates } from "../../../evaluation/search/candidates.js";
import type { Entry } from "../../../evaluation/search/contender.js";
import { readingPlan } from "../../../evaluation/search/reading-plan.js";
import { type Search, search } from "../../../evaluation/search/search.js";
import { dataOfView } from "../../../evaluation/search/text-views.js";
import type { Standing } from "../../../evaluation/search/timed-tests.js";
import { startTrialPool, type TrialPool } from "../../../evaluation/search/trial-pool.js";
import type { Candidate } from "../../../evaluation/studies/tuning-grid.js";
import { type CorpusData, readCorpus } from "../../../features/corpus/dataset.js";
import { requireFewClasses } from "../../../model/fitting/class-limit.js";
import type { PresetName } from "../../../model/options.js";
import { type Settings, settingsFrom } from "../../../model/settings.js";
import { readingFor } from "../../../model/training.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { figure } from "../../../reports/tuning/tuning-text.js";
import { readTelling } from "../../input/reading.js";
import { inOptionNames, TEXT_OPTIONS } from "../../options/model-options.js";
import { requireReports } from "../../options/report-option.js";
import { mailLines } from "../../output/mail-notice.js";
import { alikeLines, say, tell } from "../../output/notices.js";
import { progressBar, stopProgress } from "../../output/progress.js";
import { printTuned } from "./print-tuned.js";
import { commandsFor, type TuneCommandOptions, textSettings, tunedSplits } from "./tuned.js";

/** The default limit. */
const MINUTES = 2;

/** The time for what comes after the search: milliseconds, and as a share of the limit. */
const MOST_TO_PRINT = 1500;
const SHARE_TO_PRINT = 0.1;

/** The first round learns from so many documents that one candidate is trained in about a second. */
const WORK_OF_FIRST_ROUND = 1.2e7;
const FIRST_SAMPLE = { least: 250, most: 2000 };

/** Searches all that there is, within a limit of time, and prints what it found. */
export async function runSearch(root: string, options: TuneCommandOptions): Promise<void> {
  const { minutes = MINUTES, by, seed, repeats } = options;
  const until = performance.now() + minutes * 60_000 - Math.min(MOST_TO_PRINT, SHARE_TO_PRINT * minutes * 60_000);
  if (options.test !== undefined) requireCorpus(options.test);
  const corpus = openCorpus(root, options);
  requireReports(options, PAGELESS_FORMS, [corpus]);
  const given = textSettings(options);
  const isMail = mailLines(corpus, given).length > 0;
  if (isMail) tell(options, "this looks like mail, and is read as --as mail (--as auto reads it as it is)");
  const plan = readingPlan(sizeOf(corpus), isMail ? { ...given, as: "mail" } : given);
  const { classWeight } = options;
  /** The settings of all candidates and presets, and those of candidates. */
  const shared = { ...given, ...(isMail && { as: "mail" as const }), ...(classWeight && { classWeight }) };
  const base = { ...plan.base, ...shared };
  const settings = inOptionNames(() => settingsFrom({ ...base, ...plan.settings }));
  const began = performance.now();
  const [read] = readTelling([corpus], settings, options);
  const readingTime = performance.now() - began;
  const { labels } = read;
  requireFewClasses(labels.length);
  const { positive, threshold, falseAlarmCost } = options;
  const binary = { positive, threshold, falseAlarmCost };
  requireMeasurable(by, labels, binary);
  const pool = startTrialPool(options.jobs, { by, measure: { binary, seed } });
  const data = pool.add(read);
  tell(options, alikeLines(data));
  const { splits, folds: k } = tunedSplits(corpus, data, settings, options);

  let readings = 1;
  const settingsOf = ({ preset, ...candidate }: Candidate): Settings => {
    const { calibrate } = candidate;
    return settingsFrom(preset === undefined ? { ...base, ...candidate } : { ...shared, calibrate, preset });
  };
  const isQuick = () => readingTime < TIME_TO_READ * (until - performance.now());
  /** The preset as a candidate, if the text options leave it open. If its text is another, the corpus is read again. */
  const ofPreset = (preset: PresetName): Entry | undefined => {
    const own = settingsOrNone(() => settingsFrom({ ...shared, preset }));
    if (own === undefined) return undefined;
    const candidate = presetCandidate(preset, own);
    if (isSameText(own, settings)) return { candidate, reading: 0 };
    if (!isQuick()) return undefined;
    pool.add(readCorpus(corpus, own, { jobs: options.jobs, ...readingFor([own]) }));
    return { candidate, reading: readings++ };
  };
  const candidates = searchCandidates({ ...plan.read, size: data.vocabulary.size }).map((candidate) => ({
    candidate: classWeight === undefined ? candidate : { ...candidate, classWeight },
  }));
  const fast = ofPreset("fast");
  const describe = ({ candidate, score, documents }: Standing) => {
    const [command] = commandsFor(root, settingsOf(candidate), options, candidate.preset);
    return `the best so far, ${figure(by, score)} on models of ${plural(documents, "document")}: ${command}`;
  };
  const found = await underClock(pool, until, options, describe, (onBest) =>
    search(fast === undefined ? candidates : [fast, ...candidates], data.y, splits, pool, {
      ...{ by, seed, until, onBest, firstSample: firstSampleOf(data) },
      now: () => performance.now(),
      late: () => ofPreset(shared.as === "mail" ? "mail-best" : "best"),
    }),
  );
  if (found === undefined) {
    throw new DataError(
      `--minutes ${minutes}: no candidate could be tested; reading the documents took ${(readingTime / 1000).toFixed(1)} s`,
    );
  }
  const { tuning, ...went } = found;
  const { candidate } = tuning.chosen;
  const chosen = settingsOf(candidate);
  await printTuned(options, {
    tuning,
    context: {
      ...{ corpus: root, documents: data.ids.length, classes: data.labels.length, folds: k, repeats, seed },
      commands: commandsFor(root, chosen, { ...options, folds: k }, candidate.preset),
      search: { search: went, minutes, left: plan.left },
    },
    settings: chosen,
    train: () => {
      if (candidate.preset === undefined) return dataOfView(data, candidate);
      return readCorpus(corpus, chosen, { jobs: options.jobs, ...readingFor([chosen]) });
    },
  });
}

/** A reading that takes a larger share of the time left is not worth it. */
const TIME_TO_READ = 0.15;

/** Whether the words of a preset are among those that candidates share. */
function isSameText(preset: Settings, shared: Settings): boolean {
  if (preset.charNgrams !== null || preset.textNgrams !== undefined || preset.ngrams[1] > shared.ngrams[1])
    return false;
  const varied = ["charNgrams", "textNgrams"];
  return [...TEXT_OPTIONS, "wordRules", "ngramBytes"].every(
    (name) =>
      varied.includes(name) ||
      JSON.stringify(preset[name as keyof Settings]) === JSON.stringify(shared[name as keyof Settings]),
  );
}

function settingsOrNone(make: () => Settings): Settings | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function firstSampleOf({ x, labels }: CorpusData): number {
  const machines = labels.length > 2 ? labels.length : 1;
  const perDocument = Math.max(1, x.starts[x.rows] / Math.max(1, x.rows)) * machines;
  const { least, most } = FIRST_SAMPLE;
  return Math.round(Math.min(most, Math.max(least, WORK_OF_FIRST_ROUND / perDocument)));
}

/** How many documents are looked at, in how many places, to learn how long they are. */
const PLACES = 5;
const LOOKED_AT = 40;

function sizeOf(corpus: Corpus) {
  const decoder = new TextDecoder();
  let [documents, characters] = [0, 0];
  for (let place = 0; place < PLACES; place++) {
    const [from, to] = [place, place + 1].map((p) => Math.floor((corpus.weight * p) / PLACES));
    let left = LOOKED_AT;
    for (const { bytes } of corpus.slice(from, to)) {
      documents++;
      characters += decoder.decode(bytes).length;
      if (--left === 0) break;
    }
  }
  return { documents: corpus.weight, characters: characters / Math.max(1, documents) };
}

/** Runs a search under a progress bar, stops its threads when the time is over, and says the best so far at Ctrl-C. */
async function underClock(
  pool: TrialPool,
  until: number,
  options: TuneCommandOptions,
  describe: (best: Standing) => string,
  run: (onBest: (best: Standing) => void) => Promise<Search | undefined>,
): Promise<Search | undefined> {
  let best: Standing | undefined;
  const start = performance.now();
  const bar = progressBar("searching", "share", options, " · 99:59 left");
  const tick = setInterval(() => {
    const now = performance.now();
    bar.update((now - start) / (until - start), ` · ${clockText(until - now)} left`);
  }, 500);
  const limit = setTimeout(() => pool.stop(), Math.max(0, until - start));
  const stopped = (signal: NodeJS.Signals) => {
    stopProgress();
    say(best === undefined ? "stopped before any candidate was tested" : `stopped; ${describe(best)}`);
    for (const other of SIGNALS) process.removeAllListeners(other);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, stopped);
  try {
    return await run((standing) => {
      best = standing;
    });
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, stopped);
    clearInterval(tick);
    clearTimeout(limit);
    bar.stop();
    pool.stop();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
