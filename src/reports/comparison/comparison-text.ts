import { grouped, percent, plural } from "../../base/numbers.js";
import type { Comparison } from "../../evaluation/significance/compare.js";
import type { Interval } from "../../evaluation/significance/intervals.js";
import { type Section, type TableBlock, terminalText } from "../blocks.js";
import type { EvaluationFile } from "../evaluation/evaluation-file.js";
import type { TerminalStyle } from "../terminal/terminal.js";
import { differingSettings, settingText, withPresets } from "./differing-settings.js";

/** Maximum number of classes to show. */
const CLASSES_SHOWN = 5;
/** Minimum difference in recall of a class that is shown. */
const MIN_DIFFERENCE = 0.01;

/** Describes the result in a sentence. Differences are in percentage points of accuracy. */
export function comparisonSentence(comparison: Comparison): string {
  const { verdict, difference, interval, decidedBy, mcNemar, tests } = comparison;
  if (tests.onlyA + tests.onlyB === 0) return "no difference: A and B are right about the same documents";
  const [ahead, behind] = difference < 0 ? ["A", "B"] : ["B", "A"];
  const [by, low, high] =
    difference < 0 ? inPoints([-difference, -interval[1], -interval[0]]) : inPoints([difference, ...interval]);
  const method =
    decidedBy === "t-test"
      ? `corrected resampled t-test, ${plural(comparison.runs, "run")}`
      : `paired bootstrap, ${plural(comparison.documents, "document")}`;
  const measured = `95 % interval ${low} to ${high} (${method})`;
  if (verdict !== "none") return `${ahead} is better by ${by} points, ${measured}`;
  const found = difference === 0 ? "A and B are right equally often" : `${ahead} is ${by} points above ${behind}`;
  const despite = interval[0] > 0 || interval[1] < 0 ? `, but McNemar's exact p is ${pValue(mcNemar.p)}` : "";
  return `no difference shown: ${found}, ${measured}${despite}`;
}

/**
 * Shows a comparison on a terminal: the result, the settings that differ, the tests, the counts of right and wrong, the
 * classes that differ, and documents with different predictions.
 *
 * @param shown maximum number of documents with different predictions
 */
export function comparisonText(
  comparison: Comparison,
  a: EvaluationFile,
  b: EvaluationFile,
  shown: number,
  style: TerminalStyle = {},
): string {
  const title: Section = [{ text: comparisonSentence(comparison), look: "bold" }];
  const tables = [[testTable(comparison)], [countTable(comparison)], classSection(comparison)];
  const sections = [title, sideSection(comparison, a, b), ...tables, disagreementSection(comparison, shown)];
  return terminalText(sections, style);
}

/** Shows both evaluations side by side: their files, the settings that differ, and their accuracy. */
function sideSection({ accuracy, documents, runs }: Comparison, a: EvaluationFile, b: EvaluationFile): Section {
  const settings = withPresets(differingSettings(a, b), a, b);
  const tested = `${plural(documents, "document")} tested, ${plural(runs, "run")}`;
  const rows = [
    ["", "A", "B"],
    ["file", a.path, b.path],
    ...settings.map((one) => [one.name, settingText(one.name, one.a), settingText(one.name, one.b)]),
    ["accuracy", percent(accuracy.a), percent(accuracy.b)],
  ];
  return [{ rows, align: "lll" }, settings.length === 0 ? `${tested}, the same settings` : tested];
}

/** Whether a document was tested in several runs. */
function isRepeated({ tests, documents }: Comparison): boolean {
  return tests.both + tests.onlyA + tests.onlyB + tests.neither > documents;
}

