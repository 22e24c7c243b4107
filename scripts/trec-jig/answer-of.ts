import type { Classification } from "../../src/classifiers/classification.js";
import { type Answer, type Judgement, NO_ANSWER } from "./jig-lines.js";

/**
 * What a model says of a message: as score the log odds of spam. Before it knows both classes,
 * it has no answer.
 */
export function answerOf(labels: readonly string[], classify: () => Classification): Answer {
  if (labels.length < 2) return NO_ANSWER;
  const { label, logOdds } = classify();
  return { class: label as Judgement, score: digits(label === "spam" ? logOdds : -logOdds) };
}

/** As many as the track prints. */
function digits(score: number): number {
  return Number(score.toFixed(8));
}
