import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import type { Accuracy, Progress } from "../state.js";

/** What the estimate is made of. */
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

/** The random answers are hidden in so many parts, one after the other. */
const PARTS = 8;

/**
 * An answer counts as so many independent ones in the interval, because similar documents are right or wrong together.
 * In prototypes on training documents, Wilson's interval alone held the truth in 75 to 95 of 100 sessions.
 */
const INDEPENDENT = 0.7;

/** The number of more answers whose gain is told. */
const MORE = 100;

/**
 * The prior of how the errors grow if half of the answers are hidden: this many errors become 2^0.3 times as many, as on
 * most of the corpora in the README.
 */
const PRIOR_ERRORS = 5;
const PRIOR_POWER = 0.3;

/**
 * Estimates how often the forecast is right about the items that have no answer, with a 95 % interval, and what more
 * answers would bring.
 *
 * The answers to random questions are a random sample of the pile. The forecast has learned from them, and they were
 * predicted long ago, when it knew less. So an eighth of them after the other is hidden and predicted again. The
 * forecast then lacks few answers, so the estimate is only a little too low.
 *
 * The items that are left are easier than the pile, because unsure ones were asked. With N items, n answers, and the
 * shares of right forecasts A among random answers and B among all,
 *
 *     share among the items left = A + (A - B) · n / (N - n)
 *
 * For A - B, all answers are predicted by the half of them that they are not in. The same forecasts show how the error
 * falls with the number of answers: it is assumed to be in proportion to n^-b (Cortes et al. 1994).
 *
 * It takes ten forecasts. Each call of `step` makes one.
 */
export class AccuracyEstimate {
  readonly #judged: Judged;
  readonly #classOf: ReadonlyMap<number, number>;
  /** The items with an answer, in random order. */
  readonly #answered: Uint32Array;
  /** The answered items among those before the first open one. */
  readonly #sample: ReadonlySet<number>;
  #steps = 0;
  /** The wrong forecasts for the sample; those by halves for the sample and for all answers. */
  #wrong = 0;
  #wrongByHalf = 0;
  #allWrongByHalf = 0;

  constructor(judged: Judged) {
    const { labels, order, isOpen } = judged;
    this.#judged = judged;
    this.#classOf = new Map(labels);
    const hasAnswer = (item: number) => this.#classOf.has(item);
    const end = order.findIndex(isOpen);
    this.#answered = order.filter(hasAnswer);
    this.#sample = new Set(order.subarray(0, end < 0 ? order.length : end).filter(hasAnswer));
  }

  /** The number of answers that the estimate knows. */
  get answers(): number {
    return this.#answered.length;
  }

  get isDone(): boolean {
    return this.#sample.size === 0 || this.#steps === PARTS + 2;
  }

  /** Makes the next forecast. */
  step(): void {
    const part = this.#steps++;
    const half = part - PARTS;
    if (half < 0) {
      this.#wrong += this.#errors(Uint32Array.from(this.#sample), PARTS, part).length;
    } else {
      const errors = this.#errors(this.#answered, 2, half);
      this.#wrongByHalf += errors.filter((item) => this.#sample.has(item)).length;
      this.#allWrongByHalf += errors.length;
    }
  }

  /** The share of right forecasts. Undefined if nothing was asked at random. Call it when the estimate is done. */
  get accuracy(): Accuracy | undefined {
    const { size } = this.#sample;
    if (size === 0) return undefined;
    const { answers } = this;
    const left = this.#judged.order.length - answers;
    const easier = left === 0 ? 0 : (this.#allWrongByHalf / answers - this.#wrongByHalf / size) * (answers / left);
    const value = Math.min(1, Math.max(0, 1 - this.#wrong / size + easier));
    const [from, to] = wilsonInterval(value * INDEPENDENT * size, INDEPENDENT * size);
    return { value, from, to, answers: size };
  }

  /** What more answers would bring. Call it when the estimate is done. */
  get gain(): Progress["gain"] {
    const { accuracy, answers } = this;
    if (accuracy === undefined) return undefined;
    const growth = (this.#wrongByHalf + PRIOR_ERRORS * 2 ** PRIOR_POWER) / (this.#wrong + PRIOR_ERRORS);
    const power = Math.min(1, Math.max(0, Math.log2(growth)));
    const left = (1 + MORE / answers) ** -power;
    return { answers: MORE, points: 100 * (1 - accuracy.value) * (1 - left) };
  }

  /** Hides one of several parts of some items, and returns those of them for which the forecast is wrong. */
  #errors(items: Uint32Array, parts: number, part: number): Uint32Array {
    const { labels, predict } = this.#judged;
    const hidden = items.filter((_, i) => i % parts === part);
    if (hidden.length === 0) return hidden;
    const isHidden = new Set(hidden);
    const predicted = predict(labels.filter(([item]) => !isHidden.has(item)));
    return hidden.filter((item) => predicted[item] !== this.#classOf.get(item));
  }
}
