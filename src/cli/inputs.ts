import { readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { isBinary } from "../analyzer.js";
import { MAX_DOCUMENT_BYTES, type Problem } from "../documents/document.js";
import { readDocument, uncut, whyUnreadable } from "../documents/files.js";
import { type FileOptions, listFiles } from "../documents/list-files.js";
import { DataError, UsageError } from "../errors.js";
import { safeText } from "../reports/safe-text.js";
import type { TextModel } from "../text-model.js";
import { problemLines, tell } from "./notices.js";
import { type CommonOptions, collect } from "./options.js";

/** Which of the files below a folder are wanted, and what to do about one that cannot be read. */
export type InputOptions = FileOptions & { readonly strict?: boolean };

/** Adds the paths of documents, and the options that decide which files below a folder are. */
export function withInputs(command: Command): Command {
  return command
    .argument("<path...>", "files, folders (every file in them, at any depth), or - for standard input")
    .optionsGroup("Folders:")
    .option("--include <pattern>", "only files below a folder that match, such as '**/*.txt' (repeatable)", collect)
    .option("--exclude <pattern>", "no files or folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read");
}

/** The documents that paths on the command line stand for. */
export class Inputs {
  /** The files, in order; `-` is standard input. */
  readonly files: readonly string[];
  readonly #failures: Problem[] = [];
  readonly #options: CommonOptions & InputOptions;

  /** @throws DataError if a folder cannot be read and that is not to be passed over. */
  constructor(paths: readonly string[], options: CommonOptions & InputOptions) {
    this.#options = options;
    this.files = paths.flatMap((path) => this.#filesOf(path));
    if (this.files.length === 0 && this.#failures.length === 0) {
      tell(options, `thresher: no documents in ${safeText(paths.join(", "))}`);
    }
  }

  /**
   * Each document that is a text, as `model` reads it, and how many files have been looked at.
   *
   * @throws DataError if one cannot be read and that is not to be passed over.
   */
  *texts(model: TextModel): Generator<{ path: string; text: Uint8Array; done: number }> {
    for (const [i, path] of this.files.entries()) {
      const bytes = this.#contentOf(path);
      if (bytes === undefined) continue;
      const text = model.textOf(bytes);
      if (isBinary(text)) this.#fail({ kind: "binary", where: path });
      else yield { path, text, done: i + 1 };
    }
  }

  /** Says what could not be read; then the exit code is 1. */
  tellFailures(): void {
    const { quiet } = this.#options;
    for (const line of problemLines(this.#failures.filter(({ kind }) => !quiet || kind !== "truncated")))
      console.error(line);
    if (this.#failures.some(({ kind }) => kind !== "truncated")) process.exitCode = 1;
  }

  #fail(problem: Problem): void {
    if (this.#options.strict && problem.kind === "unreadable")
      throw new DataError(`${problem.where}: required documents that can be read (strict), found: ${problem.detail}`);
    this.#failures.push(problem);
  }

  #filesOf(path: string): string[] {
    if (path === "-") return [path];
    try {
      const status = statSync(path);
      if (status.isFile()) return [path];
      if (status.isDirectory()) {
        const within = (problem: Problem) => this.#fail({ ...problem, where: join(path, problem.where) });
        return listFiles(path, this.#options, within).map((file) => join(path, file));
      }
      this.#fail({ kind: "unreadable", where: path, detail: "no regular file or folder: pipe it to - instead" });
    } catch (error) {
      if (error instanceof DataError || error instanceof UsageError) throw error;
      this.#fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
    }
    return [];
  }

  #contentOf(path: string): Uint8Array | undefined {
    try {
      const { bytes, truncated } = path === "-" ? standardInput() : readDocument(path);
      if (truncated) this.#fail({ kind: "truncated", where: path });
      return bytes;
    } catch (error) {
      this.#fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
      return undefined;
    }
  }
}

/** Up to the limit, as of a file: what comes after it is not waited for. */
function standardInput(): { bytes: Uint8Array; truncated: boolean } {
  const bytes = Buffer.allocUnsafeSlow(MAX_DOCUMENT_BYTES + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readWaiting(bytes.subarray(size));
  }
  if (size < bytes.length) return { bytes: bytes.subarray(0, size), truncated: false };
  return { bytes: uncut(bytes.subarray(0, MAX_DOCUMENT_BYTES)), truncated: true };
}

/** Reads standard input; where another process has made it non-blocking, waits for what comes. */
function readWaiting(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL);
    }
  }
}

/** Milliseconds. */
const POLL = 5;
