import { createHash } from "node:crypto";
import { DataError, errorAt, orDataError } from "../../base/errors.js";
import { readRegular } from "../../documents/files/read-file.js";
import { digestOf } from "../../features/corpus/known-documents.js";
import { modelFromBytes } from "../../model/file/model-file.js";
import { replaceModel } from "../../model/file/model-update.js";
import { modelToBytes } from "../../model/file/save-model.js";
import { IncrementalModel } from "../../model/learning/incremental-model.js";
import { requireLearning } from "../../model/learning/require-learning.js";
import { makeChange } from "../../model/learning/shared-change.js";
import { chainAfter, modelDigest, type Position, type StreamEntry } from "./change-stream.js";
import { type FilePosition, positionOf, writePositions } from "./position-file.js";

/** A model that makes the changes of a stream, its file, and how far both have followed the stream. */
export class SharedModel {
  readonly model: IncrementalModel;
  /** A digest of the settings, whatever the order of their names. */
  readonly settings: string;
  readonly #path: string;
  readonly #stream: string;
  /** How far the model in memory has followed the stream. */
  #position: Position;
  /** How far the file has. */
  #kept: FilePosition;

  /**
   * @throws DataError if the file is not a model that can learn, or its position is that of another model or stream.
   */
  constructor(path: string, stream: string) {
    const bytes = bytesAt(path);
    try {
      this.model = new IncrementalModel(modelFromBytes(bytes));
      this.#kept = positionOf(path, bytes, stream);
    } catch (error) {
      // Some errors do not say which file they are about.
      const lacksPath = error instanceof DataError && !error.message.startsWith(path);
      throw lacksPath ? errorAt(path, error) : error;
    }
    const settings = Object.entries(this.model.model().settings).sort(([a], [b]) => (a < b ? -1 : 1));
    this.settings = createHash("sha1").update(JSON.stringify(settings)).digest("hex");
    this.#path = path;
    this.#stream = stream;
    this.#position = this.#kept;
  }

  /** The position of the model. */
  get position(): Position {
    return this.#position;
  }

  /** The number of the last change that the file has. */
  get kept(): number {
    return this.#kept.n;
  }

  /** Returns the documents that the model knows, each by its digest, and their classes. */
  known(): (readonly [digest: Uint8Array, label: string])[] {
    const model = this.model.model();
    const known = requireLearning(model);
    return Array.from(known.times, (_, n) => [digestOf(known, n), model.labels[known.classes[n]]] as const);
  }

  /**
   * Makes the next change of the stream. Every host leaves out a change that is not valid.
   *
   * @throws DataError if the entry does not follow the last one. The stream was trimmed, or is another one.
   */
  make(entry: StreamEntry, tell: (line: string) => void): void {
    const { n, chain } = entry;
    const last = this.#position;
    if (n !== last.n + 1 || chain !== chainAfter(last.chain, entry)) {
      throw new DataError(`change ${n} of the stream does not follow change ${last.n}`);
    }
    try {
      makeChange(this.model, entry);
    } catch (error) {
      tell(`a change of the stream is left out on all hosts: ${(error as Error).message}`);
    }
    this.#position = { n, chain };
  }

  /**
   * Writes the model to its file, if the file is behind.
   *
   * @throws DataError if it cannot be written. The old file and its position are then as they were.
   */
  save(tell: (line: string) => void): void {
    const before = this.#kept;
    const { n, chain } = this.#position;
    if (n === before.n) return;
    const wasChanged = modelDigest(bytesAt(this.#path)) !== before.model;
    const model = this.model.model();
    const now = { n, chain, model: modelDigest(modelToBytes(model)) };
    // Before the model, so that the file has a position at every moment.
    writePositions(this.#path, this.#stream, [now, before]);
    // Waits only one second for the lock of the file, because nothing else runs meanwhile. The host tries again later.
    replaceModel(this.#path, model, { wait: 1 });
    this.#kept = now;
    if (!wasChanged) return;
    tell(
      `${this.#path} was changed by another program; it is now ${this.#path}.previous, because a shared model learns through its server`,
    );
  }
}

/** Reads a model file. @throws DataError if it cannot be read */
function bytesAt(path: string): Uint8Array {
  const messageOf = (why: string) => `${path}: cannot read the model: ${why}`;
  return orDataError(() => readRegular(path), messageOf);
}
