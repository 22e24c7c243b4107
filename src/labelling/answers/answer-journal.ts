import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { isLocked } from "../../documents/files/file-lock.js";
import { LineFile } from "../../documents/files/line-file.js";
import { type DocumentKey, isClassName, parseStep, type Step } from "./step.js";

/** The name of the journal in the folder that is filed into. */
export const ANSWER_JOURNAL = ".thresher-labelling.jsonl";

const KIND = { name: "journal of labelling" } as const;

/** Increased when older versions cannot read new journals. */
const VERSION = 1;

/**
 * The journal of a labelling session: a hidden file in the target folder that only the user can read and write. A step
 * is on disk when `add` returns. One process at a time has the journal.
 */
export class AnswerJournal {
  /** The steps that earlier sessions wrote, in order. */
  readonly before: readonly Step<DocumentKey>[];
  readonly #path: string;
  readonly #file: LineFile;

  /**
   * @param folder an existing folder
   * @throws DataError if another process has it, another user may have written it, it cannot be read or written, or a
   *   line is damaged.
   */
  constructor(folder: string) {
    const path = join(folder, ANSWER_JOURNAL);
    const isTaken = isLocked(`${path}.lock`);
    const steps: Step<DocumentKey>[] = [];
    let lines = 0;
    const onLine = (line: string) => {
      lines++;
      if (lines > 1) steps.push(parseStep(line) ?? damaged(path, lines));
      else if (line !== HEAD) {
        throw new DataError(`${path} is not a journal of thresher label, or of a newer version: move it away`);
      }
    };
    try {
      this.#file = LineFile.own(path, KIND, onLine);
    } catch (error) {
      const advice = "another window labels into this folder: go on in that one, or end it first";
      throw isTaken ? new DataError(`${advice}; ${reason(error)}`) : error;
    }
    this.#path = path;
    this.before = steps;
  }

  /**
   * Checks the classes of the steps of earlier sessions.
   *
   * @param folders the classes that have a folder, whatever their names are
   * @throws DataError if another class has a name that no user could have typed.
   */
  requireNames(folders: ReadonlySet<string>): void {
    const isBad = (name: string | undefined) => name !== undefined && !folders.has(name) && !isClassName(name);
    const at = this.before.findIndex(({ label }) => isBad(label));
    // The first line is no step.
    if (at >= 0) damaged(this.#path, at + 2);
  }

  /** Begins to write, after the steps that still count. Call it before `add`. @throws DataError if it cannot write */
  open(steps: readonly Step<DocumentKey>[]): void {
    this.#file.rewrite([HEAD, ...steps.map((step) => safeJson(step))]);
  }

  /** @throws DataError if the step cannot be written, because the disk is full. Nothing earlier is lost */
  add(step: Step<DocumentKey>): void {
    this.#file.add(safeJson(step));
  }

  close(): void {
    this.#file.close();
  }
}

function damaged(path: string, line: number): never {
  throw new DataError(`${path}: line ${line} is damaged: remove that line, or move the file away to begin anew`);
}

/** The first line. */
const HEAD = JSON.stringify({ format: "thresher labelling", version: VERSION });
