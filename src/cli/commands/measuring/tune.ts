import { Command, InvalidArgumentError } from "commander";
import { UsageError } from "../../../base/errors.js";
import { optionName } from "../../../base/option-names.js";
import { openCorpus, requireCorpus } from "../../../documents/corpora/readers.js";
import { MEASURES } from "../../../evaluation/metrics/measure.js";
import { tune, withNgrams } from "../../../evaluation/studies/tune.js";
import { CHOICES, candidatesOf, type Grid, widestNgrams } from "../../../evaluation/studies/tuning-grid.js";
import { settingsFrom } from "../../../model/settings.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { readTelling } from "../../input/reading.js";
import { withBinaryOptions } from "../../options/evaluation-options.js";
import { withHelp } from "../../options/help.js";
import { CLASS_WEIGHT, inOptionNames, withTextOptions } from "../../options/model-options.js";
import {
  CORPUS,
  refuseMultiLabel,
  whole,
  withCommonOptions,
  withCorpusOptions,
  withOptions,
} from "../../options/options.js";
import { requireReports, withReportOption } from "../../options/report-option.js";
import { withChoices } from "../../options/tune-options.js";
import { alikeLines, tell } from "../../output/notices.js";
import { behindBar } from "../../output/progress.js";
import { printTuned } from "./print-tuned.js";
import { runSearch } from "./search.js";
import { commandsFor, type TuneCommandOptions, textSettings, tunedSplits } from "./tuned.js";

export function newCommand(): Command {
  const command = new Command("tune")
    .description("Find the best settings by cross-validation; test documents play no part in the choice.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(withReportOption(command, PAGELESS_FORMS), "Protocol", [
    ["--folds <k>", "compare by k-fold cross-validation, stratified (also --cv)", whole(2), { default: 5 }],
    ["--repeats <n>", "draw the folds n times", whole(1), { default: 1 }],
    [
      "--by <measure>",
      "the measure to compare by; roc-auc and total-cost are for two classes (also --scoring, --metric)",
      MEASURES,
      { default: "accuracy" },
    ],
    ["--minutes <n>", "give the answer by then, where no choices are given; such as 0.5 (default: 2)", minutes],
    ["--test <folder>", "then test the chosen settings once on another folder"],
    ["--all", "show all candidates, not only the best"],
  ]);
  withOptions(command, "Protocol", [CLASS_WEIGHT]);
  withBinaryOptions(command);
  withChoices(command);
  return withHelp(
    withTextOptions(withCommonOptions(withCorpusOptions(command))),
    `Without choices to try, it searches methods, presets, weightings, terms of
words and characters, smoothing and cost: many candidates on a sample of the
documents, the best of them on twice as many, and so on to all folds. It
answers within --minutes. With time to spare, the answer depends on the
documents and the seed alone; a tight limit can change it.

With choices, it tries every combination of them on all folds. The options
under Text are the same for all candidates.

Examples:
  thresher tune mail
  thresher tune mail --minutes 10 --by roc-auc
  thresher tune news/train --folds 10 --test news/test
  thresher tune news/train --classifiers multinomial --alphas 0.1,0.01 --ngrams 1-1,1-2 --max-terms all,50000
  thresher tune news/train --try norm=none,l2 --try tf=count,log --try idf=none,smooth`,
    ["minutes", "folds", "by", "test", "all", "classifiers", "alphas", "try", "report", "json"],
  );
}

async function run(root: string, options: TuneCommandOptions): Promise<void> {
  refuseMultiLabel(options, "tune");
  const grid = gridOf(options);
  if (Object.values(grid).every((values) => values === undefined)) return runSearch(root, options);
  if (options.minutes !== undefined) {
    throw new UsageError(
      "--minutes limits a search; the choices given here are all tried: leave out --minutes or the choices",
    );
  }
  await runGrid(root, grid, options);
}

/** Tries every combination of the choices on all folds. */
async function runGrid(root: string, grid: Grid, options: TuneCommandOptions): Promise<void> {
  const { by, repeats, seed, classWeight, positive, threshold, falseAlarmCost } = options;
  const candidates = inOptionNames(() => candidatesOf(grid)).map((candidate) =>
    classWeight === undefined ? candidate : { ...candidate, classWeight },
  );
  const text = textSettings(options);
  const settings = inOptionNames(() => settingsFrom({ ...text, ngrams: widestNgrams(candidates) }));
  if (options.test !== undefined) requireCorpus(options.test);
  const corpus = openCorpus(root, options);
  requireReports(options, PAGELESS_FORMS, [corpus]);
  const [data] = readTelling([corpus], settings, options);
  tell(options, alikeLines(data));
  const { splits, folds: k } = tunedSplits(corpus, data, settings, options);

  const measure = { binary: { positive, threshold, falseAlarmCost }, seed };
  const tuning = behindBar("testing", candidates.length * splits.length, options, (onRun) =>
    tune(data, splits, candidates, { by, measure, onRun }),
  );
  const chosen = settingsFrom({ ...text, ...tuning.chosen.candidate });
  await printTuned(options, {
    tuning,
    context: {
      ...{ corpus: root, documents: data.ids.length, classes: data.labels.length, folds: k, repeats, seed },
      commands: commandsFor(root, chosen, { ...options, folds: k }),
    },
    settings: chosen,
    train: () => withNgrams(data, chosen.ngrams),
  });
}

function gridOf(options: TuneCommandOptions): Grid {
  const { classifiers, alphas, try: tried = [], ...others } = options;
  const listed = Object.fromEntries(
    Object.entries(others).filter(([name]) => CHOICES.some((choice) => choice === name)),
  );
  const grid: Grid = { classifier: classifiers, alpha: alphas, ...listed };
  for (const [choice, values] of tried) {
    if (grid[choice] !== undefined)
      throw new UsageError(`--try ${optionName(choice)}: its values are given twice; give them in one list`);
    Object.assign(grid, { [choice]: values });
  }
  return grid;
}

/** Parses a number of minutes. */
function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value <= MOST_MINUTES) return value;
  throw new InvalidArgumentError(`give a number above 0, at most ${MOST_MINUTES}`);
}

/** A week. Timers cannot wait longer than 24 days. */
const MOST_MINUTES = 7 * 24 * 60;
