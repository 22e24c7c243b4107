import { seededRandom, shuffle } from "../../base/random.js";

/** What the choice of the next questions is based on. */
export interface Asking {
  /** The items that may be asked: without an answer, and not skipped. Ascending. */
  readonly open: Uint32Array;
  /** P(class | item), items × classes; empty if nothing is known yet. */
  readonly shares: Float64Array;
  readonly classes: number;
  /** The number of answers so far, for the seed. */
  readonly answers: number;
  readonly seed: number;
}

/** The item of a question, and whether it was drawn at random from all open items. */
export interface NextQuestion {
  readonly item: number;
  readonly isRandom: boolean;
}

/** The stream of the seed for questions. */
const STREAM = 30;

/** Returns the next questions, at most `most`, in order. */
export function nextQuestions({ open, answers, seed }: Asking, most: number): NextQuestion[] {
  const order = shuffle(open.slice(), seededRandom(seed, STREAM * 2 ** 20 + answers));
  return Array.from(order.subarray(0, most), (item) => ({ item, isRandom: true }));
}
