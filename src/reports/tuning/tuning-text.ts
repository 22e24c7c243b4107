import { append, largest, smallest } from "../../base/lists.js";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { optionName } from "../../base/option-names.js";
import { safeText } from "../../base/safe-text.js";
import { METHOD_OPTIONS } from "../../classifiers/table.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { isLoss, type Measure } from "../../evaluation/metrics/measure.js";
import type { TunedCandidate, Tuning } from "../../evaluation/studies/tune.js";
import { chartLines } from "../terminal/chart.js";
import { fittedTable, textTable } from "../terminal/table.js";
import { painted, type TerminalStyle, wrapped } from "../terminal/terminal.js";
import { type SearchContext, searchLines, searchWhy } from "./search-text.js";
import { candidateText, choiceText, tellingChoices, tuningAxis, tuningSeries, valuesOf } from "./tuning-choices.js";

/** The data that candidates were compared on, and the commands to go on with. */
export interface TuningContext {
  readonly corpus: string;
  readonly documents: number;
  readonly classes: number;
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  /** Command lines with the chosen settings. */
  readonly commands: readonly string[];
  /** The test folder, tested on after the choice. Default: none. */
  readonly test?: string | undefined;
  /** How the candidates were searched. Default: they are a grid, and all were tested on all folds. */
  readonly search?: SearchContext | undefined;
  /** Show all candidates instead of the best. Default false. */
  readonly all?: boolean | undefined;
}

/** This many candidates fit a screen together with the plot. */
const ROWS = 15;

const WHY = "why     ";

/** The width of the plot, in characters. */
const NARROWEST = 40;
const WIDEST = 72;

/** A tuning for a terminal: the chosen candidate and why, how to use it, and the other candidates. */
export function tuningText(
  tuning: Tuning,
  context: TuningContext,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle = {},
): string {
  const folded = (sentence: string) => wrapped(sentence, columns);
  const { by, candidates, best, chosen } = tuning;
  const summary = (tuned: TunedCandidate) => [
    candidateText(tuned.candidate),
    figure(by, tuned.mean),
    `95 % interval ${interval(by, tuned)}`,
    plural(Math.round(tuned.terms), "term"),
  ];
  const shown = context.all ? candidates : bestAndChosen(tuning);
  const left = candidates.length - shown.length;
  const lines = [
    ...fittedTable(
      [["chosen", ...summary(chosen)], ...(chosen === best ? [] : [["best", ...summary(best)]])],
      "llrll",
      columns,
      (cell, row) => painted(cell, row === 0 ? "bold" : undefined, colour),
    ),
    ...wrapped(why(tuning, context.search), columns - WHY.length).map(
      (line, l) => `${l === 0 ? WHY : " ".repeat(WHY.length)}${line}`,
    ),
    "",
    "Train with it, or measure it again:",
    ...context.commands.map((command) => `  ${safeText(command)}`),
    "",
    ...(context.search === undefined ? [] : searchLines(context.search).flatMap(folded)),
    ...folded(
      `${plural(candidates.length, "candidate")} by ${by} over ${protocolText(tuning, context)} of ${safeText(context.corpus)}, seed ${context.seed}:`,
    ),
    `${plural(context.documents, "document")}, ${plural(context.classes, "class", "classes")}`,
    "",
    ...candidateTable(tuning, shown),
  ];
  if (left > 0) lines.push(`and ${plural(left, "more", "more")}: show them with --all`);
  const hints = context.search === undefined ? edgeHints(tuning) : [];
  if (context.test === undefined && candidates.length > 1) {
    hints.push(
      "These figures are slightly too good, because they made the choice: measure it on other documents with --test FOLDER.",
    );
  }
  for (const more of [
    hints.flatMap(folded),
    context.search === undefined ? pictureLines(tuning, columns, colour) : [],
  ]) {
    if (more.length > 0) append(lines, ["", ...more]);
  }
  return `${lines.join("\n")}\n`;
}

