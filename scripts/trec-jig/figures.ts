import { DataError } from "../../src/errors.js";
import type { Interval } from "../../src/evaluation/intervals.js";
import { wilsonInterval } from "../../src/evaluation/intervals.js";
import { seededRandom } from "../../src/index.js";
import type { JigResult } from "./jig-lines.js";

/** A figure in percent with its 95 % interval. */
export interface Figure {
  readonly percent: number;
  readonly interval: Interval;
}

/**
 * What the track reports (Cormack and Lynam 2005). Ham and spam misclassification are
 * proportions, with Wilson's interval; the other two are drawn from both classes, with the
 * percentiles of a bootstrap in which each class keeps its size.
 */
export interface JigFigures {
  readonly ham: number;
  readonly spam: number;
  /** Share of the ham that is called spam. */
  readonly hamMisclassified: Figure;
  /** Share of the spam that is called ham. */
  readonly spamMisclassified: Figure;
  /** The mean of both by their log odds; 0 if one of them is. */
  readonly logisticAverage: Figure;
  /** How often a ham has a higher score than a spam, ties by half: the area above the ROC curve. */
  readonly oneMinusRoca: Figure;
}

const RESAMPLES = 1000;

/** @throws DataError if there are not messages of both classes */
export function jigFigures(results: readonly JigResult[], seed: number): JigFigures {
  const of = (judge: string) => results.filter((result) => result.judge === judge);
  const [hams, spams] = [of("ham"), of("spam")];
  if (hams.length === 0 || spams.length === 0)
    throw new DataError("the stream: required ham and spam, found one of them: play more messages");
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

/** logit⁻¹((logit a + logit b) / 2), of which a or b = 0 makes 0. */
function logisticAverage(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  if (a === 1 || b === 1) return 1;
  return 1 / (1 + Math.exp(-(Math.log(a / (1 - a)) + Math.log(b / (1 - b))) / 2));
}

/** Rows by score, the highest first. */
function rankingOf(results: readonly JigResult[]): Uint32Array {
  return Uint32Array.from(results.keys()).sort((a, b) => results[b].score - results[a].score);
}

/** @param times how often each message counts */
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
