import { METHOD_OPTIONS } from "../classifiers/table.js";
import type { Evaluation } from "../evaluation/evaluate.js";
import { isLoss, type Measure } from "../evaluation/measure.js";
import type { TunedCandidate, Tuning } from "../evaluation/tune.js";
import { curveText } from "./curve-text.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, percent, plural } from "./numbers.js";
import { optionName } from "./option-name.js";
import { safeText } from "./safe-text.js";
import { textTable, wrapped } from "./table.js";
import { painted, type TerminalStyle } from "./terminal.js";
import { candidateText, choiceText, tellingChoices, tuningAxis, valuesOf } from "./tuning-choices.js";
import { tuningSeries } from "./tuning-series.js";

/** On what candidates were compared, and what to do with the result. */
export interface TuningContext {
  readonly corpus: string;
  readonly documents: number;
  readonly classes: number;
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  /** Command lines with the chosen settings. */
  readonly commands: readonly string[];
  /** The folder that the chosen settings are tested on after the choice. Default: none. */
  readonly test?: string | undefined;
  /** Whether all candidates have a row, and not only the first. Default false. */
  readonly all?: boolean | undefined;
}

/** As many candidates as fit a screen with the picture below. */
const ROWS = 15;

const WHY = "why     ";

/** Of the picture, in characters. */
const NARROWEST = 40;
const WIDEST = 72;

/**
 * A tuning for people: what was chosen and why, how to use it, and what came of the rest.
 *
 * @param style default: plain, and as wide as it needs to be
 */
export function tuningText(
  tuning: Tuning,
  context: TuningContext,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle = {},
): string {
  const folded = (sentence: string) => wrapped(sentence.split(" "), columns);
  const { by, candidates, best, chosen } = tuning;
  const summary = (tuned: TunedCandidate) => [
    candidateText(tuned.candidate),
    figure(by, tuned.mean),
    `95 % interval ${interval(by, tuned)}`,
    plural(Math.round(tuned.terms), "term"),
  ];
  const shown = context.all ? candidates : shortened(tuning);
  const left = candidates.length - shown.length;
  const lines = [
    ...fittedTable(
      [["chosen", ...summary(chosen)], ...(chosen === best ? [] : [["best", ...summary(best)]])],
      "llrll",
      columns,
      (cell, row) => painted(cell, row === 0 ? "bold" : undefined, colour),
    ),
    ...wrapped(why(tuning).split(" "), columns - WHY.length).map(
      (line, l) => `${l === 0 ? WHY : " ".repeat(WHY.length)}${line}`,
    ),
    "",
    "Learn with it, or measure it again:",
    ...context.commands.map((command) => `  ${safeText(command)}`),
    "",
    ...folded(
      `${plural(candidates.length, "candidate")} by ${by} over ${foldsText(context)} of ${safeText(context.corpus)}, seed ${context.seed}:`,
    ),
    `${plural(context.documents, "document")}, ${plural(context.classes, "class", "classes")}`,
    "",
    ...candidateTable(tuning, shown),
  ];
  if (left > 0) lines.push(`and ${plural(left, "more", "more")}: --all shows them`);
  const hints = edgeHints(tuning);
  if (context.test === undefined && candidates.length > 1) {
    hints.push(
      "These figures made the choice, and so flatter it a little: --test FOLDER measures it on other documents.",
    );
  }
  if (hints.length > 0) lines.push("", ...hints.flatMap(folded));
  const picture = pictureLines(tuning, columns, colour);
  if (picture.length > 0) lines.push("", ...picture);
  return `${lines.join("\n")}\n`;
}

/** What the chosen candidate came to on documents that had no part in the choice. */
export function tunedTestText(evaluation: Evaluation, folder: string): string {
  const { accuracy, accuracyInterval, baselines, macro, logLoss, runs } = evaluation;
  const [low, high] = accuracyInterval;
  const lines = textTable(
    [
      [
        "accuracy",
        percent(accuracy),
        `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)} (Wilson), ` +
          `${grouped(runs[0].correct)} of ${grouped(runs[0].total)} right`,
      ],
      ["always the largest class", percent(baselines.majority), ""],
      ["guessing in proportion", percent(baselines.proportional), ""],
      ["macro-f1", percent(macro.f1), ""],
      ["log-loss", logLoss.toFixed(3), ""],
    ],
    "lrl",
  );
  return `\nThe chosen one on ${safeText(folder)}, read after the choice and tested on once:\n${lines.join("\n")}\n`;
}

