import { Command } from "commander";
import { UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { optionName } from "../../base/option-names.js";
import { openCorpus, requireCorpus } from "../../documents/corpora/readers.js";
import { type Evaluation, evaluate } from "../../evaluation/evaluate.js";
import { MEASURES, type Measure } from "../../evaluation/metrics/measure.js";
import { tune, withNgrams } from "../../evaluation/studies/tune.js";
import { CHOICES, candidatesOf, type Grid, widestNgrams } from "../../evaluation/studies/tuning-grid.js";
import type { CorpusData } from "../../features/corpus/dataset.js";
import { testFold } from "../../model/fitting/fold.js";
import { folds } from "../../model/fitting/splits.js";
import { named, resolve, type Settings, settingsFrom } from "../../model/settings.js";
import { PAGELESS_FORMS } from "../../reports/report-forms.js";
import { tuningJson, tuningReport } from "../../reports/tuning/tuning-report.js";
import { type TuningContext, tunedTestText, tuningText } from "../../reports/tuning/tuning-text.js";
import { readTelling, readTestTelling } from "../input/reading.js";
import { withHelp } from "../options/help.js";
import { inOptionNames, TEXT_OPTIONS, type TextOptions, withTextOptions } from "../options/model-options.js";
import {
  CORPUS,
  type CommonOptions,
  type CorpusOptions,
  whole,
  withCommonOptions,
  withCorpusOptions,
  withOptions,
} from "../options/options.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "../options/report-option.js";
import { commandLine, optionsFor } from "../options/settings-text.js";
import { type TriedChoice, withChoices } from "../options/tune-options.js";
import { alikeLines, NO_TERMS, sameFolderLines, tell } from "../output/notices.js";
import { Output, print, terminalStyle } from "../output/output.js";
import { behindBar } from "../output/progress.js";
import { foldCount, requireCommonClass, splitNotices } from "../output/split-notices.js";

type TuneCommandOptions = CommonOptions &
  CorpusOptions &
  TextOptions &
  ReportOptions &
  Omit<Grid, "classifier" | "alpha"> & {
    readonly classifiers?: Grid["classifier"];
    readonly alphas?: Grid["alpha"];
    readonly try?: readonly TriedChoice[];
    readonly folds: number;
    readonly repeats: number;
    readonly by: Measure;
    readonly test?: string;
    readonly all?: boolean;
  };

export function newCommand(): Command {
  const command = new Command("tune")
    .description("Find the best settings by cross-validation; test documents play no part in the choice.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(withReportOption(command, PAGELESS_FORMS), "Protocol", [
    ["--folds <k>", "compare by k-fold cross-validation, stratified (also --cv)", whole(2), { default: 5 }],
    ["--repeats <n>", "draw the folds n times", whole(1), { default: 1 }],
    ["--by <measure>", "the measure to compare by (also --scoring, --metric)", MEASURES, { default: "accuracy" }],
    ["--test <folder>", "then test the chosen settings once on another folder"],
    ["--all", "show all candidates, not only the best"],
  ]);
  withChoices(command);
  return withHelp(
    withTextOptions(withCommonOptions(withCorpusOptions(command))),
    `The options under Text are the same for all candidates.

Examples:
  thresher tune mail
  thresher tune news/train --folds 10 --test news/test
  thresher tune news/train --classifiers multinomial --alphas 0.1,0.01 --ngrams 1-1,1-2 --max-terms all,50000
  thresher tune news/train --try norm=none,l2 --try tf=count,log --try idf=none,smooth`,
    ["folds", "by", "test", "all", "classifiers", "alphas", "try", "ngrams", "report", "json"],
  );
}

async function run(root: string, options: TuneCommandOptions): Promise<void> {
  const { repeats, seed } = options;
  const candidates = inOptionNames(() => candidatesOf(gridOf(options)));
  const text = textSettings(options);
  const settings = inOptionNames(() => settingsFrom({ ...text, ngrams: widestNgrams(candidates) }));
  if (options.test !== undefined) requireCorpus(options.test);
  const corpus = openCorpus(root, options);
  requireReports(options, PAGELESS_FORMS, [corpus]);
  const [data] = readTelling([corpus], settings, options);
  tell(options, alikeLines(data));
  if (options.test !== undefined) tell(options, sameFolderLines(root, options.test));
  const { folds: k, notices } = foldCount(options.folds, data.ids.length, plural(data.ids.length, "document"));
  const splits = folds(data.y, k, seed, repeats);
  requireCommonClass(data.y, splits, "folds");
  tell(options, notices, splitNotices(data, splits, { kind: "folds", folds: k, repeats, seed }));

  const tuning = behindBar("testing", candidates.length * splits.length, options, (onRun) =>
    tune(data, splits, candidates, { by: options.by, onRun }),
  );
  const { candidate, terms } = tuning.chosen;
  if (terms === 0) tell(options, NO_TERMS);
  const chosen = settingsFrom({ ...text, ...candidate });
  const context: TuningContext = {
    corpus: root,
    documents: data.ids.length,
    classes: data.labels.length,
    folds: k,
    repeats,
    seed,
    commands: commandsFor(root, chosen, { ...options, folds: k }),
    test: options.test,
    all: options.all,
  };

  const output = new Output();
  if (!options.json) {
    await output.write(tuningText(tuning, context, terminalStyle()));
    await output.flush();
  }
  let test: { folder: string; evaluation: Evaluation } | undefined;
  try {
    if (options.test !== undefined) {
      test = { folder: options.test, evaluation: testedOn(options.test, data, chosen, options) };
    }
  } finally {
    // The choice took long: it is printed even if the test folder is wrong.
    const json = tuningJson(tuning, context, named(chosen), test);
    await print(
      options,
      () => json,
      () => (test === undefined ? "" : tunedTestText(test.evaluation, test.folder)),
    );
    await writeReports(options, tuningReport(tuning, json));
  }
}

/** The test folder is read after the choice, so it plays no part in it. */
function testedOn(folder: string, data: CorpusData, settings: Settings, options: TuneCommandOptions): Evaluation {
  const train = withNgrams(data, settings.ngrams);
  const test = readTestTelling(train, openCorpus(folder, options), settings, options);
  const { rules, classifier } = resolve(settings);
  return evaluate([testFold(train, test, rules)], classifier, test.labels);
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

function textSettings(options: TextOptions): TextOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => (TEXT_OPTIONS as readonly string[]).includes(name)),
  );
}

/** The commands that train with the chosen settings and evaluate them again. */
function commandsFor(root: string, settings: Settings, options: TuneCommandOptions): string[] {
  const { include = [], exclude = [], strict, folds, repeats, seed, test } = options;
  const patterns = [
    ...include.flatMap((pattern) => ["--include", pattern]),
    ...exclude.flatMap((pattern) => ["--exclude", pattern]),
    ...(strict ? ["--strict"] : []),
  ];
  const choices = [...patterns, ...optionsFor(settings)];
  const protocol = ["--folds", folds, ...(repeats === 1 ? [] : ["--repeats", repeats]), "--seed", seed].map(String);
  return [
    commandLine(["thresher", "train", root, "-m", "MODEL", ...choices]),
    commandLine(["thresher", "evaluate", root, ...protocol, ...choices]),
    ...(test === undefined ? [] : [commandLine(["thresher", "evaluate", root, "--test", test, ...choices])]),
  ];
}
