import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { firstFew, grouped, numbered } from "../../base/numbers.js";
import { calibratesItself } from "../../classifiers/bayes/counting-classifier.js";
import type { LabelledDocument } from "../../documents/document.js";
import { exists } from "../../documents/files/file-status.js";
import type { Problem, ProblemKind } from "../../documents/problem.js";
import { openShard, requireUnchanged } from "../../documents/shards/check-shard.js";
import type { Shard } from "../../documents/shards/shard.js";
import { TermCounter } from "../../features/corpus/term-counter.js";
import { RowBuilder } from "../../features/row-builder.js";
import { MAX_DOCUMENTS } from "../../features/runs/document-sums.js";
import { calibratingRows, leftOutTemperature } from "../fitting/left-out-temperature.js";
import { type TrainingCounts, TrainingSubset, trainingCounts, wantedSums } from "../fitting/training-subset.js";
import { requireClasses } from "../reading.js";
import { TextModel } from "../text-model.js";
import { partName } from "./count-shard.js";
import { countsOfPart, type PartFacts, readPart } from "./part.js";
import { type Plan, requireCountable } from "./plan.js";

/**
 * Makes the model of all documents that the parts have counted. It is byte for byte the model that training on
 * them gives.
 *
 * @param parts those of the plan, in the order of its shards
 * @param root the folder of the corpus on this machine. A model that fits a temperature reads 500 documents again
 * @throws DataError if a part is cut short, altered or forged, there are fewer than two classes, or the documents for a
 *   temperature cannot be read.
 */
export function mergedModel(plan: Plan, parts: readonly Part[], root: string = plan.root): TextModel {
  const { settings } = plan;
  const counts = mergeCounts(plan, parts);
  const { labels, documents } = counts.classes;
  requireClasses({ labels, ids: { length: sumOf(documents) } });
  const plain = new TextModel(settings, counts);
  const { classifier } = plain.resolved;
  if (settings.calibrate !== null || !calibratesItself(classifier, labels.length)) return plain;
  const sample = sampleOf(plan, parts, root, plain);
  return new TextModel(settings, counts, { calibration: leftOutTemperature(classifier, plain.counts, sample) });
}

/**
 * Returns the documents that a single process would fit a temperature to. They are evenly spaced among all
 * documents, in the order of the corpus.
 */
function sampleOf({ shards }: Plan, parts: readonly Part[], root: string, model: TextModel) {
  const sizes = parts.map(({ documents }) => sumOf(documents));
  const wanted = [...calibratingRows(sumOf(sizes))];
  const rows = new RowBuilder(model.vocabulary);
  const y: number[] = [];
  let before = 0;
  for (const [shard, size] of sizes.entries()) {
    const numbers = wanted.filter((row) => row >= before && row < before + size).map((row) => row - before);
    before += size;
    if (numbers.length === 0) continue;
    requireUnchanged(shards[shard], root);
    for (const { id, label, bytes } of documentsAt(shards[shard], root, parts[shard].problems, numbers)) {
      const read = model.read(bytes);
      const c = model.labels.indexOf(label);
      if (read.isBinary || c < 0) throw changed(root, id);
      rows.add(read);
      y.push(c);
    }
  }
  if (y.length < wanted.length) throw changed(root, "a document");
  return { x: rows.finish(model.vocabulary.size), y };
}

/** Returns the error for a document that is not there any more, or has changed. */
function changed(root: string, id: string): DataError {
  return new DataError(`${join(root, id)}: the corpus has changed since it was counted: count its shard again`);
}

/**
 * Yields the counted documents of a shard that have the given numbers, which must ascend.
 *
 * @param problems those of counting: documents that were not counted, and files with several documents
 */
function* documentsAt(
  shard: Shard,
  root: string,
  problems: readonly Problem[],
  numbers: readonly number[],
): Generator<LabelledDocument> {
  const placesOf = (...kinds: ProblemKind[]) =>
    new Set(problems.filter(({ kind }) => kinds.includes(kind)).map(({ where }) => where));
  const left = placesOf("unreadable", "binary", "damaged");
  const mailboxes = placesOf("mailbox");
  /** Number of counted documents that were passed, and the index in `numbers` of the next one to yield. */
  let before = 0;
  let next = 0;
  for (const piece of shard) {
    if (next === numbers.length) return;
    // Each file is one document, so the others need not be read.
    if (piece.kind === "files" && !piece.ids.some((id) => mailboxes.has(id))) {
      const ids = piece.ids.filter((id) => !left.has(id));
      const wantedIds = numbers.filter((n) => n >= before && n < before + ids.length).map((n) => ids[n - before]);
      yield* openShard([piece], root, false).only(new Set(wantedIds));
      before += ids.length;
      next += wantedIds.length;
      continue;
    }
    for (const document of openShard([piece], root, false)) {
      if (left.has(document.id)) continue;
      if (before++ !== numbers[next]) continue;
      next++;
      yield document;
      if (next === numbers.length) return;
    }
  }
}

/** The counts of a shard in a file. */
export interface Part extends PartFacts {
  readonly path: string;
}

/**
 * Finds the part of each shard of a plan by its name.
 *
 * @throws DataError that names the shards whose parts are missing, or the file that is not a part of the plan.
 */
export function partsOfPlan(folder: string, plan: Plan): Part[] {
  const paths = plan.shards.map((_, shard) => join(folder, partName(plan, shard)));
  const missing = [...paths.keys()].filter((shard) => !exists(paths[shard]));
  if (missing.length > 0) throw new DataError(`${folder}: ${missingText(missing, paths.length)}`);
  return paths.map((path, shard) => ({ path, ...readPart(path, plan, shard) }));
}

/** The number of missing shards that an error names. */
const NAMED = 10;

/** Returns the message about missing parts. @param shards the number of all shards */
function missingText(missing: readonly number[], shards: number): string {
  const [first, ...rest] = missing;
  if (rest.length === 0) return `no counts of shard ${numbered(first, shards)}: count it into this folder`;
  return `no counts of shards ${firstFew(missing, NAMED)} of ${shards}: count them into this folder`;
}

/**
 * Adds up the counts of the parts of a plan. This takes memory for the sum and for one part.
 *
 * @throws DataError if a part is cut short, altered or forged.
 */
function mergeCounts(plan: Plan, parts: readonly Part[]): TrainingCounts {
  if (sumOf(parts.map(({ documents }) => sumOf(documents))) > MAX_DOCUMENTS) {
    throw new DataError(`the counts have more than ${grouped(MAX_DOCUMENTS)} documents, more than a model can have`);
  }
  const { rules, classifier } = requireCountable(plan.settings);
  const counter = new TermCounter(wantedSums(rules, classifier), true);
  /** The sum of all counts so far. No sum in a model is larger, so all of them are exact. */
  let total = 0;
  for (const { path, shard } of parts) {
    const counts = countsOfPart(path, plan, shard);
    total += sumOf(counts.sums.map(({ sums }) => sumOf(sums[0])));
    if (total > Number.MAX_SAFE_INTEGER) throw new DataError("the counts are too large: a model can count up to 2^53");
    counter.merge(counts);
  }
  const sums = counter.finish();
  return trainingCounts(TrainingSubset.ofSums(sums), sums.vocabulary, rules, classifier);
}
