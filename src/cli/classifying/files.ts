import type { Problem } from "../../documents/document.js";
import type { TextModel } from "../../model/text-model.js";
import { readPlain } from "../input/inputs.js";
import type { Answer, Answering } from "./answers.js";

/** How many files a thread takes at once: a few milliseconds of work, so that all threads end together. */
const AT_ONCE = 8;

/** A file that was read, or could not be. */
export interface FileAnswer {
  readonly problem: Problem | undefined;
  readonly answer: Answer | undefined;
  /** Whether it is a mailbox, whose messages are still to be classified. */
  readonly isMailbox?: true;
}

/** Numbered files that several threads classify. Each takes the next few whenever it has nothing to do. */
export class SharedFiles {
  readonly paths: readonly string[];
  /** One number, in memory that the threads share: how many chunks were taken. */
  readonly taken: Int32Array;

  constructor({ paths, taken }: { readonly paths: readonly string[]; readonly taken?: Int32Array }) {
    this.paths = paths;
    this.taken = taken ?? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  }

  get chunks(): number {
    return Math.ceil(this.paths.length / AT_ONCE);
  }

  /** The number of the next chunk, or -1. */
  take(): number {
    const chunk = Atomics.add(this.taken, 0, 1);
    return chunk < this.chunks ? chunk : -1;
  }

  /** Classifies the files of a chunk. */
  answersTo(chunk: number, model: TextModel, answering: Answering): FileAnswer[] {
    return this.paths
      .slice(this.placeOf(chunk), this.placeOf(chunk + 1))
      .map((path) => answerTo(path, model, answering));
  }

  /** The number of the first file of a chunk. */
  placeOf(chunk: number): number {
    return chunk * AT_ONCE;
  }
}

function answerTo(path: string, model: TextModel, answering: Answering): FileAnswer {
  const { file, problem } = readPlain(path);
  if (file === undefined) return { problem, answer: undefined };
  if (file.isMailbox) return { problem, answer: undefined, isMailbox: true };
  const { bytes } = file;
  const read = model.read(bytes);
  if (read.isBinary) return { problem: { kind: "binary", where: path }, answer: undefined };
  return { problem, answer: answering(bytes, read) };
}
