import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { optionName } from "../../../base/option-names.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { MEASURES, usualMeasure } from "../../../evaluation/metrics/measure.js";
import { mean } from "../../../evaluation/significance/intervals.js";
import type { Candidate } from "../../../evaluation/tuning/candidates.js";
import type { Grid } from "../../../evaluation/tuning/grid.js";
import { TEXT_SETTINGS, type TextChoices, tuneCorpus } from "../../../evaluation/tuning/tune-corpus.js";
import { named } from "../../../model/settings.js";
import { terminalText } from "../../../reports/blocks.js";
import { PLOTLESS_FORMS } from "../../../reports/report-forms.js";
import { figure, tuningReport, tuningSections } from "../../../reports/tuning/tuning-report.js";
import { followReading } from "../../input/follow-reading.js";
import { withCorpusOptions } from "../../options/corpus-options.js";
import { withBinaryOptions } from "../../options/evaluation-options.js";
import { withHelp } from "../../options/help.js";
import { modelOptions, withTextOptions } from "../../options/model-options.js";
import { CORPUS, JOBS, pick, SEED, SEVERAL_LABELS, withCommonOptions, withOptions } from "../../options/options.js";
import { numberThat, whole } from "../../options/parsers.js";
import { requireReports, withReportOption, writeReports } from "../../options/report-option.js";
import { SET } from "../../options/set-option.js";
import { optionsFor } from "../../options/settings-text.js";
import { TRY } from "../../options/tune-options.js";
import { mailAsMail } from "../../output/mail-notice.js";
import { alikeLines, NO_TERMS, tell } from "../../output/notices.js";
import { terminalStyle, writeAndPrint } from "../../output/output.js";
import { phaseBars } from "../../output/phase-bars.js";
import { splitLines } from "../../output/split-notices.js";
import { commandsFor, type TuneCommandOptions } from "./commands-for.js";

/** The longest limit, in minutes: a week. */
const MAX_MINUTES = 7 * 24 * 60;

/** The default limit, in minutes. */
const MINUTES = 2;

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
      MEASURES,
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
  const { multiLabel, positive, threshold, falseAlarmCost, folds, repeats, seed } = options;
  const { by = usualMeasure(multiLabel), minutes = MINUTES } = options;
  const grid = gridOf(options);
  requireFitting(options, grid);
  const corpus = openCorpus(root, options);
  requireReports(options, PLOTLESS_FORMS, [corpus]);
  const given = textChoices(options);
  const text = grid === undefined ? mailAsMail(corpus, given, options) : given;
  let bars = phaseBars(options);
  const follower = followReading([corpus], { ...text, multiLabel }, options, ({ train }) =>
    tell(options, alikeLines(train)),
  );
  const tuned = await tuneCorpus(corpus, {
    ...options,
    by,
    binary: { positive, threshold, falseAlarmCost },
    minutes,
    text,
    classWeight: modelOptions(options).classWeight,
    grid,
    onBest({ candidate, scores }) {
      const [command] = commandsFor(root, candidate.settings, { ...options, by }, candidate.preset);
      tell(options, `best so far, ${figure(by, mean(scores))}: ${command}`);
      bars = phaseBars(options);
    },
    ...follower,
    onProgress: (progress) => (progress.phase === "searching" ? bars(progress) : follower.onProgress?.(progress)),
    onSplits: (found) => tell(options, splitLines({ kind: "folds", folds, repeats, seed }, found)),
  });
  const [{ candidate, terms }] = tuned.candidates;
  if (terms === 0) tell(options, NO_TERMS);
  const context = {
    ...{ corpus: root, repeats, seed, minutes: grid === undefined ? minutes : undefined },
    classifier: named(candidate.settings),
    commands: commandsFor(root, candidate.settings, { ...options, by, folds: tuned.folds }, candidate.preset),
    optionsOf: ({ settings, preset }: Candidate) => optionsFor(settings, preset).join(" "),
  };
  const report = tuningReport(tuned, context);
  await writeAndPrint(options, () => writeReports(options, report), {
    asJson: report.json,
    asText: () => terminalText(tuningSections(tuned, context), terminalStyle()),
  });
}

/** @throws UsageError if options exclude each other. */
function requireFitting({ minutes }: TuneCommandOptions, grid: Grid | undefined): void {
  if (grid !== undefined && minutes !== undefined) {
    throw new UsageError(
      "--minutes limits a search; the choices given here are all tried: leave out --minutes or the choices",
    );
  }
}

/** Returns the choices to try, or undefined if there are none and a search is to find them. */
function gridOf({ try: tried }: TuneCommandOptions): Grid | undefined {
  return tried === undefined ? undefined : Object.fromEntries(tried);
}

/** Returns the settings of texts, which are the same for all candidates. @throws UsageError if --set has another one */
function textChoices(options: TuneCommandOptions): TextChoices {
  const allowed: readonly string[] = [...TEXT_SETTINGS, "classWeight"];
  const wrong = options.set?.find(([name]) => !allowed.includes(name));
  if (wrong !== undefined) {
    const name = optionName(wrong[0]);
    throw new UsageError(`--set ${name}: tune tries the values of a setting: --try ${name}=VALUES`);
  }
  return pick<TextChoices>(modelOptions(options), TEXT_SETTINGS);
}
