import { append } from "../../base/lists.js";
import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import type { Accuracy } from "../state.js";

/** The input of the estimate. */
export interface Judged {
  /** The items with an answer, and their classes by index. May have other labelled items, which are not judged. */
  readonly labels: readonly ItemLabel[];
  /** All items that may be asked about, in random order: see `randomOrder`. */
  readonly order: Uint32Array;
  /** Whether an item may still be asked about. */
  readonly isOpen: (item: number) => boolean;
  /** Returns the class of each item, as the forecast would be with these labels only. */
  readonly predict: (labels: readonly ItemLabel[]) => ArrayLike<number>;
}

type ItemLabel = readonly [item: number, c: number];

/** Number of parts in which the random answers are hidden, one after the other. */
const PARTS = 8;

/**
 * The share of an independent answer that one counts for in the interval: similar documents are right or wrong together.
 * In prototypes on training documents, Wilson's interval alone held the truth in 75 to 95 of 100 sessions.
 */
const INDEPENDENT = 0.7;

/**
 * Estimates how often the forecast is right about the items that have no answer, with a 95 % interval.
 *
 * The answers to random questions are a random sample of the pile. The forecast has learned from them, and they were
 * predicted long ago, when it knew less. So an eighth of them after the other is hidden and predicted again. The
 * forecast then lacks few answers, so the estimate is only a little too low.
 *
 * The items that are left are easier than the pile, because unsure ones were asked. With N items, n answers, and the
 * shares of right forecasts A among random answers and B among all,
 *
 *     share among the items left = A + (A - B) · min(1, n / (N - n))
 *
 * For A - B, all answers are predicted by the half of them that they are not in. Without the limit of 1, a difference by
 * chance would become large when few items are left.
 *
 * It takes ten forecasts, and yields before each. Returns undefined, without a forecast, if nothing was asked at random.
 */
export function* estimateAccuracy({ labels, order, isOpen, predict }: Judged): Generator<void, Accuracy | undefined> {
  const classOf = new Map(labels);
  const hasAnswer = (item: number) => classOf.has(item);
  /** Hides one of several parts of some items after the other. Returns the items for which the forecast is then wrong. */
  function* errors(items: Uint32Array, parts: number): Generator<void, number[]> {
    const wrong: number[] = [];
    for (let part = 0; part < parts; part++) {
      yield;
      const hidden = new Set(items.filter((_, i) => i % parts === part));
      const predicted = hidden.size === 0 ? [] : predict(labels.filter(([item]) => !hidden.has(item)));
      append(
        wrong,
        [...hidden].filter((item) => predicted[item] !== classOf.get(item)),
      );
    }
    return wrong;
  }
  // The items before the first open one are a random sample, because it would be the next random question.
  const end = order.findIndex(isOpen);
  const answered = order.filter(hasAnswer);
  const sample = order.subarray(0, end < 0 ? order.length : end).filter(hasAnswer);
  if (sample.length === 0) return undefined;
  const wrong = (yield* errors(sample, PARTS)).length;
  const allByHalf = yield* errors(answered, 2);
  const inSample = new Set(sample);
  const byHalf = allByHalf.filter((item) => inSample.has(item)).length;
  const [{ length: size }, { length: answers }] = [sample, answered];
  const remaining = order.length - answers;
  const easier = (allByHalf.length / answers - byHalf / size) * Math.min(1, answers / remaining);
  const value = Math.min(1, Math.max(0, 1 - wrong / size + easier));
  const [from, to] = wilsonInterval(value * INDEPENDENT * size, INDEPENDENT * size);
  return { value, from, to, answers: size };
}
