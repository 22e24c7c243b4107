import { join } from "node:path";
import { isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { requiredArray } from "../../classifiers/stored-arrays.js";
import { exists } from "../../documents/files/open-file.js";
import { openPart, partBytes, partName, type ShardFacts } from "../../model/parts/part.js";
import type { Plan } from "../../model/parts/plan.js";
import { putFile } from "./parts-folder.js";

/**
 * The facts of a part with answers. A large shard has several parts, so that a run that is stopped loses only the last one.
 * The parts are the same whoever makes them.
 */
export interface AnswerFacts extends ShardFacts {
  /** The number of the part in its shard, from 0, and whether it is the last one. */
  readonly part: number;
  readonly isLast: boolean;
  /** The number of documents of the shard that this part and those before it have read. */
  readonly read: number;
  /** The number of documents that this part has classified, kept or not. */
  readonly documents: number;
  /** The number of answers, and of those with each label: a document may have several. */
  readonly answers: number;
  readonly labels: Readonly<Record<string, number>>;
}

/** The name of the array with the answers, as JSON lines. */
const LINES = "answers";

/** Returns the name of a part. The last one has the name that counts have, by which all know that a shard is done. */
function nameOf(plan: Plan, shard: number, part: number | "last"): string {
  return `${partName(plan, shard)}${part === "last" ? "" : `-${part}`}`;
}

/** Writes a part. */
export function putAnswers(folder: string, plan: Plan, facts: AnswerFacts, lines: Uint8Array): void {
  const { shard, part, isLast } = facts;
  putFile(folder, nameOf(plan, shard, isLast ? "last" : part), partBytes(facts, { [LINES]: lines }));
}

/** Reads the parts of a shard one after another. @throws DataError if one is missing, damaged, or of something else */
export function* answersOfShard(folder: string, plan: Plan, shard: number) {
  for (let part = 0; ; part++) {
    const own = join(folder, nameOf(plan, shard, part));
    const path = exists(own) ? own : join(folder, nameOf(plan, shard, "last"));
    const { facts, arrays } = openPart(path, plan, shard, isFacts);
    if (facts.part !== part) throw new DataError(`${path}: part ${part} of shard ${shard} is missing: run this again`);
    yield { facts, lines: requiredArray(arrays, LINES, Uint8Array) };
    if (facts.isLast) return;
  }
}

function isFacts({ part, isLast, read, documents, answers, labels }: AnswerFacts): boolean {
  const numbers = [part, read, documents, answers, ...Object.values(labels)];
  return numbers.every(isWhole) && typeof isLast === "boolean" && Object.keys(labels).every(isText);
}
