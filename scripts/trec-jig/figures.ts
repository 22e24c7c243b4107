import { DataError } from "../../src/base/errors.js";
import { seededRandom } from "../../src/base/random.js";
import type { Interval } from "../../src/evaluation/significance/intervals.js";
import { wilsonInterval } from "../../src/evaluation/significance/intervals.js";
import type { JigResult } from "./jig-lines.js";

/** A figure in percent with its 95 % interval. */
export interface Figure {
  readonly percent: number;
  readonly interval: Interval;
}

/**
 * The figures that the track reports (Cormack and Lynam 2005). Misclassification rates have Wilson's
 * interval; the others have bootstrap percentiles, resampled within each class.
 */
export interface JigFigures {
  readonly ham: number;
  readonly spam: number;
  /** Share of ham classified as spam. */
  readonly hamMisclassified: Figure;
  /** Share of spam classified as ham. */
  readonly spamMisclassified: Figure;
  /** Mean of both rates in log odds; 0 if one is 0. */
  readonly logisticAverage: Figure;
  /** Area above the ROC curve: how often ham scores above spam, ties count half. */
  readonly oneMinusRoca: Figure;
}

const RESAMPLES = 1000;

/** @throws DataError unless there are messages of both classes */
export function jigFigures(results: readonly JigResult[], seed: number): JigFigures {
  const of = (judge: string) => results.filter((result) => result.judge === judge);
  const [hams, spams] = [of("ham"), of("spam")];
  if (hams.length === 0 || spams.length === 0)
    throw new DataError("the messages are all of one class; use more of them");
  const wrong = [hams, spams].map((each) => each.filter((result) => result.class !== result.judge).length);
  const ranking = rankingOf(results);
  const random = seededRandom(seed, 0);
  const averages = new Float64Array(RESAMPLES);
  const areas = new Float64Array(RESAMPLES);
  const times = new Uint32Array(results.length);
  const rows = (judge: string) => Array.from(results.keys()).filter((row) => results[row].judge === judge);
  const parts = [rows("ham"), rows("spam")];
  for (let r = 0; r < RESAMPLES; r++) {
    times.fill(0);
    const missed = parts.map((part) => {
      let misclassified = 0;
      for (let n = 0; n < part.length; n++) {
        const row = part[random(part.length)];
        times[row]++;
        if (results[row].class !== results[row].judge) misclassified++;
      }
      return misclassified / part.length;
    });
    averages[r] = logisticAverage(missed[0], missed[1]);
    areas[r] = areaAbove(results, ranking, times);
  }
  times.fill(1);
  const share = (n: number, { length }: readonly JigResult[]): Figure => ({
    percent: (100 * n) / length,
    interval: hundredfold(wilsonInterval(n, length)),
  });
  return {
    ham: hams.length,
    spam: spams.length,
    hamMisclassified: share(wrong[0], hams),
    spamMisclassified: share(wrong[1], spams),
    logisticAverage: {
      percent: 100 * logisticAverage(wrong[0] / hams.length, wrong[1] / spams.length),
      interval: percentiles(averages),
    },
    oneMinusRoca: { percent: 100 * areaAbove(results, ranking, times), interval: percentiles(areas) },
  };
}

/** logit⁻¹((logit a + logit b) / 2); 0 if a or b is 0. */
function logisticAverage(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  if (a === 1 || b === 1) return 1;
  return 1 / (1 + Math.exp(-(Math.log(a / (1 - a)) + Math.log(b / (1 - b))) / 2));
}

/** Rows by score, highest first. */
function rankingOf(results: readonly JigResult[]): Uint32Array {
  return Uint32Array.from(results.keys()).sort((a, b) => results[b].score - results[a].score);
}

/** @param times weight of each message */
function areaAbove(results: readonly JigResult[], ranking: Uint32Array, times: Uint32Array): number {
  let hamAbove = 0;
  let spamInAll = 0;
  let pairs = 0;
  for (let start = 0, end = 0; start < ranking.length; start = end) {
    let [ham, spam] = [0, 0];
    for (; end < ranking.length && results[ranking[end]].score === results[ranking[start]].score; end++) {
      const row = ranking[end];
      if (results[row].judge === "ham") ham += times[row];
      else spam += times[row];
    }
    pairs += spam * (hamAbove + ham / 2);
    hamAbove += ham;
    spamInAll += spam;
  }
  return pairs / (hamAbove * spamInAll);
}

function percentiles(values: Float64Array): Interval {
  const sorted = values.toSorted();
  const outside = Math.floor((sorted.length + 1) * 0.025);
  return hundredfold([sorted[outside - 1], sorted[sorted.length - outside]]);
}

function hundredfold([low, high]: Interval): Interval {
  return [100 * low, 100 * high];
}
