import { existsSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { DataError, UsageError } from "../../base/errors.js";
import { append, mapped } from "../../base/lists.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { zstandard } from "../../documents/packing/zstandard.js";
import { requireParquetWriter } from "../../documents/parquet/write-parquet.js";
import type { Problem } from "../../documents/problem.js";
import { requireParts } from "../../model/parts/merged-model.js";
import type { Plan } from "../../model/parts/plan.js";
import { answersOfShard } from "./answer-parts.js";
import { writeAnswersTable } from "./answers-table.js";

/** Writes JSON lines into a new file. @param lines returns them, many at a time */
type Writer = (output: string, lines: () => Iterable<Uint8Array>) => void;

/** Each piece is packed on its own; all of them are one file, as gzip and Zstandard allow. */
const packedBy =
  (pack: (bytes: Uint8Array) => Uint8Array): Writer =>
  (output, lines) =>
    writeAtomically(output, mapped(lines(), pack));

/** The forms of a file with answers, by the end of its name; and what fails if a package is missing. */
const FORMS: Readonly<Record<string, readonly [write: Writer, check?: () => void]>> = {
  ".jsonl": [packedBy((bytes) => bytes)],
  ".jsonl.gz": [packedBy((bytes) => gzipSync(bytes))],
  ".jsonl.zst": [packedBy(zstandard), () => zstandard(new Uint8Array())],
  ".parquet": [writeAnswersTable, requireParquetWriter],
};

/**
 * Returns what writes a file with answers.
 *
 * @throws UsageError for an ending of its name that says no form; DataError if there is such a file, or a package is
 *   missing
 */
export function writerFor(output: string): Writer {
  const ending = Object.keys(FORMS).find((each) => output.endsWith(each));
  if (ending === undefined) {
    const names = Object.keys(FORMS).join(", ");
    throw new UsageError(`${output}: cannot write answers in this form: use a name with ${names}`);
  }
  if (existsSync(output)) throw new DataError(`${output} exists already: delete it, or name another file`);
  const [write, check] = FORMS[ending];
  check?.();
  return write;
}

/** The answers in a file. */
export type WrittenAnswers = ReturnType<typeof joinAnswers>;

/** Writes the answers of all shards into one file, in their order. @param folder that of the parts */
export function joinAnswers(output: string, plan: Plan, folder: string) {
  const write = writerFor(output);
  requireParts(folder, plan);
  const labels = new Map<string, number>();
  const problems: Problem[] = [];
  let [documents, answers] = [0, 0];
  function* lines() {
    // A table needs the lines twice.
    [documents, answers, problems.length] = [0, 0, 0];
    labels.clear();
    for (const shard of plan.shards.keys()) {
      for (const { facts, lines } of answersOfShard(folder, plan, shard)) {
        if (lines.length > 0) yield lines;
        append(problems, facts.problems);
        answers += facts.answers;
        documents += facts.documents;
        for (const [label, n] of Object.entries(facts.labels)) labels.set(label, (labels.get(label) ?? 0) + n);
      }
    }
  }
  write(output, lines);
  // The number of documents that were read, and of the answers in the file: fewer if only some are kept.
  const read = { documents, answers, labels: Object.fromEntries(labels), problems };
  return { output, bytes: statSync(output).size, ...read };
}
