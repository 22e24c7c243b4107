import { createHash } from "node:crypto";
import { isRecord, isText, requireWhole } from "../../base/checks.js";
import { DataError, errorAt, orDataError, UsageError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { VERSION } from "../../base/version.js";
import { calibratesItself, isCounting } from "../../classifiers/bayes/counting-classifier.js";
import { CLASSIFIER_NAMES, makeClassifier, methodTitle } from "../../classifiers/table.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { type Opener, readRegular } from "../../documents/files/open-file.js";
import { divideCorpus } from "../../documents/shards/divide.js";
import { requireShards, type Shard } from "../../documents/shards/shard.js";
import { storedSettings } from "../file/model-file.js";
import type { AnswerLimits } from "../limits.js";
import { type Resolved, resolve, type Settings, settingsFor } from "../settings.js";

/** Documents divided into shards, and what to do with each: count it for a model with these settings, or classify it. */
export interface Plan {
  readonly format: "thresher plan";
  readonly version: 5;
  readonly versions: Versions;
  readonly settings: Settings;
  /** Whether a document that cannot be read is an error. */
  readonly strict: boolean;
  /** The column with the classes, if a cell might hold several labels and the user has not said whether it does. */
  readonly labelColumn: string | null;
  /** How to classify the documents. Undefined: they are counted. */
  readonly task?: ClassifyTask | undefined;
  /** The folder of the corpus when it was planned. The digest does not cover it. */
  readonly root: string;
  readonly shards: readonly Shard[];
  /** SHA-256 of all other members except `root`, in hexadecimal digits. */
  readonly digest: string;
}

/** The versions of programs that might find other words. */
export interface Versions {
  readonly thresher: string;
  /** The version of Unicode in Node.js. It decides which characters are letters, and their lower case. */
  readonly unicode: string;
  /** The version of ICU in Node.js, if it divides texts into words. */
  readonly icu?: string | undefined;
}

/** How documents are classified, so that every machine gives the same answers. */
export interface ClassifyTask {
  /** SHA-256 of the model file, in hexadecimal digits. */
  readonly model: string;
  /** A digest of the names, sizes and times of the files. */
  readonly input: string;
  readonly options: AnswerOptions;
}

/** The options that change the answers, or how they are written. */
export interface AnswerOptions extends AnswerLimits {
  /** Only documents of one of these classes. Default: all. */
  readonly keep?: readonly string[] | undefined;
  /** With `keep`: the least probability of the class, 0 to 1. Default 0. */
  readonly above?: number | undefined;
  /** Whether the probabilities of all classes are written. */
  readonly probabilities?: boolean | undefined;
  /** The columns of the input that are written, too. */
  readonly columns?: readonly string[] | undefined;
}

/** A plan to classify. */
export type ClassifyPlan = Plan & { readonly task: ClassifyTask };

/** Whether a plan is to classify, and not to count. */
export function isToClassify(plan: Plan): plan is ClassifyPlan {
  return plan.task !== undefined;
}

const FORMAT = { format: "thresher plan", version: 5 } as const;

/** Upper bound; managing more shards would take longer than counting them. */
export const MAX_SHARDS = 1_000_000;

/** In bytes of JSON. It is parsed as a string, and a string in V8 has at most 2^29 characters. */
const MAX_PLAN_BYTES = 500_000_000;

/**
 * Plans how to count a corpus in shards.
 *
 * @param shards how many, from 1 to a million
 * @param labelColumn as in `Plan`
 * @returns the plan, and about how many bytes are read for each shard (`weights`)
 * @throws UsageError if models with these settings cannot be counted in parts, or the number of shards is not allowed,
 *   DataError if the corpus cannot be read.
 */
export function planCorpus(corpus: Corpus, chosen: Settings, shards: number, labelColumn: string | null = null) {
  const settings = settingsFor(corpus, chosen);
  const { classifier } = requireCountable(settings);
  // Unknown classes may be more than two.
  if (settings.calibrate === null && calibratesItself(classifier, corpus.labels?.length ?? 3)) {
    throw new UsageError(
      "with more than two classes these settings calibrate the model, which needs the documents, not only their counts: set calibrate to none",
      { options: ["calibrate"] },
    );
  }
  const { strict } = corpus;
  return newPlan({ settings, strict, labelColumn }, corpus.share(), shards);
}

/** Makes a plan of documents. @returns as `planCorpus` @throws as `divideCorpus` */
export function newPlan<Head extends Pick<Plan, "settings" | "strict" | "labelColumn" | "task">>(
  head: Head,
  share: Parameters<typeof divideCorpus>[0],
  count?: number,
) {
  if (count !== undefined) requireWhole("shards", count, 1, MAX_SHARDS);
  const { root, shards, weights } = divideCorpus(share, count);
  const versions = { thresher: VERSION, unicode: UNICODE, icu: head.settings.icu };
  const plan = { ...FORMAT, versions, ...head, root, shards };
  return { plan: { ...plan, digest: digestOf(plan) }, weights };
}

/**
 * Yields a plan as the bytes of a file, a line for each shard.
 *
 * @throws DataError if there are too many bytes to read them again.
 */
export function* planBytes({ shards, ...head }: Plan): Generator<Uint8Array> {
  let size = 0;
  const bytesOf = (text: string) => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size > MAX_PLAN_BYTES) {
      throw new DataError(
        `the plan would have more than ${megabytes(MAX_PLAN_BYTES)}, as it names every file: pack the files of each class into tar archives or mailboxes`,
      );
    }
    return bytes;
  };
  yield bytesOf(`${JSON.stringify(head).slice(0, -1)},"shards":[\n`);
  for (const [i, shard] of shards.entries()) yield bytesOf(`${i === 0 ? "" : ",\n"}${JSON.stringify(shard)}`);
  yield bytesOf("\n]}\n");
}

