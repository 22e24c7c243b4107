import { statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UsageError } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import type { Problem } from "../../documents/problem.js";
import { type AnswerPart, answersIn } from "./answer-parts.js";

/** The forms of a file with answers, by the end of its name: how its bytes are packed. */
const FORMS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  ".jsonl": (bytes) => bytes,
  ".jsonl.gz": (bytes) => gzipSync(bytes),
};

/** In bytes. Each piece is packed on its own; all of them together are one file, as gzip allows. */
const PIECE_BYTES = 1 << 22;

/** Returns how a file with answers is packed. @throws UsageError for another ending of its name */
export function packerFor(output: string) {
  const ending = Object.keys(FORMS).find((each) => output.endsWith(each));
  if (ending !== undefined) return FORMS[ending];
  throw new UsageError(
    `${output}: cannot write answers in this form: use a name with ${Object.keys(FORMS).join(", ")}`,
  );
}

/** The answers in a file. */
export interface WrittenAnswers {
  readonly output: string;
  readonly bytes: number;
  /** The number of documents that were read, and of the answers in the file: fewer if only some are kept. */
  readonly documents: number;
  readonly answers: number;
  /** The number of answers by label. A document may have several labels. */
  readonly labels: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Writes the answers of all shards into one file, in their order. @param shards the parts of each shard */
export function joinAnswers(output: string, shards: Iterable<readonly AnswerPart[]>): WrittenAnswers {
  const labels = new Map<string, number>();
  const problems: Problem[] = [];
  let [documents, answers] = [0, 0];
  const pack = packerFor(output);
  function* pieces() {
    for (const parts of shards) {
      documents += parts.at(-1)?.facts.read ?? 0;
      for (const part of parts) {
        append(problems, part.facts.problems);
        answers += part.facts.answers;
        for (const [label, n] of Object.entries(part.facts.labels)) labels.set(label, (labels.get(label) ?? 0) + n);
        yield* answersIn(part);
      }
    }
  }
  writeAtomically(output, packed(pieces(), pack));
  const { size } = statSync(output);
  return { output, bytes: size, documents, answers, labels: Object.fromEntries(labels), problems };
}

/** Packs bytes, many at a time. */
function* packed(pieces: Iterable<Uint8Array>, pack: (bytes: Uint8Array) => Uint8Array): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let size = 0;
  for (const piece of pieces) {
    if (size + piece.length > buffer.length) {
      yield pack(buffer.subarray(0, size));
      size = 0;
    }
    buffer.set(piece, size);
    size += piece.length;
  }
  yield pack(buffer.subarray(0, size));
}
