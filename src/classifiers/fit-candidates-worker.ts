import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../base/worker-thread.js";
import { candidatesOf } from "./table.js";
import { type FitAnswer, type FitTask, takeCandidates } from "./wrappers/fit-candidates.js";

const { source, ...task } = workerData as FitTask & AnswerLine;

answerWith(
  task,
  () =>
    Array.from(
      takeCandidates(candidatesOf(source), task, () => signalLife(task)),
      ({ candidate, model, scores }): FitAnswer => ({ candidate, scores, arrays: model.arrays() }),
    ),
  (answers) =>
    answers
      .flatMap(({ arrays, scores }) => [scores, ...Object.values(arrays)])
      .flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
);
