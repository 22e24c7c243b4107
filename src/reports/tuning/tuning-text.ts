import { countedBy, largest, smallest } from "../../base/lists.js";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { optionName } from "../../base/option-names.js";
import { safeText } from "../../base/safe-text.js";
import { METHOD_OPTIONS } from "../../classifiers/table.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { isLoss, type Measure } from "../../evaluation/metrics/measure.js";
import type { TunedCandidate, Tuning } from "../../evaluation/tuning/ranking.js";
import type { SearchSummary, TunedCorpus } from "../../evaluation/tuning/tune-corpus.js";
import { type Section, type TableBlock, terminalText } from "../blocks.js";
import { BOLD_HEAD } from "../terminal/table.js";
import { candidateText, choiceText, choiceValue, choiceValues, tellingChoices } from "./choices.js";

/** The candidates that a search tried, and its time limit, as `thresher tune --json` prints it. */
interface SearchContext extends SearchSummary {
  readonly minutes: number;
}

/** The data on which candidates were compared, and the next commands. */
export interface TuningContext extends Pick<TunedCorpus, "documents" | "classes" | "folds"> {
  readonly corpus: string;
  readonly repeats: number;
  readonly seed: number;
  /** Command lines with the chosen settings. */
  readonly commands: readonly string[];
  /** The test folder for the chosen candidate. Default: none. */
  readonly test?: string | undefined;
  /** How candidates were dropped. Default: they are a grid, and all were tested on all folds. */
  readonly search?: SearchContext | undefined;
  /** Whether to show all candidates, not only the best. Default false. */
  readonly all?: boolean | undefined;
}

/** Maximum number of candidates to show. */
const ROWS = 15;

/** Shows a tuning: the chosen candidate and why, how to use it, and the other candidates. */
export function tuningSections(tuning: Tuning, context: TuningContext): Section[] {
  const { by, candidates, best, chosen } = tuning;
  const { search, commands, corpus, seed, documents, classes } = context;
  const summary = (tuned: TunedCandidate) => [
    candidateText(tuned.candidate),
    figure(by, tuned.mean),
    `95 % interval ${interval(by, tuned)}`,
    plural(Math.round(tuned.terms), "term"),
  ];
  const chosenAndBest: TableBlock = {
    rows: [["chosen", ...summary(chosen)], ...(chosen === best ? [] : [["best", ...summary(best)]])],
    align: "llrll",
    look: BOLD_HEAD,
    isHeadless: true,
  };
  const shown = candidates.filter((tuned, c) => context.all || c < ROWS || tuned === chosen);
  const left = candidates.length - shown.length;
  const title = `${plural(candidates.length, "candidate")} by ${by} over ${foldsText(context)} of ${corpus}, seed ${seed}:`;
  return [
    [chosenAndBest, `why     ${why(tuning, search)}`],
    ["Train with it, or measure it again:", () => commands.map((command) => `  ${safeText(command)}`)],
    search === undefined ? [] : searchSentences(search),
    [title, `${plural(documents, "document")}, ${plural(classes, "class", "classes")}`],
    [candidateTable(tuning, shown), ...(left === 0 ? [] : [`and ${grouped(left)} more: --json has them all`])],
    [
      ...(search === undefined ? edgeHints(tuning) : []),
      ...(context.test === undefined && candidates.length > 1 ? [TOO_GOOD] : []),
    ],
  ];
}

const TOO_GOOD =
  "These figures are slightly too good, because they made the choice: measure it on other documents with --test FOLDER.";

/** Shows the figures of the chosen candidate on documents that were not used for the choice. */
export function tunedTestText(evaluation: Evaluation, folder: string): string {
  const { accuracy, accuracyInterval, baselines, macro, logLoss, runs } = evaluation;
  const right = `${grouped(runs[0].correct)} of ${grouped(runs[0].total)} right`;
  const rows = [
    ["accuracy", percent(accuracy), `95 % interval ${percentRange(accuracyInterval)} (Wilson), ${right}`],
    ["majority class", percent(baselines.majority), ""],
    ["random guess by class size", percent(baselines.proportional), ""],
    ["macro-f1", percent(macro.f1), ""],
    ["log-loss", logLoss.toFixed(3), ""],
  ];
  const title = `The chosen candidate on ${folder}, tested once, after the choice:`;
  return `\n${terminalText([[title, { rows, align: "lrl" }]], {})}`;
}