/** Reads a plan. @throws DataError if the file is not a plan, cut short, altered, or made by another version */
export function readPlan(path: string, open?: Opener): Plan {
  const unreadable = (why: string) => `${path}: cannot read the plan: ${why}`;
  const bytes = orDataError(() => readRegular(path, MAX_PLAN_BYTES + 1, open), unreadable);
  if (bytes.length > MAX_PLAN_BYTES) {
    throw new DataError(unreadable(`it has more than ${megabytes(MAX_PLAN_BYTES)}, and no plan is so large`));
  }
  const notPlan = () => `${path}: not a plan, or cut short: make it again with thresher plan`;
  const plan = orDataError(() => JSON.parse(bytes.toString()) as Plan, notPlan);
  const digest = orDataError(() => digestOf(plan), notPlan);
  const { format, version } = plan;
  if (format !== FORMAT.format) throw new DataError(`${path}: not a plan: make one with thresher plan`);
  if (version !== FORMAT.version)
    throw new DataError(
      `${path}: a plan of another format than this Thresher reads (${FORMAT.version}): make it again`,
    );
  if (digest !== plan.digest) throw new DataError(`${path}: the plan was altered: make it again`);
  requireSameVersions(path, plan.versions);
  try {
    requireMembers(plan);
    requireShards(plan.shards);
    const settings = storedSettings(JSON.stringify(plan.settings));
    if (plan.task === undefined) requireCountable(settings);
    return { ...plan, settings };
  } catch (error) {
    throw errorAt(`${path}: a plan that Thresher would not make`, error);
  }
}

/** @throws DataError if a member has the wrong type. The shards and the settings are checked separately. */
function requireMembers({ root, strict, labelColumn, settings, task }: Plan): void {
  const isValid =
    isText(root) &&
    !root.includes("\0") &&
    typeof strict === "boolean" &&
    (labelColumn === null || isText(labelColumn)) &&
    isRecord(settings) &&
    (task === undefined || (isRecord(task) && isDigest(task.model) && isRecord(task.options)));
  if (!isValid) throw new DataError("its root, strict, labelColumn, settings or task are of another kind");
}

/** Whether a value is a digest by SHA-256, which may become a part of a path. */
export function isDigest(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}

const { icu: ICU, unicode: UNICODE = "" } = process.versions;

/** @throws DataError if the versions differ from those of this program, which may find other words. */
export function requireSameVersions(path: string, versions: Versions): void {
  const { thresher, unicode, icu = ICU }: Partial<Versions> = Object(versions);
  const used = [
    ["Thresher", thresher, VERSION],
    ["Unicode (a part of Node.js)", unicode, UNICODE],
    ["ICU (a part of Node.js)", icu, ICU],
  ] as const;
  for (const [what, theirs, ours] of used) {
    if (theirs === ours) continue;
    throw new DataError(
      `${path}: made with ${what} ${isText(theirs) ? safeText(theirs.slice(0, 40)) : "of another kind"}, and this is ${ours}: use the same versions of Thresher and Node.js everywhere`,
    );
  }
}

/** Returns the digest of a plan without its root. Shards are hashed one at a time, because a plan may be large. */
function digestOf(plan: Partial<Plan>): string {
  const { root: _root, digest: _digest, shards, ...rest } = plan;
  const hash = createHash("sha256").update(JSON.stringify(rest, sortedMembers));
  for (const shard of Array.isArray(shards) ? shards : []) hash.update(`\n${JSON.stringify(shard, sortedMembers)}`);
  return hash.digest("hex");
}

/** Sorts the members of an object. Passed to `JSON.stringify`, so that the order of members does not matter. */
function sortedMembers(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Checks that counts are enough for a model with these settings.
 *
 * @returns the settings with the classifier and the rules that they describe: see `resolve`
 * @throws UsageError if they are not.
 */
export function requireCountable(settings: Settings): Extract<Resolved, { readonly isCounting: true }> {
  const { classifier, calibrate, multiLabel } = settings;
  if (multiLabel) throw new UsageError("multi-label models cannot be counted in parts: each label needs the documents");
  const resolved = resolve(settings);
  if (!resolved.isCounting) {
    const countable = CLASSIFIER_NAMES.filter((name) => isCounting(makeClassifier({ classifier: name })));
    throw new UsageError(
      `${methodTitle(classifier)} with these settings needs the documents, not only their counts; what can be counted in parts is ${countable.join(", ")}, with tf count or binary, without idf, norm and class-weight`,
    );
  }
  if (calibrate !== null && calibrate !== "none") {
    throw new UsageError(`calibrate ${calibrate} needs the documents, not only their counts: leave it out`);
  }
  return resolved;
}