/** The figures of the chosen candidate on documents that had no part in the choice. */
export function tunedTestText(evaluation: Evaluation, folder: string): string {
  const { accuracy, accuracyInterval, baselines, macro, logLoss, runs } = evaluation;
  const right = `${grouped(runs[0].correct)} of ${grouped(runs[0].total)} right`;
  const lines = textTable(
    [
      ["accuracy", percent(accuracy), `95 % interval ${percentRange(accuracyInterval)} (Wilson), ${right}`],
      ["majority class", percent(baselines.majority), ""],
      ["random guess by class size", percent(baselines.proportional), ""],
      ["macro-f1", percent(macro.f1), ""],
      ["log-loss", logLoss.toFixed(3), ""],
    ],
    "lrl",
  );
  return `\nThe chosen candidate on ${safeText(folder)}, tested once, after the choice:\n${lines.join("\n")}\n`;
}

/** The reason for the choice, in a sentence without a full stop. */
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

/** The best candidates, and the chosen one wherever it ranks. */
function bestAndChosen({ candidates, chosen }: Tuning): readonly TunedCandidate[] {
  const first = candidates.slice(0, ROWS);
  return first.includes(chosen) ? first : [...first, chosen];
}

function candidateTable({ by, candidates, best, chosen }: Tuning, shown: readonly TunedCandidate[]): string[] {
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
  const header = ["", by, unit, "classifier", ...choices.map(optionName), "terms", ""];
  return textTable([header, ...rows], `rrrl${"r".repeat(choices.length)}rl`);
}

/** If the best value of an option is the smallest or the largest that was tried, a better one may lie beyond. */
function edgeHints({ candidates, best }: Tuning): string[] {
  return METHOD_OPTIONS.flatMap((option) => {
    const tried = valuesOf(candidates, option).filter((value) => typeof value === "number");
    const value: unknown = best.candidate[option];
    if (typeof value !== "number" || tried.length < 2) return [];
    const [least, most] = [smallest(tried), largest(tried)];
    const name = optionName(option);
    if (value === least && value > (LEAST[option] ?? 0))
      return [`The best ${name} is the smallest that was tried: try less than ${value}.`];
    if (value === most) return [`The best ${name} is the largest that was tried: try more than ${value}.`];
    return [];
  });
}

/** The smallest possible values that are not 0. */
const LEAST: Readonly<Record<string, number>> = { k: 1 };

/** The plot of the measure against an option, if the measure is a share and several values were tried. */
function pictureLines(tuning: Tuning, columns: number, colour: boolean | undefined): string[] {
  const series = tuningSeries(tuning).filter(({ points }) => points.length > 0);
  if (isLoss(tuning.by) || new Set(series.flatMap(({ points }) => points.map(({ x }) => x))).size < 2) return [];
  const xLabel = `${optionName(tuningAxis(tuning.candidates))}; ${tuning.by} with the best other options`;
  return chartLines(series, xLabel, Math.max(NARROWEST, Math.min(WIDEST, columns)), colour);
}

/** The tests that the figures are of. */
function protocolText({ documents }: Tuning, context: TuningContext): string {
  if (context.search === undefined || context.search.search.isWhole) return foldsText(context);
  return `samples of ${plural(documents.train, "document")} to learn from and ${grouped(documents.test)} to test`;
}

function foldsText({ folds, repeats }: TuningContext): string {
  return repeats === 1 ? `${folds} folds` : `${folds} folds, ${repeats} times,`;
}

/** A figure as text: a share in percent. */
export function figure(by: Measure, value: number): string {
  return `${amount(by, value)}${isLoss(by) ? "" : " %"}`;
}

function difference(by: Measure, value: number): string {
  return isLoss(by) ? worse(by, value) : `${worse(by, value)} points`;
}

/** A difference has one digit more, because the rule compares two of them. */
function worse(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(5) : (value * 100).toFixed(3);
}

/** A share in percent, a loss as it is. */
function amount(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(4) : (value * 100).toFixed(2);
}

function interval(by: Measure, { interval: [low, high] }: TunedCandidate): string {
  return `${amount(by, low)} to ${figure(by, high)}`;
}
