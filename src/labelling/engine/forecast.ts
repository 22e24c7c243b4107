import { newWorker } from "../../base/worker-thread.js";
import type { PackedArrays } from "../../features/viewed-rows.js";
import type { ProposedGroup } from "../groups/propose-groups.js";
import type { Accuracy } from "../state.js";

/** The input of the engine. It goes to another thread, which shares the rows. */
export interface EngineTask {
  /** Counts of terms, a row per document. */
  readonly x: PackedArrays;
  /** The bytes of all terms, and where each begins: see `Vocabulary`. */
  readonly terms: { readonly pool: Uint8Array; readonly offsets: Uint32Array };
  /** The number of the thread of each document. */
  readonly threads: Uint32Array;
  readonly seed: number;
}

/** The decisions of the user so far, as the engine needs them. */
export interface EngineAnswers {
  /** Grows with each change. The forecast names the last one that it knows. */
  readonly number: number;
  readonly classes: readonly string[];
  /** Items with their class, by index; `UNLABELLED` if it is none of the classes. */
  readonly labels: readonly (readonly [item: number, c: number])[];
  /** Items that probably belong to a class: examples of a group that has its name. */
  readonly hints: readonly (readonly [item: number, c: number])[];
  readonly skipped: readonly number[];
  /** Items with a label that nobody was asked about: they are in a folder, or were answered together with another one. */
  readonly given: readonly number[];
  /** Whether the user waits for groups. */
  readonly isGrouping: boolean;
}

/** A message of the engine. */
export type EngineNews =
  /** The first message: the item of each document. Items are numbered from 0 in the order of their first documents. */
  | { readonly items: Uint32Array }
  | { readonly groups: readonly ProposedGroup[] }
  | { readonly forecast: Forecast }
  | { readonly error: string };

/** A running engine. */
export interface Engine {
  /** Tells the answers so far. A forecast follows. */
  tell(answers: EngineAnswers): void;
  stop(): Promise<unknown>;
}

/** Starts an engine. @param onNews called with each of its messages */
export type StartEngine = (task: EngineTask, onNews: (news: EngineNews) => void) => Engine;

/** Starts an engine in a worker thread, so that views are answered while it computes. */
export const startEngine: StartEngine = (task, onNews) => {
  const worker = newWorker(new URL("./engine-worker.js", import.meta.url), { workerData: task, execArgv: [] });
  worker.on("message", onNews);
  worker.on("error", ({ message }) => onNews({ error: `the forecast has stopped: ${message}` }));
  return { tell: (answers) => worker.postMessage(answers), stop: () => worker.terminate() };
};

/** The forecast of the engine after some answers. */
export interface Forecast {
  /** The `number` of the answers that the forecast knows. */
  readonly answersNumber: number;
  readonly classes: readonly string[];
  /** The class of each item, by index, and its probability; 0 if nothing is known. */
  readonly best: Uint16Array;
  readonly probabilities: Float32Array;
  /** The next questions, in order. */
  readonly questions: readonly PlannedQuestion[];
  readonly accuracy: Accuracy | undefined;
}

/** A question to come. */
export interface PlannedQuestion {
  readonly item: number;
  /** Whether the item was drawn at random, so that its answer can judge the forecast. */
  readonly isRandom: boolean;
  /** The classes, by index, the most probable first. */
  readonly proposals: readonly (readonly [c: number, probability: number])[];
  /** Very similar items without an answer that have the same first proposal. */
  readonly alike: readonly number[];
}

/** The probability from which a class is sure. */
export const SURE = 0.9;

/** Answers that are enough for a class: from then on its hints do not count, and documents may surely belong to it. */
export const ENOUGH = 5;
