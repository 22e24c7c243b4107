import { openCorpus } from "../../../documents/corpora/readers.js";
import { type Evaluation, evaluate } from "../../../evaluation/evaluate.js";
import type { Tuning } from "../../../evaluation/studies/tune.js";
import type { CorpusData } from "../../../features/corpus/dataset.js";
import { testFold } from "../../../model/fitting/fold.js";
import { named, resolve, type Settings } from "../../../model/settings.js";
import { tuningJson, tuningReport } from "../../../reports/tuning/tuning-report.js";
import { type TuningContext, tunedTestText, tuningText } from "../../../reports/tuning/tuning-text.js";
import { readTestTelling } from "../../input/reading.js";
import { writeReports } from "../../options/report-option.js";
import { NO_TERMS, sameFolderLines, tell } from "../../output/notices.js";
import { Output, print, terminalStyle } from "../../output/output.js";
import type { TuneCommandOptions } from "./tuned.js";

/** The result of a tuning. */
export interface Tuned {
  readonly tuning: Tuning;
  readonly context: Omit<TuningContext, "test" | "all">;
  /** The chosen settings. */
  readonly settings: Settings;
  /** The corpus as the chosen settings read it. */
  readonly train: () => CorpusData;
}

/** Prints what was chosen, tests it if there is a test folder, and writes the reports. */
export async function printTuned(options: TuneCommandOptions, tuned: Tuned): Promise<void> {
  const { tuning, settings } = tuned;
  const context = { ...tuned.context, test: options.test, all: options.all };
  if (tuning.chosen.terms === 0) tell(options, NO_TERMS);
  if (options.test !== undefined) tell(options, sameFolderLines(context.corpus, options.test));
  const output = new Output();
  if (!options.json) {
    await output.write(tuningText(tuning, context, terminalStyle()));
    await output.flush();
  }
  let test: { folder: string; evaluation: Evaluation } | undefined;
  try {
    if (options.test !== undefined) {
      test = { folder: options.test, evaluation: testedOn(options.test, tuned, options) };
    }
  } finally {
    // The choice took long: it is printed even if the test folder is wrong.
    const json = tuningJson(tuning, context, named(settings), test);
    await print(
      options,
      () => json,
      () => (test === undefined ? "" : tunedTestText(test.evaluation, test.folder)),
    );
    await writeReports(options, tuningReport(tuning, json, context.search));
  }
}

/** The test folder is read after the choice, so it plays no part in it. */
function testedOn(folder: string, { train, settings }: Tuned, options: TuneCommandOptions): Evaluation {
  const data = train();
  const test = readTestTelling(data, openCorpus(folder, options), settings, options);
  const { rules, classifier } = resolve(settings);
  const { calibrate } = settings;
  return evaluate([testFold(data, test, rules)], classifier, test.labels, {
    seed: options.seed,
    ...(calibrate !== null && { calibrate }),
  });
}
