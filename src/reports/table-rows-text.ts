import type { RowToClassify } from "../tables/rows.js";
import type { RowClassification, TableModel } from "../tables/table-model.js";
import { fittedTable } from "./fitted-table.js";
import { plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { wrapped } from "./table.js";
import { painted, shortened, type TerminalStyle } from "./terminal.js";

/** A row and what a model says of it. */
export interface ClassifiedRow {
  readonly row: RowToClassify;
  readonly classification: RowClassification;
}

/** As many classes as there is room for beside each other: the likeliest. */
const CLASSES_SHOWN = 6;

/**
 * A classification as it is done by hand: the prior, the likelihood of each attribute, their
 * product and the posterior, a column a class.
 */
export function classifiedRowText(model: TableModel, one: ClassifiedRow, style: TerminalStyle): string[] {
  const { labels, parts } = model;
  const { row, classification } = one;
  const { logPrior, logLikelihoods, logJoint, logPosterior } = classification;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const shown = shownClasses(classification);
  const line = (name: string, logs: Float64Array) => [name, ...shown.map((c) => numberOfLog(logs[c]))];
  const silent = parts.attributes.flatMap(({ name }, a) =>
    logLikelihoods[a] === undefined ? [`${safeText(name)} ${whySilent(model, row, a)}`] : [],
  );
  const table = fittedTable(
    [
      [safeText(row.name), ...shown.map((c) => safeText(labels[c]))],
      line("prior", logPrior),
      ...parts.attributes.flatMap(({ name }, a) => {
        const logs = logLikelihoods[a];
        return logs === undefined ? [] : [line(`${safeText(name)} = ${safeText(row.cells[a] ?? "")}`, logs)];
      }),
      line("product", logJoint),
      line("posterior", logPosterior),
    ],
    `l${"r".repeat(shown.length)}`,
    columns,
    (cell, r) => (r === 0 ? painted(cell, "bold", colour) : cell),
  );
  return [
    ...table,
    ...(silent.length === 0 ? [] : wrapped(`not in the product: ${silent.join("; ")}`.split(" "), columns)),
    ...(shown.length < labels.length ? [lessLikely(labels.length - shown.length)] : []),
    painted(shortened(verdict(model, classification), columns), "bold", colour),
  ];
}

function lessLikely(classes: number): string {
  return `and ${plural(classes, "class that is", "classes that are")} less likely`;
}

/** One line a row, separated by tabs: where it stands, its class, the probability of that, and by how much it leads. */
export function classifiedRowLine(model: TableModel, { row, classification }: ClassifiedRow): string {
  const { predicted, logPosterior, margin } = classification;
  return `${safeText(row.name)}\t${safeText(model.labels[predicted])}\t${Math.exp(logPosterior[predicted])}\t${margin}\n`;
}

/** What stands before such lines. */
export const ROW_LINE_HEAD = "row\tclass\tprobability\tlog odds\n";

/** Of several classes the log odds are those over the next best. */
function verdict({ labels }: TableModel, { predicted, against, margin, logJoint }: RowClassification): string {
  if (logJoint[predicted] === Number.NEGATIVE_INFINITY) return "every class is impossible: nothing can be said";
  const odds = margin === Number.POSITIVE_INFINITY ? "∞" : margin.toFixed(4);
  return `${safeText(labels[predicted])}: log odds ${odds} against ${safeText(labels[against])}`;
}

function whySilent(model: TableModel, row: RowToClassify, a: number): string {
  const { silent } = model.likelihoods[a];
  if (silent !== undefined) return `(${safeText(silent)})`;
  return row.cells[a] === undefined ? "(missing)" : `= ${safeText(row.cells[a])} (not in training)`;
}

/** In the order of the labels. */
function shownClasses({ logJoint }: RowClassification): number[] {
  const order = Array.from(logJoint.keys()).sort((a, b) =>
    logJoint[a] === logJoint[b] ? a - b : logJoint[b] - logJoint[a],
  );
  return order.slice(0, CLASSES_SHOWN).sort((a, b) => a - b);
}

/** Digits that a figure is shown with. */
const DIGITS = 5;

/** The number that a natural logarithm is of; also one that a double cannot hold. */
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

/** Five digits; very small and very large numbers with an exponent. */
function shortNumber(number: number): string {
  return number >= 1e-4 && number < 1e5 ? String(Number(number.toPrecision(DIGITS))) : number.toExponential(DIGITS - 1);
}
