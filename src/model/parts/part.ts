import { createHash } from "node:crypto";
import { isText, isWhole } from "../../base/checks.js";
import { codeOf, DataError, orDataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type Arrays, inconsistent, requiredArray, requireRanges } from "../../classifiers/stored-arrays.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { readRegular } from "../../documents/files/open-file.js";
import type { Problem } from "../../documents/problem.js";
import { mostDocuments } from "../../documents/shards/shard.js";
import { type DocumentSums, MAX_DOCUMENTS, type ShardCounts, type WantedSums } from "../../features/document-sums.js";
import { rowView, type SparseRows, transposedRows } from "../../features/sparse-matrix.js";
import { compareBytes } from "../../text/byte-table.js";
import { encodeSafetensors, MAX_FILE_BYTES } from "../file/encode-safetensors.js";
import { decodeSafetensors } from "../file/safetensors.js";
import { arraysOfRows, rowsOf } from "../file/training-arrays.js";
import { wantedSums } from "../fitting/training-subset.js";
import { type Plan, requireCountable } from "./plan.js";

/** The facts in the header of a part: a file with the counts or the answers of a shard. */
export interface ShardFacts {
  /** The digest of the plan, which covers its settings and versions. */
  readonly plan: string;
  /** The number of the shard, from 0. */
  readonly shard: number;
  /** The problems that reading found, such as documents that cannot be read. */
  readonly problems: readonly Problem[];
}

/** The facts of a part with counts. */
export interface PartFacts extends ShardFacts {
  /** The classes of the shard, sorted. */
  readonly labels: readonly string[];
  /** The number of documents of each label. */
  readonly documents: readonly number[];
}

/** The string `format` of a part. A model file has another one. */
const FORMAT = "thresher counts";

/** The names of the arrays. The facts are JSON; a part has the sums that its plan needs. */
const FACTS = "facts";
const BYTES = "vocabulary.bytes";
const OFFSETS = "vocabulary.offsets";
const [OCCURRENCES, PRESENCES] = ["occurrences", "presences"];

/**
 * Returns the name of the part of a shard. It is a digest of the plan, including its settings, and of the number
 * of the shard.
 */
export function partName({ digest }: Pick<Plan, "digest">, shard: number): string {
  return `${createHash("sha256").update(`${digest} ${shard}`).digest("hex").slice(0, 32)}.part`;
}

/** Returns the bytes of a part: a safetensors file, as a model file is. The same facts and arrays give the same bytes. */
export function partBytes<Facts extends ShardFacts>(facts: Facts, arrays: Arrays): Uint8Array {
  const json = new Uint8Array(Buffer.from(JSON.stringify(facts)));
  return encodeSafetensors({ arrays: { [FACTS]: json, ...arrays }, metadata: { format: FORMAT } });
}

/** Returns sums as the arrays of a part. */
export function arraysOfSums({ vocabulary, occurrences, presences }: DocumentSums): Arrays {
  const { pool, offsets } = vocabulary.contents();
  return {
    [BYTES]: pool,
    [OFFSETS]: offsets,
    ...(occurrences && arraysOfRows(OCCURRENCES, occurrences)),
    ...(presences && arraysOfRows(PRESENCES, presences)),
  };
}

/**
 * Reads the counts of the part of a shard.
 *
 * @throws DataError as `openPart`, or if it is altered or forged, or has more documents than the plan.
 */
export function countsOfPart(path: string, plan: Plan, shard: number): ShardCounts & Pick<ShardFacts, "problems"> {
  const { facts, arrays } = openPart(path, plan, shard, isFacts);
  const { labels, documents, problems } = facts;
  const planned = mostDocuments(plan.shards[shard]);
  if (planned !== undefined && labels.some((label, c) => documents[c] > (planned.get(label) ?? 0))) {
    throw new DataError(`${path}: more documents than the plan has in shard ${shard}: ${adviceFor(shard)}`);
  }
  const { rules, classifier } = requireCountable(plan.settings);
  const counts = orDamaged(path, shard, () => countsIn(arrays, facts, wantedSums(rules, classifier)));
  return { ...counts, problems };
}

/**
 * Reads parts. Returns undefined if they must be made again: one is missing, damaged, or a file of another user.
 *
 * @throws DataError if the system does not let this user read one
 */
