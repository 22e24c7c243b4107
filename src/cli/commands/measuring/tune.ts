import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { optionName } from "../../../base/option-names.js";
import { openCorpus, requireCorpus } from "../../../documents/corpora/readers.js";
import { tuneCorpus } from "../../../evaluation/corpora/tune-corpus.js";
import { TEXT_SETTINGS, type TextChoices } from "../../../evaluation/corpora/tuned-corpus.js";
import { MEASURES, usualMeasure } from "../../../evaluation/metrics/measure.js";
import { CHOICES, type Grid } from "../../../evaluation/studies/tuning-grid.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { figure } from "../../../reports/tuning/tuning-text.js";
import { followReading } from "../../input/follow-reading.js";
import { withBinaryOptions } from "../../options/evaluation-options.js";
import { withHelp } from "../../options/help.js";
import { CLASS_WEIGHT, withTextOptions } from "../../options/model-options.js";
import { CORPUS, pick, withCommonOptions, withCorpusOptions, withOptions } from "../../options/options.js";
import { numberThat, whole } from "../../options/parsers.js";
import { requireReports, withReportOption } from "../../options/report-option.js";
import { withChoices } from "../../options/tune-options.js";
import { mailAsMail } from "../../output/mail-notice.js";
import { alikeLines, tell } from "../../output/notices.js";
import { splitLines } from "../../output/split-notices.js";
import { commandsFor, type TuneCommandOptions } from "./commands-for.js";
import { printTuned } from "./print-tuned.js";
import { searchProgress } from "./search-progress.js";

/** The longest search, in minutes: a week. Timers cannot wait longer than 24 days. */
const MAX_MINUTES = 7 * 24 * 60;

/** The default limit of a search, in minutes. */
const MINUTES = 2;

const minutes = numberThat((n) => n > 0 && n <= MAX_MINUTES, `give a number above 0, at most ${MAX_MINUTES}`);

/** Makes the command `thresher tune`. */
export function newCommand(): Command {
  const command = new Command("tune")
    .description("Find the best settings by cross-validation; test documents play no part in the choice.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(withReportOption(command, PAGELESS_FORMS), "Protocol", {
    "--folds <k>": ["compare by k-fold cross-validation, stratified", whole(2), { default: 5 }],
    "--repeats <n>": ["draw the folds n times", whole(1), { default: 1 }],
    "--by <measure>": [
      "the measure to compare by; roc-auc and total-cost are for two classes (default: accuracy, with several labels micro-f1)",
      MEASURES,
    ],
    "--minutes <n>": ["without choices: answer within n minutes, such as 0.5 (default: 2)", minutes],
    "--test <folder>": "then test the chosen settings once on another folder",
    "--all": "show all candidates, not only the best",
  });
  withOptions(command, "Protocol", CLASS_WEIGHT);
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

/** Searches for the best settings or tries the given choices, and prints the outcome. */
async function run(root: string, options: TuneCommandOptions): Promise<void> {
  const { multiLabel, positive, threshold, falseAlarmCost, folds, repeats, seed } = options;
  const { by = usualMeasure(multiLabel), minutes = MINUTES } = options;
  const grid = gridOf(options);
  requireFitting(options, grid);
  if (options.test !== undefined) requireCorpus(options.test);
  const corpus = openCorpus(root, options);
  requireReports(options, PAGELESS_FORMS, [corpus]);
  const given = pick<TextChoices>(options, TEXT_SETTINGS);
  const text = grid === undefined ? mailAsMail(corpus, given, options) : given;
  const { onBest, onSearch, stop } = searchProgress(options, ({ candidate, score, documents, settings }) => {
    const [command] = commandsFor(root, settings(), { ...options, by }, candidate.preset);
    return `the best so far, ${figure(by, score)} on models of ${plural(documents, "document")}: ${command}`;
  });
  const follower = followReading([corpus], { ...text, multiLabel }, options, ({ train }) =>
    tell(options, alikeLines(train)),
  );
  const tuned = await tuneCorpus(corpus, {
    ...options,
    by,
    binary: { positive, threshold, falseAlarmCost },
    minutes,
    text,
    grid,
    onBest,
    ...follower,
    onProgress: (progress) => (progress.phase === "searching" ? onSearch(progress) : follower.onProgress?.(progress)),
    onSplits: (found) => tell(options, splitLines({ kind: "folds", folds, repeats, seed }, found)),
  }).finally(stop);
  await printTuned(root, tuned, { ...options, by, minutes });
}

/** @throws UsageError if options exclude each other. */
function requireFitting({ multiLabel, test, minutes }: TuneCommandOptions, grid: Grid | undefined): void {
  if (multiLabel && test !== undefined) {
    throw new UsageError("--test and --multi-label cannot be combined: evaluate --test tests the chosen settings");
  }
  if (grid !== undefined && minutes !== undefined) {
    throw new UsageError(
      "--minutes limits a search; the choices given here are all tried: leave out --minutes or the choices",
    );
  }
}

/** Returns the choices to try, or undefined if there are none and a search is to find them. */
function gridOf(options: TuneCommandOptions): Grid | undefined {
  const { classifiers, alphas, try: tried = [], ...others } = options;
  const grid: Grid = { classifier: classifiers, alpha: alphas, ...pick(others, CHOICES) };
  for (const [choice, values] of tried) {
    if (grid[choice] !== undefined)
      throw new UsageError(`--try ${optionName(choice)}: its values are given twice; give them in one list`);
    Object.assign(grid, { [choice]: values });
  }
  return Object.values(grid).every((values) => values === undefined) ? undefined : grid;
}
