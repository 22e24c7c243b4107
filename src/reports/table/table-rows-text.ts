import { plural } from "../../base/numbers.js";
import type { RowToClassify } from "../../tables/row-encoder.js";
import type { RowClassification, TableModel } from "../../tables/table-model.js";
import type { Section, TableBlock } from "../blocks.js";
import { tsvLine } from "../csv.js";
import { BOLD_HEAD } from "../terminal/terminal.js";

/** A row with its classification. */
export interface ClassifiedRow {
  readonly row: RowToClassify;
  readonly classification: RowClassification;
}

/** Maximum number of classes side by side. If there are more, the most probable are shown. */
const MAX_CLASSES = 6;

/** The logarithms of a product by class, as of a row or a document. */
type Product = Readonly<Record<"logPrior" | "logJoint" | "logPosterior", Float64Array>>;

/**
 * Shows a classification as a calculation by hand. Each class has a column with its prior, its factors, their product and
 * the posterior. If there are many classes, only the most probable are shown.
 */
export function productTable(
  title: string,
  labels: readonly string[],
  { logPrior, logJoint, logPosterior }: Product,
  factors: readonly (readonly [name: string, logs: Float64Array])[],
): { readonly table: TableBlock; readonly hidden: number } {
  const order = Array.from(logJoint.keys()).sort((a, b) => logJoint[b] - logJoint[a] || a - b);
  const shown = order.slice(0, MAX_CLASSES).sort((a, b) => a - b);
  const head = [title, ...shown.map((c) => labels[c])];
  const lines: typeof factors = [["prior", logPrior], ...factors, ["product", logJoint], ["posterior", logPosterior]];
  const rows = lines.map(([name, logs]) => [name, ...shown.map((c) => numberOfLog(logs[c]))]);
  const table = { rows: [head, ...rows], align: `l${"r".repeat(shown.length)}`, look: BOLD_HEAD };
  return { table, hidden: labels.length - shown.length };
}

/** Shows the classification of a row. */
export function classifiedRowSection(model: TableModel, { row, classification }: ClassifiedRow): Section {
  const { labels, attributes } = model;
  const used = attributes.map(({ name }, a) => ({ name, a, logs: classification.logLikelihoods[a] }));
  const factors = used.flatMap(({ name, a, logs }) =>
    logs ? [[`${name} = ${row.cells[a] ?? ""}`, logs] as const] : [],
  );
  const unused = used.flatMap(({ name, a, logs }) => (logs ? [] : [`${name} ${whyUnused(model, row, a)}`]));
  const { table, hidden } = productTable(row.name, labels, classification, factors);
  return [
    table,
    ...(unused.length === 0 ? [] : [`not in the product: ${unused.join("; ")}`]),
    ...(hidden === 0 ? [] : [`and ${plural(hidden, "less probable class", "less probable classes")}`]),
    { heading: verdict(model, classification) },
  ];
}

/** Writes a row as a tab-separated line: its name, its class, the probability, and the log odds against the next. */
export function classifiedRowLine(model: TableModel, { row, classification }: ClassifiedRow): string {
  const { predicted, logPosterior, margin } = classification;
  return tsvLine([row.name, model.labels[predicted], Math.exp(logPosterior[predicted]), margin]);
}

/** The head of the lines of `classifiedRowLine`, with the names of the columns. */
export const ROW_LINE_HEAD = "row\tclass\tprobability\tlog odds\n";

/** Names the class and its log odds against the next one. */
function verdict({ labels }: TableModel, { predicted, against, margin, logJoint }: RowClassification): string {
  if (logJoint[predicted] === Number.NEGATIVE_INFINITY) return "every class has probability 0, so there is no answer";
  const odds = margin === Number.POSITIVE_INFINITY ? "∞" : margin.toFixed(4);
  return `${labels[predicted]}: log odds ${odds} against ${labels[against]}`;
}

/** Explains why an attribute has no likelihood in the product. @param a index of the attribute */
function whyUnused(model: TableModel, row: RowToClassify, a: number): string {
  const { whyIgnored } = model.likelihoods[a];
  if (whyIgnored !== undefined) return `(${whyIgnored})`;
  return row.cells[a] === undefined ? "(missing)" : `= ${row.cells[a]} (not in training)`;
}

/** Number of significant digits. */
const DIGITS = 5;

/** Writes a number, given its natural logarithm. The number may be too small or too large for a double. */
export function numberOfLog(log: number): string {
  if (log === Number.NEGATIVE_INFINITY) return "0";
  const number = Math.exp(log);
  if (number > 1e-300 && number < Number.POSITIVE_INFINITY) return shortNumber(number);
  // number = e^log = 10^whole · e^(log - whole · ln 10)
  const whole = Math.floor(log / Math.LN10);
  const [digits, power] = Math.exp(log - whole * Math.LN10)
    .toExponential(DIGITS - 1)
    .split("e");
  const exponent = whole + Number(power);
  return `${digits}e${exponent < 0 ? "" : "+"}${exponent}`;
}

/** Writes a number with five significant digits. Very small and very large numbers have an exponent. */
function shortNumber(number: number): string {
  return number >= 1e-4 && number < 1e5 ? String(Number(number.toPrecision(DIGITS))) : number.toExponential(DIGITS - 1);
}
