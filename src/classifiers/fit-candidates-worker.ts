import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../base/worker-thread.js";
import { candidatesOf } from "./table.js";
import { type FitAnswer, type FitTask, takeChoices } from "./wrappers/fit-candidates.js";

const { source, ...task } = workerData as FitTask & AnswerLine;

answerWith(
  task,
  () =>
    Array.from(
      takeChoices(candidatesOf(source), task, () => signalLife(task)),
      ({ choice, model, scores }): FitAnswer => ({ choice, scores, arrays: model.arrays() }),
    ),
  (answers) =>
    answers
      .flatMap(({ arrays, scores }) => [scores, ...Object.values(arrays)])
      .flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
);
