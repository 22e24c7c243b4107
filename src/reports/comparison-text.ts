import type { Comparison, Disagreement } from "../evaluation/compare.js";
import type { Interval } from "../evaluation/intervals.js";
import { differingSettings, settingText } from "./differing-settings.js";
import type { EvaluationFile } from "./evaluation-file.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { textTable, wrapped } from "./table.js";
import { painted, type TerminalStyle } from "./terminal.js";

/** As many classes as somebody will read, and how much one has to differ to be worth it. */
const CLASSES = 5;
const LARGE = 0.01;

/** The answer in a sentence. Differences are in points, hundredths of accuracy. */
export function comparisonSentence(comparison: Comparison): string {
  const { verdict, difference, interval, decidedBy, mcNemar, tests } = comparison;
  if (tests.onlyA + tests.onlyB === 0) return "no difference: A and B are right about the same documents";
  const [ahead, behind] = difference < 0 ? ["A", "B"] : ["B", "A"];
  const [by, low, high] =
    difference < 0 ? inPoints(-difference, -interval[1], -interval[0]) : inPoints(difference, ...interval);
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
 * A comparison for people: the answer, in what A and B differ, the tests, who is right how
 * often, the classes that differ, and documents on which A and B disagree.
 *
 * @param shown how many of those documents
 * @param style default: plain, and as wide as it needs to be
 */
export function comparisonText(
  comparison: Comparison,
  a: EvaluationFile,
  b: EvaluationFile,
  shown: number,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle = {},
): string {
  const lines = [
    ...wrapped(comparisonSentence(comparison).split(" "), columns).map((line) => painted(line, "bold", colour)),
    "",
    ...sideTable(comparison, a, b, columns),
    "",
    ...testTable(comparison, columns),
    "",
    ...countTable(comparison),
    ...classLines(comparison, columns),
    ...disagreementText(comparison, shown, columns),
  ];
  return `${lines.join("\n")}\n`;
}

function sideTable(
  { accuracy, documents, runs }: Comparison,
  a: EvaluationFile,
  b: EvaluationFile,
  columns: number,
): string[] {
  const settings = differingSettings(a, b);
  const tested = `${plural(documents, "document")} tested, ${plural(runs, "run")}`;
  return [
    ...fittedTable(
      [
        ["", "A", "B"],
        ["file", safeText(a.path), safeText(b.path)],
        ...settings.map((setting) => [
          safeText(setting.name),
          safeText(settingText(setting.a)),
          safeText(settingText(setting.b)),
        ]),
        ["accuracy", percent(accuracy.a), percent(accuracy.b)],
      ],
      "lll",
      columns,
    ),
    settings.length === 0 ? `${tested}, the same settings` : tested,
  ];
}

/** Whether some document was tested in several runs. */
function isRepeated({ tests, documents }: Comparison): boolean {
  return tests.both + tests.onlyA + tests.onlyB + tests.neither > documents;
}

function testTable(comparison: Comparison, columns: number): string[] {
  const { decidedBy, tTest, bootstrap, mcNemar } = comparison;
  const row = (name: string, mean: number, interval: Interval, p: string, decides: boolean) => {
    const [points, low, high] = inPoints(mean, ...interval);
    return [name, points, `${low} to ${high}`, p, decides ? "decides" : ""];
  };
  const once = isRepeated(comparison) ? ", each document once" : "";
  const deciding = decidedBy === "bootstrap" ? "decides too" : "";
  return fittedTable(
    [
      ["test", "B - A", "95 % interval", "p", ""],
      ...(tTest === undefined
        ? []
        : [row("corrected resampled t-test", tTest.mean, tTest.interval, pValue(tTest.p), true)]),
      row("paired bootstrap", bootstrap.mean, bootstrap.interval, "", decidedBy === "bootstrap"),
      [`McNemar's exact test${once}`, "", "", pValue(mcNemar.p), deciding],
    ],
    "lrrrl",
    columns,
  );
}

function countTable({ tests: { both, onlyA, onlyB, neither } }: Comparison): string[] {
  return textTable(
    [
      ["tests", "B right", "B wrong"],
      ["A right", grouped(both), grouped(onlyA)],
      ["A wrong", grouped(onlyB), grouped(neither)],
    ],
    "lrr",
  );
}

function classLines({ perClass }: Comparison, columns: number): string[] {
  const large = perClass.filter(({ difference }) => Math.abs(difference) >= LARGE).slice(0, CLASSES);
  if (large.length === 0) return [];
  return [
    "",
    ...fittedTable(
      [
        ["classes that differ most", "tests", "recall of A", "of B", "B - A"],
        ...large.map(({ label, tests, a, b, difference }) => [
          safeText(label),
          grouped(tests),
          percent(a),
          percent(b),
          (difference * 100).toFixed(1),
        ]),
      ],
      "lrrrr",
      columns,
    ),
  ];
}

function disagreementText(comparison: Comparison, shown: number, columns: number): string[] {
  const { disagreements, difference } = comparison;
  if (disagreements.length === 0) return ["", "A and B say the same of every document"];
  const first = disagreements.slice(0, shown);
  const repeated = isRepeated(comparison);
  const cells = ({ id, actual, a, b, times }: Disagreement) => [
    ...[id, actual, a, b].map(safeText),
    ...(repeated ? [grouped(times)] : []),
  ];
  const heads = ["document", "is", "A says", "B says", ...(repeated ? ["runs"] : [])];
  const left = disagreements.length - first.length;
  const better = difference < 0 ? "A" : "B";
  return [
    "",
    `${plural(disagreements.length, "disagreement")}${first.length === 0 ? "" : `, those that ${better} got right first`}`,
    ...(first.length === 0 ? [] : fittedTable([heads, ...first.map(cells)], "llllr", columns)),
    ...(left === 0 ? [] : [`and ${grouped(left)} more: --disagreements-file FILE writes all`]),
  ];
}

function pValue(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** With as many decimals as keep what is not 0 from looking like it, but at most three. */
function inPoints(...shares: readonly number[]): string[] {
  const fits = (decimals: number) =>
    shares.every((share) => share === 0 || Number((share * 100).toFixed(decimals)) !== 0);
  const decimals = [1, 2].find(fits) ?? 3;
  return shares.map((share) => (share * 100).toFixed(decimals));
}
