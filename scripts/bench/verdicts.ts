import { basename, dirname } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { binaryMetrics } from "../../src/evaluation/metrics/binary-metrics.js";

/** The verdict of a spam filter on a message. */
export interface Verdict {
  readonly isSpam: boolean;
  /** P(spam), to compare with cut-offs. */
  readonly probability: number;
  /** Score for ranking; does not saturate where the probability is 1. */
  readonly rank: number;
}

/** Errors of a filter for a pair of cut-offs, and the quality of its ranking. */
export interface FilterOutcome {
  readonly ham: number;
  readonly spam: number;
  /** Ham at or above the upper cut-off. */
  readonly falseAlarms: number;
  /** Spam at or below the lower cut-off. */
  readonly misses: number;
  readonly unsureHam: number;
  readonly unsureSpam: number;
  readonly oneMinusAucPercent: number;
}

/** Up to the first is ham, from the second on spam, between them unsure. */
export type Cutoffs = readonly [ham: number, spam: number];

/** bogofilter's defaults. */
export const BOGOFILTER_CUTOFFS: Cutoffs = [0.45, 0.99];
/** The more probable class. */
export const EVEN: Cutoffs = [0.5, 0.5];

/** Parses lines `PATH X-Bogosity: …, spamicity=…`; the folder of a file is its class. */
export function bogofilterVerdicts(stdout: string): Verdict[] {
  return lines(stdout).map((line) => {
    const [, path, spamicity] = /^(.*) X-Bogosity: .*spamicity=([\d.]+)/.exec(line) ?? [];
    if (path === undefined) throw new DataError(`bogofilter printed an unexpected line: ${line}`);
    const probability = Number(spamicity);
    return { isSpam: isSpam(path), probability, rank: probability };
  });
}

/** Parses `thresher classify --format ndjson`; the folder of a file is its class. */
export function thresherVerdicts(stdout: string): Verdict[] {
  return lines(stdout).map((line) => {
    const { path, label, logOdds, probabilities } = JSON.parse(line) as ClassificationJson;
    // Log odds are those of the predicted class.
    const rank = label === "spam" ? (logOdds ?? Number.POSITIVE_INFINITY) : -(logOdds ?? Number.POSITIVE_INFINITY);
    return { isSpam: isSpam(path), probability: probabilities.spam, rank };
  });
}

interface ClassificationJson {
  readonly path: string;
  readonly label: string;
  readonly logOdds: number | null;
  readonly probabilities: { readonly spam: number };
}

/** Pools messages of several folds: scores of different models are compared. */
export function filterOutcome(verdicts: readonly Verdict[], [ham, spam]: Cutoffs): FilterOutcome {
  const count = (of: boolean, is: (probability: number) => boolean) =>
    verdicts.filter(({ isSpam, probability }) => isSpam === of && is(probability)).length;
  const metrics = binaryMetrics(
    ["ham", "spam"],
    verdicts.map((verdict) => (verdict.isSpam ? 1 : 0)),
    Float64Array.from(verdicts, ({ rank }) => rank),
  );
  const said = (probability: number) => probability >= spam;
  const passed = (probability: number) => probability <= ham && probability < spam;
  const neither = (probability: number) => !said(probability) && !passed(probability);
  return {
    ham: metrics.negatives,
    spam: metrics.positives,
    falseAlarms: count(false, said),
    misses: count(true, passed),
    unsureHam: count(false, neither),
    unsureSpam: count(true, neither),
    oneMinusAucPercent: metrics.oneMinusAucPercent ?? 0,
  };
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function isSpam(path: string): boolean {
  return basename(dirname(path)) === "spam";
}
