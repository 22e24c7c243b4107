import { createHash } from "node:crypto";
import { DataError, reason } from "../../base/errors.js";
import { readWhole } from "../../documents/files/files.js";
import { modelFromBytes } from "../../model/file/model-file.js";
import { replaceModel } from "../../model/file/model-update.js";
import { modelToBytes } from "../../model/file/save-model.js";
import type { TextModel } from "../../model/text-model.js";
import { firstChain, type Position } from "./change-stream.js";
import { type FilePosition, positionOf, writePositions } from "./position-file.js";

/** The file of a shared model, and how far it has followed the stream. */
export class SharedFile {
  readonly #path: string;
  readonly #stream: string;
  #position: FilePosition;

  private constructor(path: string, stream: string, position: FilePosition) {
    this.#path = path;
    this.#stream = stream;
    this.#position = position;
  }

  /**
   * Reads a model and its position in a stream.
   *
   * @throws DataError if the file is not a model, or the position is that of another model or stream.
   */
  static open(path: string, stream: string): { readonly file: SharedFile; readonly model: TextModel } {
    const bytes = bytesAt(path);
    try {
      const model = modelFromBytes(bytes);
      return { model, file: new SharedFile(path, stream, positionOf(path, bytes, stream)) };
    } catch (error) {
      const isOurs = error instanceof DataError && !error.message.startsWith(path);
      throw isOurs ? new DataError(`${path}: ${error.message}`) : error;
    }
  }

  /** The position of the file. */
  get position(): FilePosition {
    return this.#position;
  }

  /**
   * Writes the model of a position, if that is another one than the file has.
   *
   * @param make the model
   * @returns whether another program had changed the file
   * @throws DataError if it cannot be written. The old file and its position are then as they were.
   */
  save({ n, chain }: Position, make: () => TextModel): { readonly wasChanged: boolean } {
    const before = this.#position;
    if (n === before.n) return { wasChanged: false };
    const wasChanged = firstChain(bytesAt(this.#path)) !== before.model;
    const model = make();
    const now = { n, chain, model: firstChain(modelToBytes(model)) };
    writePositions(this.#path, this.#stream, [now, before]);
    replaceModel(this.#path, model, { wait: 1 });
    this.#position = now;
    return { wasChanged };
  }
}

function bytesAt(path: string): Uint8Array {
  try {
    return readWhole(path).bytes;
  } catch (error) {
    throw new DataError(`${path}: cannot read the model: ${reason(error)}`);
  }
}

/** A digest of the settings of a model, whatever the order of their names. */
export function settingsDigest({ settings }: TextModel): string {
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha1").update(JSON.stringify(sorted)).digest("hex");
}