/** Why the chosen candidate was chosen, in a sentence without a full stop. */
export function why({ by, best, chosen, within, candidates }: Tuning): string {
  if (candidates.length === 1) return "the only candidate";
  if (within === 1) return "the best, and no other is within one standard error of it";
  const set = within === candidates.length ? `all ${grouped(within)} candidates` : `the ${grouped(within)} candidates`;
  const rule = `the simplest of ${set} that are within one standard error of the best`;
  if (chosen === best) return `the best, and ${rule}`;
  const { mean, standardError } = chosen.shortfall;
  return `${rule}: ${difference(by, mean)} worse, standard error ${difference(by, standardError)}`;
}

/** The first rows, and the chosen one wherever it stands. */
function shortened({ candidates, chosen }: Tuning): readonly TunedCandidate[] {
  const first = candidates.slice(0, ROWS);
  return first.includes(chosen) ? first : [...first, chosen];
}

function candidateTable({ by, candidates, best, chosen }: Tuning, shown: readonly TunedCandidate[]): string[] {
  const choices = tellingChoices(candidates);
  const rows = shown.map((tuned) => [
    grouped(candidates.indexOf(tuned) + 1),
    figure(by, tuned.mean),
    tuned === best ? "" : `${worse(by, tuned.shortfall.mean)} ± ${worse(by, tuned.shortfall.standardError)}`,
    tuned.candidate.classifier,
    ...choices.map((choice) => choiceText(tuned.candidate[choice])),
    grouped(Math.round(tuned.terms)),
    tuned === chosen ? "chosen" : "",
  ]);
  const unit = isLoss(by) ? "worse by" : "points worse";
  const header = ["", by, unit, "classifier", ...choices.map(optionName), "terms", ""];
  return textTable([header, ...rows], `rrrl${"r".repeat(choices.length)}rl`);
}

/** Where the best lies at an end of what was tried of an option of its method, better may lie beyond. */
function edgeHints({ candidates, best }: Tuning): string[] {
  return METHOD_OPTIONS.flatMap((option) => {
    const tried = valuesOf(candidates, option).filter((value) => typeof value === "number");
    const value: unknown = best.candidate[option];
    if (typeof value !== "number" || tried.length < 2) return [];
    const [least, most] = [Math.min(...tried), Math.max(...tried)];
    const name = optionName(option);
    if (value === least && value > (LEAST[option] ?? 0))
      return [`The best ${name} is the least that was tried: try less than ${value}.`];
    if (value === most) return [`The best ${name} is the greatest that was tried: try more than ${value}.`];
    return [];
  });
}

/** What there is nothing below, where that is not 0. */
const LEAST: Readonly<Record<string, number>> = { k: 1 };

/** The measure along an option, if it is a share and there is more than one value to draw. */
function pictureLines(tuning: Tuning, columns: number, colour: boolean | undefined): string[] {
  const series = tuningSeries(tuning).filter(({ points }) => points.length > 0);
  if (isLoss(tuning.by) || new Set(series.flatMap(({ points }) => points.map(({ x }) => x))).size < 2) return [];
  return curveText(series, {
    xLabel: `${optionName(tuningAxis(tuning.candidates))}; ${tuning.by} of the best of the other choices`,
    width: Math.max(NARROWEST, Math.min(WIDEST, columns)),
    colour,
  });
}

function foldsText({ folds, repeats }: TuningContext): string {
  return repeats === 1 ? `${folds} folds` : `${folds} folds, ${repeats} times,`;
}

function figure(by: Measure, value: number): string {
  return `${amount(by, value)}${isLoss(by) ? "" : " %"}`;
}

function difference(by: Measure, value: number): string {
  return isLoss(by) ? worse(by, value) : `${worse(by, value)} points`;
}

/** A difference, with a digit more: the rule compares two of them. */
function worse(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(5) : (value * 100).toFixed(3);
}

/** A share as a number of percent, a loss as it is. */
function amount(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(4) : (value * 100).toFixed(2);
}

function interval(by: Measure, { interval: [low, high] }: TunedCandidate): string {
  return `${amount(by, low)} to ${figure(by, high)}`;
}
