import type { Problem } from "../../documents/problem.js";
import { threadsOf } from "../../mail/header/threads.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import type { Dataset } from "../sparse-matrix.js";
import { kindsOf } from "../term-kinds.js";
import type { Vocabulary } from "../vocabulary.js";
import type { KnownIdentity } from "./known-documents.js";
import type { ReadResult } from "./start-workers.js";

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

/** Returns the classes (given ones first, the others sorted) and the class index of each document. */
function numbered(labels: readonly string[], first: readonly string[]): { labels: string[]; y: Uint32Array } {
  const known = new Set(first);
  const classes = [...first, ...[...new Set(labels)].filter((label) => !known.has(label)).sort()];
  const index = new Map(classes.map((label, c) => [label, c]));
  return { labels: classes, y: Uint32Array.from(labels, (label) => index.get(label) as number) };
}
