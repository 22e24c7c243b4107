import { append } from "../../base/lists.js";
import { type Corpus, isCorpus } from "../../documents/corpora/corpus.js";
import { bytesOf, contentOf, idOf, type LabelledText, labelOf } from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import { messageFacts } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { type Analyzer, analyzerFor, type TextSettings } from "../analyzer.js";
import { corpusTable } from "../token-counter.js";
import { CorpusBuilder } from "./corpus-builder.js";
import { secondsOf } from "./known-documents.js";
import type { Counting, CountResult, Extras, ReadResult, ShardResult } from "./start-workers.js";
import { TermCounter } from "./term-counter.js";

/**
 * Reads documents into rows.
 *
 * @param rows gets a row for each document
 * @param onProgress called with the number of documents so far
 * @returns the other facts of the documents, and the problems found
 */
export function readInto(
  rows: CorpusBuilder,
  corpus: Iterable<LabelledText>,
  analyzer: Analyzer,
  settings: TextSettings,
  extras: Extras,
  onProgress?: (documents: number) => void,
): ReadResult {
  const opened = isCorpus(corpus) ? corpus : undefined;
  const { result, add } = readerInto(rows, analyzer, settings, extras, onProgress, (id) => opened?.modified(id));
  for (const document of corpus) add(document);
  append(result.problems, opened?.problems ?? []);
  return result;
}

/**
 * Makes a reader of single documents into rows: `add` reads one, and `result` grows with it.
 *
 * @param modified returns when a document was changed, in milliseconds since 1970, if it has no time of its own
 */
export function readerInto(
  rows: CorpusBuilder,
  analyzer: Analyzer,
  settings: TextSettings,
  { identify, facts }: Extras,
  onProgress?: (documents: number) => void,
  modified?: (id: string) => number | undefined,
): { readonly result: ReadResult; readonly add: (given: LabelledText) => void } {
  const result: ReadResult = { ids: [], labels: [], problems: [], identities: [], facts: [] };
  const factsOf = facts ? messageFacts(settings) : undefined;
  const read = textReader(analyzer, result.problems, onProgress);
  const add = (given: LabelledText) => {
    const text = read(given);
    if (text === undefined) return;
    const { id, content, document, label } = text;
    rows.add(document);
    result.ids.push(id);
    result.labels.push(label);
    if (identify) {
      const { digest, time = given.time } = identityOf(bytesOf(content));
      result.identities.push({ digest, seconds: secondsOf(time ?? modified?.(id)) });
    }
    if (factsOf !== undefined) result.facts.push(factsOf(bytesOf(content), given.row));
  };
  return { result, add };
}

/** Adds documents to the counter, and returns the problems found. @param onProgress as for `readInto` */
export function countInto(
  counter: TermCounter,
  corpus: Iterable<LabelledText>,
  analyzer: Analyzer,
  onProgress?: (documents: number) => void,
): Problem[] {
  const problems: Problem[] = [];
  const opened = isCorpus(corpus) ? corpus : undefined;
  const read = textReader(analyzer, problems, onProgress);
  for (const given of corpus) {
    const text = read(given);
    if (text !== undefined) counter.add(text.document, text.label, text.content.length);
  }
  append(problems, opened?.problems ?? []);
  return problems;
}

/** Makes a function that reads a document; it returns undefined if the document is not text, and notes that. */
function textReader(analyzer: Analyzer, problems: Problem[], onProgress?: (documents: number) => void) {
  let seen = 0;
  return (given: LabelledText) => {
    seen++;
    onProgress?.(seen);
    const id = idOf(given, seen);
    const content = contentOf(given, id);
    const document = analyzer.read(content);
    if (!document.isBinary) return { id, content, document, label: labelOf(given, id) };
    problems.push({ kind: "binary", where: id });
    return undefined;
  };
}

/** Makes the reader of a worker thread: it counts or reads its shares of the corpora, one after the other. */
export function shardReader(settings: TextSettings) {
  const analyzer = analyzerFor(settings);
  return {
    count(corpus: Corpus, { sums, memory }: Counting, onProgress: () => void): CountResult {
      const counter = new TermCounter(sums, analyzer.hasWords, memory);
      const problems = countInto(counter, corpus, analyzer, onProgress);
      return { counted: counter.shard(), problems };
    },
    read(corpus: Corpus, extras: Extras, onProgress: () => void): ShardResult {
      const rows = new CorpusBuilder(corpusTable(analyzer.hasWords), corpus.size);
      const read = readInto(rows, corpus, analyzer, settings, extras, onProgress);
      return { ...read, rows: rows.finishCounted() };
    },
  };
}

/** Compares problems by their place, so that their order does not depend on which thread found which problem. */
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
  // Up to 15 digits, a number is exact.
  return { file: where.slice(0, end), number: /^\d{1,15}$/.test(place) ? Number(place) : NO_NUMBER };
}
