import { Command, InvalidArgumentError, Option } from "commander";
import { PRIORS } from "../classifiers/prior.js";
import { CLASSIFIER_NAMES, classifierFor } from "../classifiers/table.js";
import type { CorpusData } from "../dataset.js";
import { openCorpus, requireCorpus } from "../documents/readers.js";
import { UsageError } from "../errors.js";
import { type Evaluation, evaluate } from "../evaluation/evaluate.js";
import { isLoss, MEASURES, type Measure } from "../evaluation/measure.js";
import { folds } from "../evaluation/splits.js";
import { testTrial } from "../evaluation/trial.js";
import { tune, withNgrams } from "../evaluation/tune.js";
import { CHOICES, candidatesOf, DEFAULT_GRID, type Grid, widestNgrams } from "../evaluation/tuning-grid.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../features/weighting.js";
import { optionName } from "../reports/option-name.js";
import type { ReportForm } from "../reports/report-forms.js";
import { safeJson } from "../reports/safe-text.js";
import { tuningAxis } from "../reports/tuning-choices.js";
import { tuningJson, tuningRows } from "../reports/tuning-json.js";
import { tuningReports } from "../reports/tuning-reports.js";
import { tuningSeries } from "../reports/tuning-series.js";
import { type TuningContext, tunedTestText, tuningText, why } from "../reports/tuning-text.js";
import { named, rulesOf, type Settings, settingsFrom } from "../settings.js";
import { commandLine, optionsFor } from "./command-line.js";
import { alikeLines, sameFolderLines } from "./corpus-notices.js";
import { listOf, oneOf, orAll } from "./list-option.js";
import { inOptionNames, TEXT_OPTIONS, type TextOptions, withTextOptions } from "./model-options.js";
import { NO_TERMS, tell } from "./notices.js";
import {
  CORPUS,
  type CommonOptions,
  type CorpusOptions,
  fraction,
  number,
  range,
  whole,
  withCommonOptions,
  withCorpusOptions,
} from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { readTelling, readTestTelling } from "./reading.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "./report-option.js";
import { requireLearnable, splitNotices } from "./split-notices.js";
import { terminalStyle } from "./terminal.js";

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

/** What can be written in a word: of a combination's members the command line says nothing. */
const TRIABLE = CHOICES.filter((choice) => choice !== "members");

/** A choice, and the values to try of it. */
type TriedChoice = readonly [choice: keyof Grid, values: readonly unknown[]];

/** What there is a report in. */
const REPORTS: readonly ReportForm[] = [".svg", ".vl.json", ".csv", ".json", ".md"];

