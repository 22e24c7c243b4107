import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import type { RandomAnswer } from "../answers/decisions.js";
import type { Accuracy } from "../state.js";

/**
 * Returns the share of random questions whose first proposal was right, with Wilson's 95 % interval; undefined without
 * an answer. Only random questions count, because the others are the hard ones.
 */
export function expectedAccuracy(answers: readonly RandomAnswer[]): Accuracy | undefined {
  if (answers.length === 0) return undefined;
  const right = answers.filter(({ proposed, label }) => proposed === label).length;
  const [from, to] = wilsonInterval(right, answers.length);
  return { value: right / answers.length, from, to, answers: answers.length };
}
