import { existsSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { DataError, UsageError } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { zstandard } from "../../documents/packing/zstandard.js";
import type { Problem } from "../../documents/problem.js";
import type { Plan } from "../../model/parts/plan.js";
import { answersOfShard } from "./answer-parts.js";

/** The forms of a file with answers, by the end of its name. Each part is packed on its own; all are one file. */
const FORMS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  ".jsonl": (bytes) => bytes,
  ".jsonl.gz": (bytes) => gzipSync(bytes),
  ".jsonl.zst": zstandard,
};

/**
 * Returns how a file with answers is packed.
 *
 * @throws UsageError for another ending of its name; DataError if there is such a file, or a package is missing
 */
export function packerFor(output: string) {
  const ending = Object.keys(FORMS).find((each) => output.endsWith(each));
  if (ending === undefined) {
    const names = Object.keys(FORMS).join(", ");
    throw new UsageError(`${output}: cannot write answers in this form: use a name with ${names}`);
  }
  if (existsSync(output)) throw new DataError(`${output} exists already: delete it, or name another file`);
  // Fails if a package is missing.
  FORMS[ending](new Uint8Array());
  return FORMS[ending];
}

/** The answers in a file. */
export type WrittenAnswers = ReturnType<typeof joinAnswers>;

/**
 * Writes the answers of all shards into one file, in their order.
 *
 * @param folder that of the parts
 * @param prepare called before the parts of a shard are read
 */
export function joinAnswers(
  output: string,
  plan: Plan,
  folder: string,
  prepare: (shard: number) => void = () => undefined,
) {
  const labels = new Map<string, number>();
  const problems: Problem[] = [];
  let [documents, answers] = [0, 0];
  const pack = packerFor(output);
  function* pieces() {
    for (const shard of plan.shards.keys()) {
      prepare(shard);
      for (const { facts, lines } of answersOfShard(folder, plan, shard)) {
        append(problems, facts.problems);
        answers += facts.answers;
        if (facts.isLast) documents += facts.read;
        for (const [label, n] of Object.entries(facts.labels)) labels.set(label, (labels.get(label) ?? 0) + n);
        if (lines.length > 0) yield pack(lines);
      }
    }
  }
  writeAtomically(output, pieces());
  // The number of documents that were read, and of the answers in the file: fewer if only some are kept.
  const read = { documents, answers, labels: Object.fromEntries(labels), problems };
  return { output, bytes: statSync(output).size, ...read };
}
