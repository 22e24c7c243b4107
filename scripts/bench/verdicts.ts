import { basename, dirname } from "node:path";
import { DataError } from "../../src/errors.js";
import { binaryMetrics } from "../../src/index.js";

/** What a spam filter thinks of a message. */
export interface Verdict {
  readonly isSpam: boolean;
  /** How sure it is that this is spam, 0 to 1: what cut-offs are compared with. */
  readonly probability: number;
  /** What messages are ranked by: it does not run out of digits where the probability is 1. */
  readonly rank: number;
}

/** What a filter got wrong between two cut-offs, and how well it ranks. */
export interface FilterOutcome {
  readonly ham: number;
  readonly spam: number;
  /** Ham that is at or above the upper cut-off. */
  readonly falseAlarms: number;
  /** Spam that is at or below the lower one. */
  readonly misses: number;
  readonly unsureHam: number;
  readonly unsureSpam: number;
  readonly oneMinusAucPercent: number;
}

/** At least this is spam, and at most that is ham; between them a filter is unsure. */
export type Cutoffs = readonly [ham: number, spam: number];

/** bogofilter's own. */
export const BOGOFILTER_CUTOFFS: Cutoffs = [0.45, 0.99];
/** Whichever is likelier. */
export const EVEN: Cutoffs = [0.5, 0.5];

/** Reads lines `PATH X-Bogosity: …, spamicity=…`; the folder of a file is its class. */
export function bogofilterVerdicts(stdout: string): Verdict[] {
  return lines(stdout).map((line) => {
    const [, path, spamicity] = /^(.*) X-Bogosity: .*spamicity=([\d.]+)/.exec(line) ?? [];
    if (path === undefined)
      throw new DataError(`bogofilter: required lines PATH X-Bogosity: … spamicity=…, found ${line}`);
    const probability = Number(spamicity);
    return { isSpam: isSpam(path), probability, rank: probability };
  });
}

/** Reads what `thresher classify --format ndjson` prints; the folder of a file is its class. */
export function thresherVerdicts(stdout: string): Verdict[] {
  return lines(stdout).map((line) => {
    const { path, label, logOdds, probabilities } = JSON.parse(line) as ClassificationJson;
    // Log odds are those of the class that was said.
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

/** Messages of several folds count as one: ranks of different models are compared. */
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