/** `thresher tune CORPUS` */
export function tuneCommand(): Command {
  const command = new Command("tune")
    .description("Find the settings that do best, by folds inside a corpus: nothing else has a part in the choice.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withReportOption(command, REPORTS)
    .optionsGroup("Protocol:")
    .option("--folds <k>", "compare in k folds of the corpus, stratified", whole(2), 5)
    .option("--repeats <n>", "draw the folds anew, n times", whole(1), 1)
    .addOption(new Option("--by <measure>", "what to compare by").choices(MEASURES).default("accuracy"))
    .option("--test <folder>", "after the choice, test the chosen settings once on another folder")
    .option("--all", "show every candidate, and not only the first")
    .optionsGroup("Choices to try, each a list with commas between:")
    .option(
      "--classifiers <names>",
      `methods (default: ${DEFAULT_GRID.classifier.join(",")})`,
      listOf(oneOf(CLASSIFIER_NAMES)),
    )
    .option("--alphas <numbers>", "smoothing (default: 1,0.3,0.1,0.03,0.01,0.003,0.001)", listOf(number))
    .option(
      "--try <choice=values>",
      `any choice: ${TRIABLE.filter((choice) => choice !== "classifier")
        .map(optionName)
        .join(", ")}; methods without it do without (repeatable)`,
      choiceToTry,
    )
    .option(
      "--prior <priors>",
      `class priors: ${PRIORS.join(", ")} (default: as the method has it)`,
      listOf(oneOf(PRIORS)),
    )
    .option("--tf <forms>", "what counts become (default: count)", listOf(oneOf(TERM_FREQUENCIES)))
    .option(
      "--idf <forms>",
      "inverse document frequencies to multiply by (default: none)",
      listOf(oneOf(INVERSE_DOCUMENT_FREQUENCIES)),
    )
    .option("--norm <forms>", "lengths to divide a document by (default: none)", listOf(oneOf(NORMS)))
    .option(
      "--ngrams <ranges>",
      "how many neighbouring words make a term, such as 1-1,1-2 (default: 1-1)",
      listOf(range),
    )
    .option("--min-count <numbers>", "occurrences a term must have (default: 1)", listOf(number))
    .option("--min-documents <numbers>", "documents a term must be in (default: 1,2)", listOf(whole(0)))
    .option("--max-document-share <shares>", "leave out terms in more of the documents (default: 1)", listOf(fraction))
    .option("--drop-top <numbers>", "leave out the most frequent terms (default: 0)", listOf(whole(0)))
    .option("--max-terms <numbers>", "keep only the most frequent of the rest (default: all)", listOf(orAll(whole(1))));
  return withTextOptions(withCommonOptions(withCorpusOptions(command))).addHelpText(
    "after",
    `
What the words of a document are (Text) is one choice for all candidates.

Examples:
  thresher tune mail
  thresher tune news/train --folds 10 --test news/test
  thresher tune news/train --classifiers multinomial --alphas 0.1,0.01 --ngrams 1-1,1-2 --max-terms all,50000
  thresher tune news/train --try norm=none,l2 --try tf=count,log --try idf=none,smooth`,
  );
}

async function run(root: string, options: TuneCommandOptions): Promise<void> {
  const { repeats, seed } = options;
  const candidates = inOptionNames(() => candidatesOf(gridOf(options)));
  const text = textSettings(options);
  const settings = inOptionNames(() => settingsFrom({ ...text, ngrams: widestNgrams(candidates) }));
  if (options.test !== undefined) requireCorpus(options.test);
  const corpus = openCorpus(root, options);
  requireReports(options, REPORTS, [corpus]);
  const [data] = readTelling([corpus], settings, options);
  tell(options, ...alikeLines(data));
  if (options.test !== undefined) tell(options, ...sameFolderLines(root, options.test));
  const splits = folds(data.y, options.folds, seed, repeats);
  requireLearnable(data.y, splits, "folds");
  tell(options, ...splitNotices(data, splits, { kind: "folds", folds: options.folds, repeats, seed }));

  const testing = progressBar("testing", candidates.length * splits.length, options);
  const tuning = tune(data, splits, candidates, { by: options.by, onRun: testing.update });
  testing.stop();
  const { candidate, terms } = tuning.chosen;
  if (terms === 0) tell(options, NO_TERMS);
  const chosen = settingsFrom({ ...text, ...candidate });
  const context: TuningContext = {
    corpus: root,
    documents: data.ids.length,
    classes: data.labels.length,
    folds: options.folds,
    repeats,
    seed,
    commands: commandsFor(root, chosen, options),
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
    // The choice took long to get: it is not lost because a test folder was wrong.
    const json = tuningJson(tuning, context, named(chosen), test);
    if (options.json) await output.write(`${safeJson(json, 2)}\n`);
    else if (test !== undefined) await output.write(tunedTestText(test.evaluation, test.folder));
    await output.flush();
    const picture = { series: tuningSeries(tuning), xLabel: optionName(tuningAxis(tuning.candidates)) };
    const reported = { ...picture, json, answer: why(tuning), candidates: tuningRows(tuning) };
    await writeReports(options, tuningReports(reported, { loss: isLoss(tuning.by), yLabel: `Mean ${tuning.by}` }));
  }
}

/** The folder is read here, when the choice has been made: it can have no part in it. */
function testedOn(folder: string, data: CorpusData, settings: Settings, options: TuneCommandOptions): Evaluation {
  const train = withNgrams(data, settings.ngrams);
  const test = readTestTelling(train, openCorpus(folder, options), settings, options);
  return evaluate([testTrial(train, test, rulesOf(settings))], classifierFor(settings), test.labels);
}

/** What is to be tried, by choice. */
function gridOf(options: TuneCommandOptions): Grid {
  const { classifiers, alphas, try: tried = [], ...others } = options;
  const listed = Object.fromEntries(
    Object.entries(others).filter(([name]) => CHOICES.some((choice) => choice === name)),
  );
  const grid: Grid = { classifier: classifiers, alpha: alphas, ...listed };
  for (const [choice, values] of tried) {
    if (grid[choice] !== undefined)
      throw new UsageError(`--try ${optionName(choice)}: required once, got values twice`);
    Object.assign(grid, { [choice]: values });
  }
  return grid;
}

/** Values that have forms of their own, whatever is tried. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** `cost=0.1,1,10`: a choice and the values to try of it. */
function choiceToTry(text: string, before: readonly TriedChoice[] = []): TriedChoice[] {
  const [, name, values] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("Required a choice and its values, such as alpha=1,0.1.");
  const choice = TRIABLE.find((known) => optionName(known) === name.trim());
  if (choice === undefined) {
    throw new InvalidArgumentError(`Required one of ${TRIABLE.map(optionName).join(", ")} before the =.`);
  }
  return [...before, [choice, listOf<unknown>(PARSERS[choice] ?? scalar)(values)]];
}

/** A number, yes or no, or else a word: whether it is allowed, the library says. */
function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function textSettings(options: TextOptions): TextOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => (TEXT_OPTIONS as readonly string[]).includes(name)),
  );
}

/** How to learn with the chosen settings, and how to get their figure again. */
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
