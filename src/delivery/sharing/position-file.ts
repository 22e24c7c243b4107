import { isRecord, isWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { exists } from "../../documents/files/file-status.js";
import { readRegular } from "../../documents/files/read-file.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { modelDigest, type Position } from "./change-stream.js";

/** In bytes. A larger file is not one of ours. */
const MAX_BYTES = 1 << 12;

/** The position of a model file, which is known by a digest of its bytes. */
export interface FilePosition extends Position {
  /** The `modelDigest` of the file. */
  readonly model: string;
}

/** Returns the path of the position file, which is beside the model. Both are copied to a new host. */
export function positionPath(model: string): string {
  return `${model}.position`;
}

/**
 * Returns the position of a model file in a stream: the beginning if there is no position file.
 *
 * @throws DataError if the position is that of another model or stream.
 */
export function positionOf(path: string, bytes: Uint8Array, stream: string): FilePosition {
  const file = positionPath(path);
  const model = modelDigest(bytes);
  if (!exists(file)) return { model, n: 0, chain: model };
  const { stream: own, positions } = readPositions(file);
  if (own !== stream) {
    throw new DataError(
      `${path} follows the stream ${JSON.stringify(own)}, not ${JSON.stringify(stream)}: name that one, or delete ${file} to begin another with this model`,
    );
  }
  const found = positions.find((position) => position.model === model);
  if (found !== undefined) return found;
  throw new DataError(
    `${file} is not about the model that ${path} is now: copy both files from a running host, or delete ${file} to begin another stream with this model`,
  );
}

/**
 * Writes the positions of a model file that is about to be written and of the one before, so that at every moment one
 * of the two is that of the file. Their order does not matter: `positionOf` finds the one with the digest of the file.
 */
export function writePositions(path: string, stream: string, positions: readonly FilePosition[]): void {
  const entries = positions.map(({ model, n, chain }) => ({ model, n, chain }));
  const text = `${JSON.stringify({ thresher: "position", stream, positions: entries })}\n`;
  writeAtomically(positionPath(path), Buffer.from(text), { isOwnName: true });
}

/** Reads a position file. @throws DataError if it is not one */
function readPositions(file: string): { readonly stream: string; readonly positions: readonly FilePosition[] } {
  const text = readRegular(file, MAX_BYTES).toString();
  const content: unknown = orElse(() => JSON.parse(text), undefined);
  if (isRecord(content) && content.thresher === "position" && typeof content.stream === "string") {
    const positions = Array.isArray(content.positions) ? content.positions : [];
    if (positions.length > 0 && positions.every(isPosition)) return { stream: content.stream, positions };
  }
  throw new DataError(`${file}: not the position of a shared model: copy it and its model from a running host`);
}

/** Whether a value has the form of a `FilePosition`. */
function isPosition(value: unknown): value is FilePosition {
  const isDigest = (text: unknown) => typeof text === "string" && /^[0-9a-f]{40}$/.test(text);
  return isRecord(value) && isDigest(value.model) && isWhole(value.n) && isDigest(value.chain);
}
