import { createRequire } from "node:module";
import type WorkerThreads from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../../base/worker-thread.js";
import { loadToFilter } from "../../model/file/model-file.js";
import { answering } from "./answers.js";
import { type FileAnswer, SharedFiles } from "./files.js";

/** The command as a thread has another name, which nobody types: see `main`. */
export const THREAD = "(classify)";

/** The task of a thread. */
export interface ThreadTask {
  readonly paths: readonly string[];
  readonly taken: Int32Array;
  /** One number that the threads share: how many of them have loaded their code. */
  readonly loaded: Int32Array;
  /** The path of the model. */
  readonly model: string;
  readonly hasHeadings: boolean;
}

/** The files of a chunk, and the id of the model; undefined when there are no more. */
export type ThreadAnswer =
  | { readonly id: string; readonly chunk: number; readonly answers: readonly FileAnswer[] }
  | undefined;

/** Classifies files, and ends, if this is a thread that the command has started. */
export async function classifyInThread(): Promise<void> {
  const { isMainThread, workerData } = createRequire(import.meta.url)("node:worker_threads") as typeof WorkerThreads;
  if (isMainThread) return;
  const { model: path, hasHeadings, paths, taken, loaded, ...line } = workerData as ThreadTask & AnswerLine;
  Atomics.add(loaded, 0, 1);
  Atomics.notify(loaded, 0);
  const files = new SharedFiles({ paths, taken });
  const tell = (answer: () => ThreadAnswer) => answerWith(line, answer, () => []);
  try {
    const { model, id } = loadToFilter(path);
    const answer = await answering(model, hasHeadings);
    for (let chunk = files.take(); chunk >= 0; chunk = files.take()) {
      signalLife(line);
      tell(() => ({ id, chunk, answers: files.answersTo(chunk, model, answer) }));
    }
    tell(() => undefined);
  } catch (error) {
    tell(() => {
      throw error;
    });
  }
  // It ends this thread alone. Nothing may keep its compiled code, which is made under other limits.
  process.exit();
}
