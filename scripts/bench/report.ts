import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { grouped, megabytes, plural } from "../../src/base/numbers.js";
import { safeText } from "../../src/base/safe-text.js";
import { textTable } from "../../src/reports/terminal/terminal.js";
import type { BenchCorpus, BenchOptions } from "./bench.js";
import { type Comparison, kept, type Measurement, type Section, type Summary, type Unit } from "./measurement.js";

/** Results of the benchmark. */
export interface BenchReport {
  readonly date: string;
  readonly machine: Machine;
  readonly corpus: BenchCorpus;
  readonly options: BenchOptions;
  /** Versions of the peers. */
  readonly peers: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
  /** Whether the contestants did the same work. */
  readonly checks: readonly string[];
  /** The measurements left out, and why. */
  readonly notes: readonly string[];
}

const HEADINGS = ["", "size", "median", "min–max", "rate", "ratio", "min–max", "target"];
const ALIGN = "llrrrlll";

/** The report as text. */
export function benchText(report: BenchReport): string {
  const lines = sectionLines(report.sections);
  return `${[...head(report), "", ...lines, "", ...report.checks, ...report.notes].join("\n")}\n`;
}

/** The table of measurements. */
export function sectionLines(sections: readonly Section[]): string[] {
  const rows = sections.flatMap(({ title, measurements }) => [
    [],
    [title],
    ...measurements.flatMap((measured) => rowsOf(measured)),
  ]);
  // Titles are inserted after the columns are measured, because they may be wider.
  const table = textTable([HEADINGS, ...rows.map((row) => (row.length === 1 ? [] : row))], ALIGN);
  return table.map((line, i) => (i > 0 && rows[i - 1].length === 1 ? rows[i - 1][0] : line));
}

function head({ date, machine, corpus, options, peers }: BenchReport): string[] {
  const { train, test } = corpus;
  const jobs = options.jobs === undefined ? "jobs as thresher chooses" : plural(options.jobs, "job");
  return [
    machineLine(date, machine),
    `train: ${safeText(train.path)}, ${plural(train.documents, "document")}, ${megabytes(train.bytes)}`,
    `test: ${safeText(test.path)}, ${plural(test.documents, "document")}, ${megabytes(test.bytes)}`,
    `options: repeats ${options.repeats} after a round that does not count, encoding ${options.encoding}, as text, ${jobs}`,
    ...Object.entries(peers).map(([name, version]) => `${name}: ${version}`),
    "Contestants take turns; a ratio is the median of the ratios of the rounds. MB are millions of bytes.",
    "Targets are those that 20news-bydate should meet; they are shown for every corpus.",
  ];
}

/** Date and machine in one line. */
export function machineLine(date: string, { processor, cores, memoryBytes, system, node, load }: Machine): string {
  return `${date}, ${processor}, ${plural(cores, "core")}, ${(memoryBytes / 1e9).toFixed(0)} GB, ${system}, Node.js ${node}, load ${load.toFixed(1)} at the start`;
}

/** A line per measurement, plus one for each comparison after the first. */
function rowsOf({ what, size, unit, values, summary, rate, target, comparisons }: Measurement): string[][] {
  const own = [
    `  ${what}`,
    size ?? "",
    amount(unit, summary.median),
    values.length > 1 ? spread(unit, summary) : "",
    rate ?? "",
  ];
  const verdict = target === undefined ? "" : verdictOf(summary.median, target, amount(unit, target));
  if (comparisons.length === 0) return [[...own, "", "", verdict]];
  return comparisons.map((compared, i) => {
    const verdicts = [i === 0 ? verdict : "", comparisonVerdict(compared)].filter((text) => text !== "");
    const several = values.length > 1;
    return [
      ...(i === 0 ? own : ["", "", "", "", ""]),
      `${factor(compared.ratio.median)} of ${compared.to}`,
      several ? `${factor(compared.ratio.min)}–${factor(compared.ratio.max)}` : "",
      verdicts.join("; "),
    ];
  });
}

function comparisonVerdict({ ratio, target }: Comparison): string {
  return target === undefined ? "" : verdictOf(ratio.median, target, String(target));
}

function verdictOf(value: number, target: number, named: string): string {
  return `at most ${named}: ${kept(value, target) ? "kept" : "MISSED"}`;
}

/** `0.95 s`, `22.1 ms`, `191.0 MB`. */
export function amount(unit: Unit, value: number): string {
  const { scale, digits, name } = scaleOf(unit, value);
  return `${(value * scale).toFixed(digits)} ${name}`;
}

/** Minimum and maximum in the unit and precision of the median. */
export function spread(unit: Unit, { median, min, max }: Summary): string {
  const { scale, digits } = scaleOf(unit, median);
  return [min, max].map((end) => (end * scale).toFixed(digits)).join("–");
}

function scaleOf(unit: Unit, value: number): { scale: number; digits: number; name: string } {
  if (unit === "bytes") {
    return value < 100_000 ? { scale: 1e-3, digits: 1, name: "kB" } : { scale: 1e-6, digits: 1, name: "MB" };
  }
  if (value < 0.1) return { scale: 1000, digits: 1, name: "ms" };
  if (value < 1) return { scale: 1000, digits: 0, name: "ms" };
  return { scale: 1, digits: 2, name: "s" };
}

/** Three significant digits, about what repeats on a quiet machine. */
function factor(ratio: number): string {
  return ratio >= 1000 ? grouped(Math.round(ratio)) : ratio.toPrecision(3);
}

/** The machine that was measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** Load average of the last minute; under load, times are longer and vary more. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    processor: cpus().at(0)?.model.trim() ?? "unknown processor",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    load: loadavg()[0],
  };
}