/** Explains the choice in a sentence without its full stop. */
export function why({ by, best, chosen, within, candidates }: Tuning, search?: SearchContext): string {
  if (search !== undefined)
    return `the best of ${plural(search.tested, "candidate")}, the worse half dropped after each fold`;
  if (candidates.length === 1) return "the only candidate";
  if (within === 1) return "the best, and no other is within one standard error of it";
  const set = within === candidates.length ? `all ${grouped(within)} candidates` : `the ${grouped(within)} candidates`;
  const rule = `the simplest of ${set} that are within one standard error of the best`;
  if (chosen === best) return `the best, and ${rule}`;
  const { mean, standardError } = chosen.shortfall;
  return `${rule}: ${difference(by, mean)} worse, standard error ${difference(by, standardError)}`;
}

/** Says how many candidates a search tested, and what it did not try. */
function searchSentences({ tested, finished, untried, tooLarge, minutes }: SearchContext): string[] {
  const names = countedBy(untried, ({ preset, settings }) => preset ?? settings.classifier);
  const late = [...names].map(([name, count]) => `${grouped(count)} ${name}`).join(", ");
  const parts = [
    ...(late === "" ? [] : [`for lack of time, ${late} (try more --minutes)`]),
    ...(tooLarge.length === 0 ? [] : [`for the size of the corpus, ${tooLarge.join(" and ")}`]),
  ];
  const none = `No candidate was left out for lack of time (limit ${plural(minutes, "minute")}).`;
  return [
    `Candidates tested: ${grouped(tested)} on the first fold, ${grouped(finished)} on all folds.`,
    parts.length === 0 ? none : `Not tried: ${parts.join("; ")}.`,
  ];
}

/** Makes a table of candidates, numbered as in the whole list, with how much worse than the best each is. */
function candidateTable({ by, candidates, best, chosen }: Tuning, shown: readonly TunedCandidate[]): TableBlock {
  const choices = tellingChoices(candidates.map(({ candidate }) => candidate));
  const rows = shown.map((tuned) => [
    grouped(candidates.indexOf(tuned) + 1),
    figure(by, tuned.mean),
    tuned === best ? "" : `${worse(by, tuned.shortfall.mean)} ± ${worse(by, tuned.shortfall.standardError)}`,
    tuned.candidate.preset ?? tuned.candidate.settings.classifier,
    ...choices.map((choice) => choiceText(tuned.candidate, choice)),
    grouped(Math.round(tuned.terms)),
    tuned === chosen ? "chosen" : "",
  ]);
  const unit = isLoss(by) ? "worse by" : "points worse";
  const head = ["", by, unit, "classifier", ...choices.map(optionName), "terms", ""];
  return { rows: [head, ...rows], align: `rrrl${"r".repeat(choices.length)}rl` };
}

/** Suggests more values of an option if the best value is the smallest or largest that was tried. */
function edgeHints({ candidates, best }: Tuning): string[] {
  return METHOD_OPTIONS.flatMap((option) => {
    const all = candidates.map(({ candidate }) => candidate);
    const tried = choiceValues(all, option).filter((value) => typeof value === "number");
    const value = choiceValue(best.candidate, option);
    if (typeof value !== "number" || tried.length < 2) return [];
    const name = optionName(option);
    // Below this value, there is nothing to try.
    const minimum = option === "k" ? 1 : 0;
    if (value === smallest(tried) && value > minimum) {
      return [`The best ${name} is the smallest that was tried: try less than ${value}.`];
    }
    return value === largest(tried) ? [`The best ${name} is the largest that was tried: try more than ${value}.`] : [];
  });
}

/** Describes the tests on which the figures are based. */
function foldsText({ folds, repeats }: TuningContext): string {
  return repeats === 1 ? `${folds} folds` : `${folds} folds, ${repeats} times,`;
}

/** Writes a figure; a share is in percent. */
export function figure(by: Measure, value: number): string {
  return `${amount(by, value)}${isLoss(by) ? "" : " %"}`;
}

/** Writes a difference with its unit. */
function difference(by: Measure, value: number): string {
  return isLoss(by) ? worse(by, value) : `${worse(by, value)} points`;
}

/** Writes a difference with one more digit, because the rule compares two differences. */
function worse(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(5) : (value * 100).toFixed(3);
}

/** Writes a share in percent, or a loss as it is, without the unit. */
function amount(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(4) : (value * 100).toFixed(2);
}

/** Writes the interval of a candidate. */
function interval(by: Measure, { interval: [low, high] }: TunedCandidate): string {
  return `${amount(by, low)} to ${figure(by, high)}`;
}
