import { grouped, plural } from "../../src/base/numbers.js";
import { safeText } from "../../src/base/safe-text.js";
import { textTable } from "../../src/reports/terminal/terminal.js";
import type { BenchCorpus } from "./bench.js";
import type { Section } from "./measurement.js";
import { type Machine, machineLine, sectionLines } from "./report.js";
import type { Cutoffs, FilterOutcome } from "./verdicts.js";

/** Options of the benchmark on mail. */
export interface MailBenchOptions {
  readonly repeats: number;
  readonly jobs: number | undefined;
  /** Number of folds. */
  readonly foldsOf: number;
  /** How many folds are tested. */
  readonly folds: number;
  readonly seed: number;
  readonly peers: boolean;
}

/** Results of the benchmark on mail. */
export interface MailReport {
  readonly date: string;
  readonly machine: Machine;
  readonly corpus: { readonly path: string; readonly documents: number; readonly folds: readonly BenchCorpus[] };
  readonly options: MailBenchOptions;
  /** Training options of thresher. */
  readonly training: readonly string[];
  readonly peers: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
  /** By filter and pair of cut-offs, over all tested folds. */
  readonly outcomes: readonly NamedOutcome[];
  /** The measurements left out, and why. */
  readonly notes: readonly string[];
}

export interface NamedOutcome extends FilterOutcome {
  readonly name: string;
  readonly cutoffs: Cutoffs;
}

/** The report as text. */
export function mailText(report: MailReport): string {
  return `${[...head(report), "", ...sectionLines(report.sections), "", ...outcomeLines(report), ...report.notes].join("\n")}\n`;
}

function head({ date, machine, corpus, options, training, peers }: MailReport): string[] {
  const { repeats, folds, foldsOf, seed } = options;
  return [
    machineLine(date, machine),
    `mail: ${safeText(corpus.path)}, ${plural(corpus.documents, "message")}; folds ${folds} of ${foldsOf}, seed ${seed}; times are those of the first`,
    `thresher learns with: ${training.join(" ")}; repeats ${repeats} after a round that does not count`,
    ...Object.entries(peers).map(([name, version]) => `${name}: ${version}`),
    "Contestants take turns; a ratio is the median of the ratios of the rounds. MB are millions of bytes.",
  ];
}

function outcomeLines({ outcomes }: MailReport): string[] {
  const [{ ham, spam }] = outcomes;
  const rows = outcomes.map((outcome) => [
    outcome.name,
    outcome.cutoffs.join(", "),
    String(outcome.falseAlarms),
    String(outcome.misses),
    String(outcome.unsureHam),
    String(outcome.unsureSpam),
    outcome.oneMinusAucPercent.toFixed(4),
  ]);
  const headings = ["", "cut-offs", "false alarms", "misses", "unsure: ham", "spam", "1−AUC %"];
  return [
    `${grouped(ham)} ham and ${grouped(spam)} spam, each tested once`,
    ...textTable([headings, ...rows], "llrrrrr"),
  ];
}
