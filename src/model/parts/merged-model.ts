import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { calibratesItself } from "../../classifiers/bayes/counting-classifier.js";
import type { LabelledDocument, Problem, ProblemKind } from "../../documents/document.js";
import { requireUnchanged } from "../../documents/shards/check-shard.js";
import { openShard } from "../../documents/shards/open-shard.js";
import type { Shard } from "../../documents/shards/shard.js";
import { RowBuilder } from "../../features/row-builder.js";
import { calibratingRows, leftOutTemperature } from "../fitting/left-out-temperature.js";
import { requireClasses } from "../reading.js";
import { TextModel } from "../text-model.js";
import { mergeCounts, type PartSet } from "./merge-parts.js";
import type { PartFacts } from "./part.js";
import type { Plan } from "./plan.js";

/** The options of `mergedModel`. */
export interface MergedModelOptions {
  /** A model whose counts are added. */
  readonly onto?: TextModel | undefined;
  /**
   * The plan, and the folder of the corpus on this machine. A model that fits a temperature reads 500 documents again.
   */
  readonly plan?: Plan | undefined;
  readonly root?: string | undefined;
}

/**
 * Makes the model of all documents that the parts have counted. It is byte for byte the model that training on
 * them gives.
 *
 * @throws DataError if a part is cut short, altered or forged, there are fewer than two classes, the model to add to
 *   does not fit, or the documents for a temperature are needed and cannot be read.
 */
export function mergedModel(parts: PartSet, { onto, plan, root }: MergedModelOptions = {}): TextModel {
  const { settings, facts } = parts;
  if (onto !== undefined) requireFitting(onto, parts);
  const counts = mergeCounts(parts, onto);
  const { labels, documents } = counts.classes;
  requireClasses({ labels, ids: { length: sumOf(documents) } });
  const plain = new TextModel(settings, counts);
  const { classifier } = plain.resolved;
  if (settings.calibrate !== null || !calibratesItself(classifier, labels.length)) return plain;
  if (onto !== undefined) {
    throw new DataError(
      "with more than two classes this model fits a temperature to some of its documents, and those of the model to add to are not here: plan with calibrate none, or leave out onto",
      { options: ["calibrate", "onto"] },
    );
  }
  if (plan === undefined || root === undefined) {
    throw new DataError(
      "with more than two classes this model fits a temperature to 500 of its documents, and merge reads them again: name the plan, or plan with calibrate none",
      { options: ["calibrate"] },
    );
  }
  const sample = sampleOf(plan, facts, root, plain);
  return new TextModel(settings, counts, { calibration: leftOutTemperature(classifier, plain.counts, sample) });
}

/** @throws DataError unless the model has the same settings and is made only of counts. */
function requireFitting(model: TextModel, { settings }: PartSet): void {
  const theirs = new Map<string, unknown>(Object.entries(model.settings));
  const names = [...new Set([...Object.keys(settings), ...theirs.keys()])];
  const value = (of: unknown) => JSON.stringify(of) ?? "nothing";
  for (const name of names) {
    const own = Object.entries(settings).find(([key]) => key === name)?.[1];
    if (value(own) === value(theirs.get(name))) continue;
    throw new DataError(
      `the model to add to has other settings: ${name} is ${value(theirs.get(name))} there and ${value(own)} in the parts`,
    );
  }
  if (model.known !== undefined || model.documentIds !== undefined) {
    throw new DataError("the model to add to keeps its documents, and parts have only counts: train it without");
  }
}

/**
 * Returns the documents that a single process would fit a temperature to. They are evenly spaced among all
 * documents, in the order of the corpus.
 */
function sampleOf({ shards }: Plan, facts: readonly PartFacts[], root: string, model: TextModel) {
  const sizes = facts.map(({ documents }) => sumOf(documents));
  const wanted = [...calibratingRows(sumOf(sizes))];
  const rows = new RowBuilder(model.vocabulary);
  const y: number[] = [];
  let before = 0;
  for (const [shard, size] of sizes.entries()) {
    const numbers = wanted.filter((row) => row >= before && row < before + size).map((row) => row - before);
    before += size;
    if (numbers.length === 0) continue;
    requireUnchanged(shards[shard], root);
    for (const { id, label, bytes } of documentsAt(shards[shard], root, facts[shard].problems, numbers)) {
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
  const [left, mailboxes] = [placesOf("unreadable", "binary", "damaged"), placesOf("mailbox")];
  let before = 0;
  let next = 0;
  for (const piece of shard) {
    if (next === numbers.length) return;
    if (piece.kind === "files" && !piece.ids.some((id) => mailboxes.has(id))) {
      const ids = piece.ids.filter((id) => !left.has(id));
      const own = numbers.filter((n) => n >= before && n < before + ids.length).map((n) => ids[n - before]);
      yield* openShard([piece], root, false).only(new Set(own));
      before += ids.length;
      next += own.length;
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
