import { openCorpus } from "../../../documents/corpora/readers.js";
import type { Evaluation } from "../../../evaluation/evaluate.js";
import type { Measure } from "../../../evaluation/metrics/measure.js";
import type { TunedCorpus } from "../../../evaluation/tuning/tune-corpus.js";
import { named } from "../../../model/settings.js";
import { terminalText } from "../../../reports/blocks.js";
import { tuningJson, tuningReport } from "../../../reports/tuning/tuning-report.js";
import { type TuningContext, tunedTestText, tuningSections } from "../../../reports/tuning/tuning-text.js";
import { followReading } from "../../input/follow-reading.js";
import { writeReports } from "../../options/report-option.js";
import { NO_TERMS, sameFolderLines, tell, testClassLines } from "../../output/notices.js";
import { print, terminalStyle, writeOut } from "../../output/output.js";
import { commandsFor, type TuneCommandOptions } from "./commands-for.js";

/**
 * Prints what was chosen, tests it if there is a test folder, and writes the reports.
 *
 * @param root the path of the corpus, as the user named it
 */
export async function printTuned(
  root: string,
  tuned: TunedCorpus,
  options: TuneCommandOptions & { readonly by: Measure; readonly minutes: number },
): Promise<void> {
  const { tuning, documents, classes, folds, search } = tuned;
  const { settings, preset } = tuning.chosen.candidate;
  const { test: folder, repeats, seed, minutes } = options;
  const context: TuningContext = {
    corpus: root,
    documents,
    classes,
    folds,
    repeats,
    seed,
    test: folder,
    commands: commandsFor(root, settings, { ...options, folds }, preset),
    ...(search && { search: { minutes, ...search } }),
  };
  if (tuning.chosen.terms === 0) tell(options, NO_TERMS);
  if (folder !== undefined) tell(options, sameFolderLines(root, folder));
  if (!options.json) await writeOut(terminalText(tuningSections(tuning, context), terminalStyle()));
  let test: { readonly folder: string; readonly evaluation: Evaluation } | undefined;
  try {
    if (folder !== undefined) test = { folder, evaluation: testChoice(folder, tuned, options) };
  } finally {
    // The choice took long: it is printed even if the test folder is wrong.
    const json = tuningJson(tuning, context, named(settings), test);
    const asText = () => (test === undefined ? "" : tunedTestText(test.evaluation, test.folder));
    await print(options, { asJson: () => json, asText });
    await writeReports(options, tuningReport(tuning, context, json));
  }
}

/** Trains with the chosen settings, tests on a folder, and tells which classes are not in both. */
function testChoice(folder: string, { tuning, testOn }: TunedCorpus, options: TuneCommandOptions): Evaluation {
  const { settings } = tuning.chosen.candidate;
  const corpus = openCorpus(folder, options);
  return testOn(corpus, {
    ...followReading([corpus], settings, options),
    onRead({ train, test }) {
      if ("y" in train && test !== undefined) tell(options, testClassLines(train, test, folder));
    },
  });
}
