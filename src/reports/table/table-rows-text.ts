import { plural } from "../../base/numbers.js";
import type { RowToClassify } from "../../tables/rows.js";
import type { RowClassification, TableModel } from "../../tables/table-model.js";
import type { Section } from "../blocks.js";
import { tsvLine } from "../csv.js";
import { headLook } from "../terminal/table.js";

/** A row with its classification. */
export interface ClassifiedRow {
  readonly row: RowToClassify;
  readonly classification: RowClassification;
}

/** The most classes that fit side by side: the most probable are shown. */
const CLASSES_SHOWN = 6;

/** A classification as by hand: the prior, the likelihood of each attribute, their product and the posterior, in a column for each class. */
export function classifiedRowSection(model: TableModel, one: ClassifiedRow): Section {
  const { labels, parts } = model;
  const { row, classification } = one;
  const { logPrior, logLikelihoods, logJoint, logPosterior } = classification;
  const shown = shownClasses(classification);
  const line = (name: string, logs: Float64Array) => [name, ...shown.map((c) => numberOfLog(logs[c]))];
  const silent = parts.attributes.flatMap(({ name }, a) =>
    logLikelihoods[a] === undefined ? [`${name} ${whySilent(model, row, a)}`] : [],
  );
  const rows = [
    [row.name, ...shown.map((c) => labels[c])],
    line("prior", logPrior),
    ...parts.attributes.flatMap(({ name }, a) => {
      const logs = logLikelihoods[a];
      return logs === undefined ? [] : [line(`${name} = ${row.cells[a] ?? ""}`, logs)];
    }),
    line("product", logJoint),
    line("posterior", logPosterior),
  ];
  const left = labels.length - shown.length;
  return [
    { rows, align: `l${"r".repeat(shown.length)}`, look: headLook("bold") },
    ...(silent.length === 0 ? [] : [`not in the product: ${silent.join("; ")}`]),
    ...(left === 0 ? [] : [`and ${plural(left, "less probable class", "less probable classes")}`]),
    { heading: verdict(model, classification) },
  ];
}

/** A row as a tab-separated line: its name, its class, the probability of the class, and the log odds against the next class. */
export function classifiedRowLine(model: TableModel, { row, classification }: ClassifiedRow): string {
  const { predicted, logPosterior, margin } = classification;
  return tsvLine([row.name, model.labels[predicted], Math.exp(logPosterior[predicted]), margin]);
}

/** The names of the columns of `classifiedRowLine`. */
export const ROW_LINE_HEAD = "row\tclass\tprobability\tlog odds\n";

function verdict({ labels }: TableModel, { predicted, against, margin, logJoint }: RowClassification): string {
  if (logJoint[predicted] === Number.NEGATIVE_INFINITY) return "every class has probability 0, so there is no answer";
  const odds = margin === Number.POSITIVE_INFINITY ? "∞" : margin.toFixed(4);
  return `${labels[predicted]}: log odds ${odds} against ${labels[against]}`;
}

function whySilent(model: TableModel, row: RowToClassify, a: number): string {
  const { silent } = model.likelihoods[a];
  if (silent !== undefined) return `(${silent})`;
  return row.cells[a] === undefined ? "(missing)" : `= ${row.cells[a]} (not in training)`;
}

/** The most probable classes, in the order of the labels. */
function shownClasses({ logJoint }: RowClassification): number[] {
  const order = Array.from(logJoint.keys()).sort((a, b) => logJoint[b] - logJoint[a] || a - b);
  return order.slice(0, CLASSES_SHOWN).sort((a, b) => a - b);
}

/** Significant digits of a figure. */
const DIGITS = 5;

/** e to the given power, in digits, also where it is too small for a double. */
export function numberOfLog(log: number): string {
  if (log === Number.NEGATIVE_INFINITY) return "0";
  const number = Math.exp(log);
  if (number > 1e-300 && number < Number.POSITIVE_INFINITY) return shortNumber(number);
  const whole = Math.floor(log / Math.LN10);
  const [digits, power] = Math.exp(log - whole * Math.LN10)
    .toExponential(DIGITS - 1)
    .split("e");
  const exponent = whole + Number(power);
  return `${digits}e${exponent < 0 ? "" : "+"}${exponent}`;
}

/** Five significant digits; very small and very large numbers have an exponent. */
function shortNumber(number: number): string {
  return number >= 1e-4 && number < 1e5 ? String(Number(number.toPrecision(DIGITS))) : number.toExponential(DIGITS - 1);
}
