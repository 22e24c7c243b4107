import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { openerBelow, openOwn } from "../../documents/files/guarded-files.js";
import { readRegular } from "../../documents/files/open-file.js";
import { requireReadable, requireUnchanged } from "../../documents/shards/check-shard.js";
import { type LimitedModel, loadLimited } from "../../model/limits.js";
import type { ClassifyTask, Plan } from "../../model/parts/plan.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import { jsonLine } from "../../reports/classification/json-line.js";
import { type ClassifiedPath, classifyInputs, keepTest } from "../classify-paths.js";
import { filesOfShard } from "../inputs/input-shards.js";
import { Inputs } from "../inputs/inputs.js";
import { type AnswerFacts, type AnswerPart, answerName, factsAtEnd, partsOfShard } from "./answer-parts.js";
import { putFile } from "./parts-folder.js";

/** In bytes of documents. A part ends when it has read this much: a few seconds of work. */
const PART_BYTES = 1 << 25;
/** Lines are collected up to this many characters. */
const BUFFERED = 1 << 16;

/** The file name of the model of a task. */
export const modelName = ({ model }: Pick<ClassifyTask, "model">) => `${model}.model`;

/** The model of the last shard: the next one is usually of the same task. */
let known: { readonly task: string; readonly loaded: LimitedModel } | undefined;

/**
 * Loads the model of a task, whose file must be the one that was planned with.
 *
 * @param folder where the copy of the model is
 */
export function modelOfTask(task: ClassifyTask, folder: string): LimitedModel {
  const id = JSON.stringify(task);
  if (known?.task === id) return known.loaded;
  const path = join(folder, modelName(task));
  const bytes = readRegular(path, undefined, openOwn);
  if (createHash("sha256").update(bytes).digest("hex") !== task.model) {
    throw new DataError(`${path}: not the model that was planned with: delete it, and plan again`);
  }
  known = { task: id, loaded: loadLimited(path, task.options) };
  return known.loaded;
}

/**
 * Classifies a shard of a plan, from the first document on that has no answer in a part. What is in the parts was
 * classified before.
 *
 * @param models the folder with the copy of the model
 * @returns the parts of the shard, and whether any of them is new
 * @throws DataError if files have changed or cannot be read, or a part cannot be written
 */
export function classifyShard(
  plan: Plan & { readonly task: ClassifyTask },
  shard: number,
  { root, parts: folder, models }: { readonly root: string; readonly parts: string; readonly models: string },
): { readonly parts: readonly AnswerPart[]; readonly isNew: boolean } {
  const parts = partsOfShard(folder, plan, shard);
  if (parts.at(-1)?.facts.isLast) return { parts, isNew: false };
  const { task, strict } = plan;
  requireUnchanged(plan.shards[shard], root);
  const loaded = modelOfTask(task, models);
  const keeps = keepTest(loaded.model, task.options);
  const skip = parts.at(-1)?.facts.read ?? 0;
  const files = filesOfShard(plan.shards[shard], root);
  const inputs = new Inputs(files, { strict }, undefined, { open: openerBelow(root), skip });
  const { documents } = classifyInputs(inputs, loaded, { model: modelName(task) });
  const answers: Iterator<ClassifiedPath> = documents[Symbol.iterator]();
  while (!parts.at(-1)?.facts.isLast) {
    const part = parts.length;
    const finish = (own: OwnFacts): AnswerFacts => {
      const problems = inputs.problems.splice(0);
      requireReadable(root, problems);
      const facts = { plan: plan.digest, shard, part, ...own, read: inputs.documents, problems };
      parts.push({ path: join(folder, answerName(plan, shard, facts.isLast ? "last" : part)), facts });
      return facts;
    };
    const path = putFile(folder, answerName(plan, shard, part), partBytes(answers, task, keeps, finish));
    const written = parts[part].path;
    if (written !== path) renameSync(path, written);
  }
  return { parts, isNew: true };
}

/** The facts of a part that are known when its answers are written. */
type OwnFacts = Pick<AnswerFacts, "isLast" | "labels" | "answers" | "bytes" | "digest">;

/** Yields the bytes of a part, for which documents are read until it is full. @param finish returns all its facts */
function* partBytes(
  documents: Iterator<ClassifiedPath>,
  { options }: ClassifyTask,
  keeps: ReturnType<typeof keepTest>,
  finish: (own: OwnFacts) => AnswerFacts,
): Generator<Uint8Array> {
  const { probabilities = false, columns = [] } = options;
  const hasText = columns.includes("all") || columns.includes("text");
  const hash = createHash("sha256");
  const labels = new Map<string, number>();
  let [answers, bytes, read, pending] = [0, 0, 0, ""];
  const taken = () => {
    const piece = Buffer.from(pending);
    pending = "";
    hash.update(piece);
    bytes += piece.length;
    return piece;
  };
  let next = documents.next();
  for (; !next.done; next = documents.next()) {
    const { classification, isGuess, doubt, path, members = hasText ? textOf(next.value) : undefined } = next.value;
    read += next.value.bytes.length;
    if (keeps === undefined || keeps(classification)) {
      answers++;
      for (const label of "labels" in classification ? classification.labels : [classification.label])
        labels.set(label, (labels.get(label) ?? 0) + 1);
      pending += jsonLine({ path, classification, note: isGuess ? NO_KNOWN_WORDS : doubt, members }, probabilities);
    }
    if (read >= PART_BYTES) break;
    if (pending.length >= BUFFERED) yield taken();
  }
  yield taken();
  const isLast = next.done === true;
  yield factsAtEnd(finish({ isLast, labels: Object.fromEntries(labels), answers, bytes, digest: hash.digest("hex") }));
}

/** Returns the text of a document that is no row, as if it were one. */
function textOf({ bytes }: ClassifiedPath): ClassifiedPath["members"] {
  return [["text", JSON.stringify(Buffer.from(bytes).toString())]];
}
