import { ascending } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { scoreDifference } from "../../classifiers/scores.js";
import { lead } from "../../classifiers/unlabelled/tempered-shares.js";

/** The input of the choice of the next questions. */
export interface Asking {
  /** As `randomOrder` returns it. */
  readonly order: Uint32Array;
  /** Whether an item may be asked: it has no answer, and is not skipped. */
  readonly isOpen: (item: number) => boolean;
  /** P(class | item), items × classes; empty if nothing is known yet. */
  readonly shares: Float64Array;
  readonly classes: number;
  /** The number of answers so far, which also varies the seed. */
  readonly answers: number;
  readonly seed: number;
}

/** The item of a question, and whether it was drawn at random from all open items. */
export interface NextQuestion {
  readonly item: number;
  readonly isRandom: boolean;
}

/** Every third question is random. Random answers judge the forecast, the others improve it. */
const RANDOM_EVERY = 3;

/** The stream of the seed for the order of random questions. */
const ORDER_STREAM = 30;
/** The stream of the seed for the other questions. */
const UNSURE_STREAM = 33;

/**
 * Returns the order in which items are asked at random. Asking always takes the first open item of this order, so the
 * items before the first open one are a random sample of all, however the other questions were chosen.
 */
export function randomOrder(items: number, seed: number): Uint32Array {
  return shuffle(ascending(items), seededRandom(seed, ORDER_STREAM));
}

/**
 * Returns the next questions, at most `most`, in order. Every third one is random, and all are if nothing is known yet.
 * Another one is drawn with a chance in proportion to
 *
 *     (1 - (share of the best class - share of the next class))²
 *
 * so unsure items are asked more often, and drawing keeps those of one batch different from each other. INTERNALS.md
 * compares this with other ways. Draws without replacement as Efraimidis and Spirakis 2006: the items with the
 * lowest -ln(u) / weight, u uniform.
 */
export function nextQuestions({ order, isOpen, shares, classes, answers, seed }: Asking, most: number): NextQuestion[] {
  const open = order.filter(isOpen);
  // A stream of its own for each number of answers.
  const random = seededRandom(seed, UNSURE_STREAM * 2 ** 32 + answers);
  const keys = new Map<number, number>();
  for (const item of shares.length === 0 ? [] : open) {
    const unsure = 1 - lead(shares.subarray(item * classes, (item + 1) * classes));
    keys.set(item, -Math.log((random(2 ** 32) + 1) / 2 ** 32) / unsure ** 2);
  }
  const unsureFirst = [...keys].sort(([, a], [, b]) => scoreDifference(a, b)).map(([item]) => item);
  const asked = new Set<number>();
  const isNew = (item: number) => !asked.has(item);
  const count = Math.min(most, open.length);
  return Array.from({ length: count }, (_, i) => {
    const isRandom = shares.length === 0 || (answers + i) % RANDOM_EVERY === 0;
    const item = (isRandom ? open : unsureFirst).find(isNew) as number;
    asked.add(item);
    return { item, isRandom };
  });
}
