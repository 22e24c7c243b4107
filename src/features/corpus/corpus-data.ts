import { append } from "../../base/lists.js";
import type { Problem } from "../../documents/problem.js";
import { threadsOf } from "../../mail/header/threads.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import type { Dataset } from "../sparse-matrix.js";
import { kindsOf } from "../term-kinds.js";
import type { Vocabulary } from "../vocabulary.js";
import type { CorpusRows } from "./corpus-rows.js";
import type { KnownIdentity } from "./known-documents.js";
import type { ReadResult, ShardResult } from "./start-workers.js";

/** A corpus as rows of counts, one per document. */
export interface CorpusData extends Dataset {
  readonly vocabulary: Vocabulary;
  /** The id of the document of each row. */
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
  /** The identity of each document, if asked for. */
  readonly identities?: readonly KnownIdentity[] | undefined;
  /** The date, sender and thread of each document, if asked for. */
  readonly facts?: readonly MessageFacts[] | undefined;
}

/** The facts that a data set has in addition to its rows. */
export interface WantedFacts {
  /** Whether to compute the identity of each document, which needs a digest. Default false. */
  readonly identify?: boolean | undefined;
  /** Whether to find out which messages belong to one thread: see `Dataset.groups`. Default false. */
  readonly threads?: boolean | undefined;
  /** Whether to keep the date, sender and thread of each message: see `CorpusData.facts`. Default false. */
  readonly facts?: boolean | undefined;
}

/**
 * Makes a data set from rows and terms that were read, with the class number of each document.
 *
 * @param before classes that already have numbers
 */
export function dataOf(
  { ids, labels: given, problems, identities, facts }: ReadResult,
  counted: Pick<CorpusData, "vocabulary" | "x">,
  before: readonly string[],
  wanted: WantedFacts,
): CorpusData {
  const { labels, y } = numbered(given, before);
  const kinds = kindsOf(counted.vocabulary);
  return {
    ...counted,
    kinds,
    y,
    labels,
    ids,
    problems,
    identities: wanted.identify ? identities : undefined,
    groups: wanted.threads ? threadsOf(facts) : undefined,
    facts: wanted.facts ? facts : undefined,
  };
}

/** Appends the results of other threads, in the order of the corpus. */
export function collect(parts: readonly ShardResult[], rows: CorpusRows, into: ReadResult): void {
  for (const part of parts) {
    rows.append(part.rows);
    append(into.problems, part.problems);
    append(into.ids, part.ids);
    append(into.labels, part.labels);
    append(into.identities, part.identities);
    append(into.facts, part.facts);
  }
}

/** Compares problems so that their order does not depend on which thread found which problem. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.where === b.where) return a.kind < b.kind ? -1 : 1;
  const [own, other] = [placeOf(a.where), placeOf(b.where)];
  if (own.file !== other.file) return own.file < other.file ? -1 : 1;
  if (own.number !== other.number) return own.number - other.number;
  return a.where < b.where ? -1 : 1;
}

/** A number above those of documents, for places that are not numbers. */
const NO_NUMBER = Number.MAX_VALUE;

/** Splits a place such as `mail.mbox#10`, so that it comes after `mail.mbox#9`. */
function placeOf(where: string): { file: string; number: number } {
  const end = where.lastIndexOf("#") + 1;
  const place = where.slice(end);
  if (end === 0) return { file: where, number: NO_NUMBER };
  return { file: where.slice(0, end), number: /^\d{1,15}$/.test(place) ? Number(place) : NO_NUMBER };
}

/** Returns the classes (given ones first, the others sorted) and the class index of each document. */
function numbered(labels: readonly string[], first: readonly string[]): { labels: string[]; y: Uint32Array } {
  const known = new Set(first);
  const classes = [...first, ...[...new Set(labels)].filter((label) => !known.has(label)).sort()];
  const index = new Map(classes.map((label, c) => [label, c]));
  return { labels: classes, y: Uint32Array.from(labels, (label) => index.get(label) as number) };
}
