/**
 * The code of a thread that fits candidates of a learned combination: see `fitCandidates`. It takes candidates until no
 * more are left, and then answers once, with the arrays of each model and its out-of-fold scores.
 */

import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../base/worker-thread.js";
import { candidatesOf } from "./table.js";
import { type FitAnswer, type FitTask, takeCandidates } from "./wrappers/fit-candidates.js";

const { source, ...task } = workerData as FitTask & AnswerLine;

function fitted(): FitAnswer[] {
  const taken = takeCandidates(candidatesOf(source), task, () => signalLife(task));
  return Array.from(taken, ({ candidate, model, scores }) => ({ candidate, scores, arrays: model.arrays() }));
}

/** Returns the memory of the answers, which is moved to the starter. Memory that threads share stays where it is. */
function buffersOf(answers: readonly FitAnswer[]): ArrayBuffer[] {
  const arrays = answers.flatMap(({ arrays, scores }) => [scores, ...Object.values(arrays)]);
  return arrays.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

answerWith(task, fitted, buffersOf);