export function ifWhole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = codeOf((error as Error).cause ?? {});
    if (code === undefined || code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Reads the part of a shard, and compares its facts with the plan: anybody who can write to the folder can forge it.
 *
 * @param isSound whether facts have the right form, apart from those of every part. It may throw
 * @throws DataError if the file is not a part of this shard
 */
export function openPart<Facts extends ShardFacts>(
  path: string,
  plan: Plan,
  shard: number,
  isSound: (facts: Facts) => boolean,
) {
  const bytes = orDataError(
    () => readRegular(path, MAX_FILE_BYTES, openOwn),
    (why) => `${path}: cannot be read: ${why}`,
  );
  const part = orDamaged(path, shard, () => contentsOf(bytes, isSound));
  if (part.facts.plan === plan.digest && part.facts.shard === shard) return part;
  throw new DataError(`${path}: a part of another plan or shard than its name says: ${adviceFor(shard)}`);
}

/** Reads something of a part. @throws DataError if it cannot be read */
function orDamaged<T>(path: string, shard: number, read: () => T): T {
  try {
    return read();
  } catch {
    throw new DataError(`${path}: cut short, altered, or not a part that this Thresher writes: ${adviceFor(shard)}`);
  }
}

/** The advice in messages about parts. */
function adviceFor(shard: number): string {
  return `delete it and do shard ${shard} again`;
}

/** Returns the facts and the arrays of a part. @throws Error if it is no part */
function contentsOf<Facts extends ShardFacts>(bytes: Uint8Array, isSound: (facts: Facts) => boolean) {
  const { arrays, metadata } = decodeSafetensors(bytes);
  const facts = JSON.parse(Buffer.from(requiredArray(arrays, FACTS, Uint8Array)).toString()) as Facts;
  const { plan, shard, problems } = facts;
  const areTexts = problems.every(({ kind, where, detail = "" }) => [kind, where, detail].every(isText));
  if (metadata.format !== FORMAT || !isText(plan) || !isWhole(shard) || !areTexts || !isSound(facts)) {
    throw inconsistent(FACTS);
  }
  return { facts, arrays };
}

function isFacts({ labels, documents }: PartFacts): boolean {
  return (
    labels.every((label, c) => isText(label) && label !== "" && !(label <= labels[c - 1])) &&
    documents.length === labels.length &&
    documents.every((n) => isWhole(n) && n >= 1) &&
    sumOf(documents) <= MAX_DOCUMENTS
  );
}

/** Returns the counts that a part holds. @throws Error if they do not fit together */
function countsIn(
  arrays: Arrays,
  { labels, documents }: PartFacts,
  { occurrences, presences }: WantedSums,
): ShardCounts {
  const pool = requiredArray(arrays, BYTES, Uint8Array);
  const offsets = requiredArray(arrays, OFFSETS, Uint32Array);
  requireRanges(OFFSETS, offsets, pool.length);
  const terms = offsets.length - 1;
  for (let term = 1; term < terms; term++) {
    const isAfter = compareBytes(pool, offsets[term - 1], offsets[term], pool, offsets[term], offsets[term + 1]) < 0;
    if (!isAfter) throw inconsistent(OFFSETS);
  }
  const names = [...(occurrences ? [OCCURRENCES] : []), ...(presences ? [PRESENCES] : [])];
  const matrices = names.map((name) => rowsOf(name, arrays, terms, labels.length));
  // If both matrices are wanted, they have the same entries.
  requirePresences(matrices[0], matrices[matrices.length - 1], presences ? documents : undefined);
  const byClass = matrices.map((rows) => transposedRows(terms, labels.length, (term) => rowView(rows, term)));
  const sums = labels.map((_, c) => {
    const [from, to] = byClass[0].starts.subarray(c, c + 2);
    return { terms: byClass[0].ids.slice(from, to), sums: byClass.map(({ values }) => values.subarray(from, to)) };
  });
  return { labels, documents, pool, offsets, sums };
}

/** @throws Error unless counts are whole, no document has a term more than it occurs, and no more documents than there are */
function requirePresences(all: SparseRows, having: SparseRows, documents: readonly number[] | undefined): void {
  if (having.starts.some((start, term) => start !== all.starts[term])) throw inconsistent(PRESENCES);
  for (let i = 0; i < all.ids.length; i++) {
    const [value, presence] = [all.values[i], having.values[i]];
    const isWithin = presence >= 1 && presence <= Math.min(value, documents?.[all.ids[i]] ?? value);
    if (having.ids[i] !== all.ids[i] || !isWithin || ![value, presence].every(Number.isSafeInteger)) {
      throw inconsistent(PRESENCES);
    }
  }
}
