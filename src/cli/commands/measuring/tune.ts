import { Command } from "commander";
import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { CHOICES } from "../../../jobs/choices.js";
import { TUNED_TEXT, type TuneOptions, tuneSettings } from "../../../jobs/measuring/tune-settings.js";
import { PLOTLESS_FORMS } from "../../../reports/report-forms.js";
import { withCorpusOptions } from "../../options/corpus-options.js";
import { withBinaryOptions } from "../../options/evaluation-options.js";
import { withHelp } from "../../options/help.js";
import { withTextOptions } from "../../options/model-options.js";
import {
  CORPUS,
  type CommonOptions,
  JOBS,
  SEED,
  SEVERAL_LABELS,
  withCommonOptions,
  withOptions,
} from "../../options/options.js";
import { numberThat, whole } from "../../options/parsers.js";
import { type ReportOptions, requireReports, withReportOption } from "../../options/report-option.js";
import { SET, type SetOption } from "../../options/set-option.js";
import { TRY, type TriedChoice } from "../../options/tune-options.js";
import { following } from "../../output/following.js";
import { printReport } from "../../output/print-report.js";

type TuneCommandOptions = CommonOptions &
  ReportOptions &
  SetOption &
  TuneOptions & { readonly try?: readonly TriedChoice[] };

/** The longest limit, in minutes: a week. */
const MAX_MINUTES = 7 * 24 * 60;

const minutes = numberThat((n) => n > 0 && n <= MAX_MINUTES, `give a number above 0, at most ${MAX_MINUTES}`);

/** Makes the command `thresher tune`. */
export function newCommand(): Command {
  const command = new Command("tune")
    .description("Find the best settings by cross-validation; test documents play no part in the choice.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(withReportOption(command, PLOTLESS_FORMS), "Protocol", {
    "--folds <k>": ["compare by k-fold cross-validation, stratified", whole(2), { default: 5 }],
    "--repeats <n>": ["draw the folds n times", whole(1), { default: 1 }],
    "--by <measure>": [
      "the measure to compare by; roc-auc and total-cost are for two classes (default: accuracy, with several labels micro-f1)",
      CHOICES.by,
    ],
    "--minutes <n>": ["without choices: start no new candidate after n minutes, such as 0.5 (default: 2)", minutes],
  });
  withBinaryOptions(command);
  withOptions(command, "Choices to try", TRY);
  withTextOptions(withCommonOptions(withCorpusOptions(command, SEVERAL_LABELS), { ...SEED, ...JOBS }));
  return withHelp(
    withOptions(command, "Text", SET),
    `Without choices to try, it tests methods, presets, weightings, terms of words
and characters, smoothing and cost. After each fold, the worse half is dropped.
After --minutes, it starts no new candidate. With time to spare, the answer
depends on the documents and the seed alone. Each time a better candidate has
finished all folds, a line on standard error has its command.

With choices, it tries every combination of them on all folds. The options
under Text are the same for all candidates.

Examples:
  thresher tune mail
  thresher tune mail --minutes 10 --by roc-auc
  thresher tune news/train --folds 10 --by macro-f1
  thresher tune news/train --try classifier=multinomial --try alpha=0.1,0.01 --try ngrams=1-1,1-2
  thresher tune news/train --try norm=none,l2 --try tf=count,log --try idf=none,smooth`,
    ["minutes", "folds", "repeats", "by", "positive", "try", "report", "json"],
  );
}

/** Finds the best settings or tries the given choices, and prints the outcome. */
async function run(root: string, options: TuneCommandOptions): Promise<void> {
  const { try: tried, minutes } = options;
  requireTextSettings(options);
  if (tried !== undefined && minutes !== undefined) {
    throw new UsageError(
      "--minutes limits a search; the choices given here are all tried: leave out --minutes or the choices",
    );
  }
  const outputs = requireReports(options, PLOTLESS_FORMS);
  const grid = tried && Object.fromEntries(tried);
  await printReport(await tuneSettings(root, { ...options, ...following(options), outputs, grid }), options);
}

/** @throws UsageError if --set has a setting that candidates differ in */
function requireTextSettings({ set = [] }: SetOption): void {
  const wrong = set.find(([name]) => !TUNED_TEXT.includes(name));
  if (wrong === undefined) return;
  const name = optionName(wrong[0]);
  throw new UsageError(`--set ${name}: tune tries the values of a setting: --try ${name}=VALUES`);
}
