import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError, orElse, reason } from "../../base/errors.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { fileChunks, withOpenFile } from "../../documents/files/open-file.js";
import type { Problem } from "../../documents/problem.js";
import { partName } from "../../model/parts/merged-model.js";
import type { Plan } from "../../model/parts/plan.js";

/**
 * A part has the answers for the documents of a shard, as JSON lines, and then a line of facts about itself. A large shard
 * that cannot be cut has several parts, so that a run that is stopped loses only the last one. Who has a shard is of no
 * matter: the parts are the same.
 */
export interface AnswerFacts {
  /** The digest of the plan, the number of the shard, and that of the part in it, from 0. */
  readonly plan: string;
  readonly shard: number;
  readonly part: number;
  readonly isLast: boolean;
  /** The number of documents of the shard that this part and those before it have read. */
  readonly read: number;
  /** The number of answers in this part, by label. A document may have several labels. */
  readonly labels: Readonly<Record<string, number>>;
  readonly answers: number;
  /** The problems that reading found. */
  readonly problems: readonly Problem[];
  /** The size of the answers, in bytes, and their SHA-256. */
  readonly bytes: number;
  readonly digest: string;
}

/** A part in a file. */
export interface AnswerPart {
  readonly path: string;
  readonly facts: AnswerFacts;
}

/** The length of the line of facts is at the end of a part, in this many digits and a line feed. */
const DIGITS = 11;

/** Returns the end of a part. */
export function factsAtEnd(facts: AnswerFacts): Buffer {
  const line = Buffer.from(`${JSON.stringify(facts)}\n`);
  return Buffer.concat([line, Buffer.from(`${String(line.length).padStart(DIGITS, "0")}\n`)]);
}

/** Returns the name of a part of a shard. The last one has the name that counts have, by which all know it is done. */
export function answerName(plan: Plan, shard: number, part: number | "last"): string {
  return part === "last" ? partName(plan, shard) : `${partName(plan, shard)}-${part}`;
}

/** Returns the sound parts of a shard, in order, without those after one that is missing or damaged. */
export function partsOfShard(folder: string, plan: Plan, shard: number): AnswerPart[] {
  const parts: AnswerPart[] = [];
  const last = join(folder, answerName(plan, shard, "last"));
  for (;;) {
    const number = parts.length;
    const path = join(folder, answerName(plan, shard, number));
    const found = [path, last].map((each) => orElse(() => readSound(each, plan, shard, number), undefined));
    const [part] = found.filter((each) => each !== undefined);
    if (part === undefined) return parts;
    if (!part.facts.isLast) {
      parts.push(part);
      continue;
    }
    // Its writer was stopped before it gave it its name.
    if (part.path === path) renameSync(path, last);
    return [...parts, { ...part, path: last }];
  }
}

/** Reads a part through. */
function readSound(path: string, plan: Plan, shard: number, part: number): AnswerPart {
  const read = { path, facts: factsOf(path, plan, shard, part) };
  for (const _ of answersIn(read));
  return read;
}

/**
 * Reads the facts of a part, and compares them with the plan: anybody who can write to the folder can forge it.
 *
 * @throws DataError if the file is not this part
 */
export function factsOf(path: string, plan: Plan, shard: number, part: number): AnswerFacts {
  try {
    return withOpenFile(
      path,
      ({ size, read }) => {
        const digits = new Uint8Array(DIGITS + 1);
        read(size - digits.length, digits);
        const length = Number(Buffer.from(digits).toString());
        const bytes = size - digits.length - length;
        if (!isWhole(length) || bytes < 0) throw new Error("cut short");
        const line = new Uint8Array(length);
        read(bytes, line);
        const facts: unknown = JSON.parse(Buffer.from(line).toString());
        if (!isFacts(facts) || facts.bytes !== bytes) throw new Error("altered");
        if (facts.plan !== plan.digest || facts.shard !== shard || facts.part !== part) throw new Error("another part");
        return facts;
      },
      openOwn,
    );
  } catch (error) {
    throw damaged(path, error);
  }
}

function isFacts(value: unknown): value is AnswerFacts {
  if (!isRecord(value)) return false;
  const { plan, shard, part, isLast, read, labels, answers, problems, bytes, digest } = value;
  return (
    [plan, digest].every(isText) &&
    [shard, part, read, answers, bytes].every(isWhole) &&
    typeof isLast === "boolean" &&
    isRecord(labels) &&
    Object.values(labels).every(isWhole) &&
    Array.isArray(problems) &&
    problems.every((each) => isRecord(each) && [each.kind, each.where, each.detail ?? ""].every(isText))
  );
}

/** Yields the answers in a part. Each piece is valid until the next one. @throws DataError at the end, if they were altered */
export function* answersIn({ path, facts }: AnswerPart): Generator<Uint8Array> {
  const hash = createHash("sha256");
  for (const piece of fileChunks(path, openOwn, 0, facts.bytes)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== facts.digest) throw damaged(path, new Error("altered"));
}

function damaged(path: string, error: unknown): DataError {
  return new DataError(
    `${path}: not a part with the answers of this plan: ${reason(error)}: delete it, and run this again`,
  );
}
