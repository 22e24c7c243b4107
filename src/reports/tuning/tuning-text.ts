import { largest, smallest } from "../../base/lists.js";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { optionName } from "../../base/option-names.js";
import { safeText } from "../../base/safe-text.js";
import { METHOD_OPTIONS } from "../../classifiers/table.js";
import type { TunedCorpus } from "../../evaluation/corpora/tuned-corpus.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { isLoss, type Measure } from "../../evaluation/metrics/measure.js";
import type { TunedCandidate, Tuning } from "../../evaluation/studies/tuning.js";
import { type Section, type TableBlock, terminalText } from "../blocks.js";
import { BOLD_HEAD } from "../terminal/table.js";
import { type TerminalStyle, wrapped } from "../terminal/terminal.js";
import { type SearchContext, searchSentences, searchWhy } from "./search-text.js";
import { candidateText, choiceText, tellingChoices, valuesOf } from "./tuning-choices.js";

/** The data on which candidates were compared, and the next commands. */
export interface TuningContext extends Pick<TunedCorpus, "documents" | "classes" | "folds"> {
  readonly corpus: string;
  readonly repeats: number;
  readonly seed: number;
  /** Command lines with the chosen settings. */
  readonly commands: readonly string[];
  /** The test folder for the chosen candidate. Default: none. */
  readonly test?: string | undefined;
  /** How the candidates were searched. Default: they are a grid, and all were tested on all folds. */
  readonly search?: SearchContext | undefined;
  /** Whether to show all candidates, not only the best. Default false. */
  readonly all?: boolean | undefined;
}

/** Maximum number of candidates to show. */
const ROWS = 15;

/** The name of the line with the reason, as wide as the first column of the table above it, with its gap. */
const WHY = "why     ";

/** Shows a tuning on a terminal: the chosen candidate and why, how to use it, and the other candidates. */
export function tuningText(tuning: Tuning, context: TuningContext, style: TerminalStyle = {}): string {
  const { by, candidates, best, chosen } = tuning;
  const { search, commands } = context;
  const summary = (tuned: TunedCandidate) => [
    candidateText(tuned.candidate),
    figure(by, tuned.mean),
    `95 % interval ${interval(by, tuned)}`,
    plural(Math.round(tuned.terms), "term"),
  ];
  const shown = candidates.filter((tuned, c) => context.all || c < ROWS || tuned === chosen);
  const left = candidates.length - shown.length;
  const more = left === 0 ? [] : [`and ${plural(left, "more", "more")}: show them with --all`];
  const chosenAndBest: TableBlock = {
    rows: [["chosen", ...summary(chosen)], ...(chosen === best ? [] : [["best", ...summary(best)]])],
    align: "llrll",
    look: BOLD_HEAD,
  };
  const reason = ({ columns = Number.POSITIVE_INFINITY }: TerminalStyle) =>
    wrapped(why(tuning, search), columns - WHY.length).map(
      (line, l) => `${l === 0 ? WHY : " ".repeat(WHY.length)}${line}`,
    );
  const sections: Section[] = [
    [chosenAndBest, reason],
    ["Train with it, or measure it again:", () => commands.map((command) => `  ${safeText(command)}`)],
    search === undefined ? [] : searchSentences(search),
    [
      `${plural(candidates.length, "candidate")} by ${by} over ${protocolText(tuning, context)} of ${context.corpus}, seed ${context.seed}:`,
      `${plural(context.documents, "document")}, ${plural(context.classes, "class", "classes")}`,
    ],
    [candidateTable(tuning, shown), ...more],
    [
      ...(search === undefined ? edgeHints(tuning) : []),
      ...(context.test === undefined && candidates.length > 1 ? [TOO_GOOD] : []),
    ],
  ];
  return terminalText(sections, style);
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
  if (search !== undefined) return searchWhy(search);
  if (candidates.length === 1) return "the only candidate";
  if (within === 1) return "the best, and no other is within one standard error of it";
  const set = within === candidates.length ? `all ${grouped(within)} candidates` : `the ${grouped(within)} candidates`;
  const rule = `the simplest of ${set} that are within one standard error of the best`;
  if (chosen === best) return `the best, and ${rule}`;
  const { mean, standardError } = chosen.shortfall;
  return `${rule}: ${difference(by, mean)} worse, standard error ${difference(by, standardError)}`;
}

/** Makes a table of candidates, numbered as in the whole list, with how much worse than the best each is. */
function candidateTable({ by, candidates, best, chosen }: Tuning, shown: readonly TunedCandidate[]): TableBlock {
  const choices = tellingChoices(candidates);
  const rows = shown.map((tuned) => [
    grouped(candidates.indexOf(tuned) + 1),
    figure(by, tuned.mean),
    tuned === best ? "" : `${worse(by, tuned.shortfall.mean)} ± ${worse(by, tuned.shortfall.standardError)}`,
    tuned.candidate.preset ?? tuned.candidate.classifier,
    ...choices.map((choice) => choiceText(tuned.candidate[choice])),
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
    const tried = valuesOf(candidates, option).filter((value) => typeof value === "number");
    const value: unknown = best.candidate[option];
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
function protocolText({ documents }: Tuning, { folds, repeats, search }: TuningContext): string {
  if (search?.isWhole === false)
    return `samples of ${plural(documents.train, "document")} to learn from and ${grouped(documents.test)} to test`;
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