/** Shows the statistical tests, and which of them decides. */
function testTable(comparison: Comparison): TableBlock {
  const { decidedBy, tTest, bootstrap, mcNemar } = comparison;
  const cells = ({ mean, interval }: { mean: number; interval: Interval }) => {
    const [points, low, high] = inPoints([mean, ...interval]);
    return [points, `${low} to ${high}`];
  };
  const once = isRepeated(comparison) ? ", each document once" : "";
  // The bootstrap shows a difference only together with McNemar's test.
  const [ofBootstrap, ofMcNemar] = decidedBy === "bootstrap" ? ["decides", "decides too"] : ["", ""];
  const rows = [
    ["test", "B - A", "95 % interval", "p", ""],
    ...(tTest === undefined ? [] : [["corrected resampled t-test", ...cells(tTest), pValue(tTest.p), "decides"]]),
    ["paired bootstrap", ...cells(bootstrap), "", ofBootstrap],
    [`McNemar's exact test${once}`, "", "", pValue(mcNemar.p), ofMcNemar],
  ];
  return { rows, align: "lrrrl" };
}

/** Counts the tests in which both, one or neither of the two are right. */
function countTable({ tests: { both, onlyA, onlyB, neither } }: Comparison): TableBlock {
  const rows = [
    ["tests", "B right", "B wrong"],
    ["A right", grouped(both), grouped(onlyA)],
    ["A wrong", grouped(onlyB), grouped(neither)],
  ];
  return { rows, align: "lrr" };
}

/** Shows the classes whose recall differs most. */
function classSection({ perClass }: Comparison): Section {
  const large = perClass.filter(({ difference }) => Math.abs(difference) >= MIN_DIFFERENCE).slice(0, CLASSES_SHOWN);
  if (large.length === 0) return [];
  const head = ["classes that differ most", "tests", "recall of A", "of B", "B - A"];
  const rows = large.map(({ label, tests, a, b, difference }) => {
    return [label, grouped(tests), percent(a), percent(b), (difference * 100).toFixed(1)];
  });
  return [{ rows: [head, ...rows], align: "lrrrr" }];
}

/** Lists documents with different predictions. */
function disagreementSection(comparison: Comparison, shown: number): Section {
  const { disagreements, difference } = comparison;
  if (disagreements.length === 0) return ["A and B predict the same class for every document"];
  const found = `${plural(disagreements.length, "document")} with different predictions`;
  const hidden = disagreements.length - shown;
  const more = hidden > 0 ? [`and ${grouped(hidden)} more: --top ${disagreements.length} shows all`] : [];
  if (shown === 0) return [found, ...more];
  const columns = isRepeated(comparison) ? 5 : 4;
  const rows = [
    ["document", "actual", "A predicts", "B predicts", "runs"],
    ...disagreements.slice(0, shown).map(({ id, actual, a, b, times }) => [id, actual, a, b, grouped(times)]),
  ].map((row) => row.slice(0, columns));
  const first = `, first those that ${difference < 0 ? "A" : "B"} got right`;
  return [found + first, { rows, align: "llllr".slice(0, columns) }, ...more];
}

/** Writes a p value with three decimals. */
function pValue(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** Writes percentage points with one to three decimals: as many as needed so that only 0 is shown as 0. */
function inPoints(shares: readonly number[]): string[] {
  const fits = (decimals: number) =>
    shares.every((share) => share === 0 || Number((share * 100).toFixed(decimals)) !== 0);
  const decimals = [1, 2].find(fits) ?? 3;
  return shares.map((share) => (share * 100).toFixed(decimals));
}

/**
 * Returns a comparison as `thresher compare --json` prints it.
 *
 * @param shown maximum number of documents with different predictions to list
 */
export function comparisonJson(comparison: Comparison, a: EvaluationFile, b: EvaluationFile, shown: number): object {
  const { disagreements, tTest, ...figures } = comparison;
  const side = ({ path: file, predictions: _, resampled: __, ...others }: EvaluationFile) => ({ file, ...others });
  return {
    sentence: comparisonSentence(comparison),
    ...figures,
    tTest: tTest ?? null,
    a: side(a),
    b: side(b),
    settings: differingSettings(a, b).map((one) => ({ name: one.name, a: one.a ?? null, b: one.b ?? null })),
    disagreements: { count: disagreements.length, first: disagreements.slice(0, shown) },
  };
}
