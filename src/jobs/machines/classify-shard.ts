import { join } from "node:path";
import { DataError, orDataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { openerBelow, openOwn } from "../../documents/files/guarded-files.js";
import { fileDigest } from "../../documents/files/open-file.js";
import { requireReadable, requireUnchanged } from "../../documents/shards/check-shard.js";
import { type LimitedModel, loadLimited } from "../../model/limits.js";
import { ifWhole } from "../../model/parts/part.js";
import type { ClassifyPlan, ClassifyTask } from "../../model/parts/plan.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import { jsonLine } from "../../reports/classification/json-line.js";
import { type ClassifiedPath, classifyInputs, keepTest } from "../classify-paths.js";
import { filesOfShard } from "../inputs/input-shards.js";
import { Inputs } from "../inputs/inputs.js";
import { buffered } from "../write-lines.js";
import { type AnswerFacts, answersOfShard, putAnswers } from "./answer-parts.js";

/** In bytes of documents. A part ends when it has read this much: a few seconds of work. */
const PART_BYTES = 1 << 23;

/** The file name of the model of a task. */
export const modelName = ({ model }: Pick<ClassifyTask, "model">) => `${model}.model`;

/** The model of the last shard: the next one is usually of the same task. */
let known: { readonly task: ClassifyTask; readonly loaded: LimitedModel } | undefined;

/**
 * Loads the model of a task, whose file must be the one that was planned with.
 *
 * @param folder where the copy of the model is
 */
function modelOfTask(task: ClassifyTask, folder: string): LimitedModel {
  if (known?.task === task) return known.loaded;
  const path = join(folder, modelName(task));
  const digest = orDataError(
    () => fileDigest(path, openOwn),
    (why) => `${path}: the copy of the model, which belongs beside the plan, cannot be read: ${why}`,
  );
  if (digest !== task.model)
    throw new DataError(`${path}: not the model that was planned with: delete it, and plan again`);
  known = { task, loaded: loadLimited(path, task.options) };
  return known.loaded;
}

/**
 * Classifies a shard of a plan, from the first document on whose answer is in no part.
 *
 * @param places where the documents are, the folder for parts, and the one with the copy of the model
 * @param partBytes the size of a part, in bytes of documents
 * @returns what its parts have, if any of them is new
 * @throws DataError if files have changed or cannot be read, or a part cannot be read or written
 */
export function classifyShard(
  plan: ClassifyPlan,
  shard: number,
  { root, parts: folder, models }: Readonly<Record<"root" | "parts" | "models", string>>,
  partBytes = PART_BYTES,
) {
  const parts: AnswerFacts[] = [];
  ifWhole(() => {
    for (const { facts } of answersOfShard(folder, plan, shard)) parts.push(facts);
  });
  if (parts.at(-1)?.isLast) return { classified: false };
  const { task, strict, digest } = plan;
  requireUnchanged(plan.shards[shard], root);
  const loaded = modelOfTask(task, models);
  const keeps = keepTest(loaded.model, task.options);
  const reading = { open: openerBelow(root), skip: parts.at(-1)?.read ?? 0 };
  const inputs = new Inputs(filesOfShard(plan.shards[shard], root), { strict }, undefined, reading);
  const classified = classifyInputs(inputs, loaded, { model: modelName(task) });
  const iterator: Iterator<ClassifiedPath> = classified.documents[Symbol.iterator]();
  while (!parts.at(-1)?.isLast) {
    const { lines, ...own } = answersOf(iterator, partBytes, task, keeps);
    const problems = inputs.problems.splice(0);
    requireReadable(root, problems);
    const facts = { plan: digest, shard, part: parts.length, ...own, read: inputs.documents, problems };
    putAnswers(folder, plan, facts, lines);
    parts.push(facts);
  }
  const [documents, answers] = (["documents", "answers"] as const).map((each) =>
    sumOf(parts.map((part) => part[each])),
  );
  return { classified: true, documents, answers, problems: parts.flatMap(({ problems }) => problems) };
}

/** Classifies documents until they have this many bytes. Returns the lines of the answers. */
function answersOf(
  iterator: Iterator<ClassifiedPath>,
  bytes: number,
  { options }: ClassifyTask,
  keeps: ReturnType<typeof keepTest>,
) {
  const { probabilities = false, columns = [] } = options;
  const hasText = columns.includes("all") || columns.includes("text");
  const labels = new Map<string, number>();
  let [documents, answers, isLast] = [0, 0, false];
  function* lines() {
    for (let read = 0; read < bytes; documents++) {
      const { done, value } = iterator.next();
      if (done) {
        isLast = true;
        return;
      }
      const { classification, isGuess, doubt, path, members = hasText ? textOf(value) : undefined } = value;
      read += value.bytes.length;
      if (keeps?.(classification) === false) continue;
      answers++;
      for (const label of "labels" in classification ? classification.labels : [classification.label])
        labels.set(label, (labels.get(label) ?? 0) + 1);
      yield jsonLine({ path, classification, note: isGuess ? NO_KNOWN_WORDS : doubt, members }, probabilities);
    }
  }
  const written = new Uint8Array(Buffer.concat([...buffered(lines())]));
  return { lines: written, isLast, documents, answers, labels: Object.fromEntries(labels) };
}

/** Returns the text of a document that is no row, as if it were one. */
function textOf({ bytes }: ClassifiedPath): ClassifiedPath["members"] {
  return [["text", JSON.stringify(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())]];
}
