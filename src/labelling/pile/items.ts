import { sumOf } from "../../base/lists.js";
import { packedRows } from "../../features/viewed-rows.js";
import type { Settings } from "../../model/settings.js";
import type { DocumentKey, Step } from "../answers/step.js";
import type { ItemLine } from "../state.js";
import { termsBy } from "./marks.js";
import type { KnownDocument, Pile, ReadPile } from "./read-pile.js";

/** A pile that was read, in items. */
export type Items = ReturnType<typeof itemsIn>;

/**
 * Puts the documents of a pile that was read into items: documents that are decided in one step.
 *
 * @param settings how texts become terms
 * @param itemOf the item of each document, numbered from 0 in the order of their first documents
 */
export function itemsIn(pile: Pile, read: ReadPile, settings: Settings, itemOf: Uint32Array) {
  /** The documents of each item, as indices into `read.documents`, ascending ("places"). */
  const documents: number[][] = [];
  /** The labels of items of which a document is in the folder of a class. */
  const given = new Map<number, string>();
  for (const [place, { label }] of read.documents.entries()) {
    const item = itemOf[place];
    documents[item] ??= [];
    documents[item].push(place);
    if (label !== undefined) given.set(item, label);
  }

  /** Returns the documents of an item, without their content. */
  const documentsOf = (item: number): KnownDocument[] => documents[item].map((place) => read.documents[place]);

  /** Returns the items of the documents at some places, each once. */
  const itemsAt = (places: Iterable<number>): number[] => [...new Set(Array.from(places, (place) => itemOf[place]))];

  /** Returns how the journal names the documents of items. */
  const keysOf = (items: readonly number[]): DocumentKey[] =>
    items.flatMap((item) => documentsOf(item).map(({ id, digest }) => [id, digest] as const));

  /**
   * Finds the documents that the steps of earlier sessions name. A document is found by its content, so it may have
   * another name now. A document that has other content now is not found.
   *
   * @returns the steps with items; `missing` has the steps none of whose documents were found
   */
  const findItems = (before: readonly Step<DocumentKey>[]) => {
    const known = read.documents;
    const byId = new Map(known.map(({ id }, place) => [id, place]));
    const byDigest = new Map(known.map(({ digest }, place) => [digest, place]));
    const placeOf = ([id, digest]: DocumentKey) => {
      const place = byId.get(id);
      return place !== undefined && known[place].digest === digest ? place : byDigest.get(digest);
    };
    const steps: Step[] = [];
    const missing: Step<DocumentKey>[] = [];
    for (const step of before) {
      const items = itemsAt(step.items.flatMap((key) => placeOf(key) ?? []));
      if (items.length === 0 && step.items.length > 0) missing.push(step);
      else steps.push({ ...step, items });
    }
    return { steps, missing };
  };

  /** Returns how pages show an item. */
  const lineOf = (item: number): ItemLine => {
    const { title, from } = documentsOf(item)[0];
    return { item, title, from };
  };

  /** Returns the number of documents of some items. */
  const count = (items: Iterable<number>): number => sumOf(Array.from(items, (item) => documents[item].length));

  return {
    ...{ pile, read, settings, documents, given, documentsOf, itemsAt, keysOf, findItems, lineOf, count },
    /** Returns the terms of a word. */
    termsOf: termsBy(settings),
    /** Counts of terms, a row per document. */
    x: packedRows(read.x),
    /** The number of items. */
    size: documents.length,
  };
}
