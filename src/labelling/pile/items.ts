import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { packedRows } from "../../features/viewed-rows.js";
import type { Settings } from "../../model/settings.js";
import type { DocumentKey, Step } from "../answers/step.js";
import type { ItemLine } from "../state.js";
import { type TermsOf, termsBy } from "./marks.js";
import type { KnownDocument, Pile, ReadPile } from "./read-pile.js";

/** A pile that was read, in items: documents that are decided in one step. */
export class Items {
  readonly pile: Pile;
  readonly read: ReadPile;
  /** How texts become terms. */
  readonly settings: Settings;
  readonly termsOf: TermsOf;
  /** Counts of terms, a row per document. */
  readonly x: SparseMatrix;
  /** The places of the documents of each item, ascending. */
  readonly documents: readonly (readonly number[])[];
  /** The labels of items of which a document is in the folder of a class. */
  readonly given: ReadonlyMap<number, string>;
  readonly #itemOf: Uint32Array;

  /** @param itemOf the item of each document, numbered from 0 in the order of their first documents */
  constructor(pile: Pile, read: ReadPile, settings: Settings, itemOf: Uint32Array) {
    const documents: number[][] = [];
    const given = new Map<number, string>();
    for (const [place, { label }] of read.documents.entries()) {
      const item = itemOf[place];
      documents[item] ??= [];
      documents[item].push(place);
      if (label !== undefined) given.set(item, label);
    }
    this.pile = pile;
    this.read = read;
    this.settings = settings;
    this.termsOf = termsBy(settings);
    this.x = packedRows(read.x);
    this.documents = documents;
    this.given = given;
    this.#itemOf = itemOf;
  }

  /** The number of items. */
  get size(): number {
    return this.documents.length;
  }

  /** The documents of an item, without their content. */
  of(item: number): KnownDocument[] {
    return this.documents[item].map((place) => this.read.documents[place]);
  }

  /** The items of some documents, each once. */
  at(places: Iterable<number>): number[] {
    return [...new Set(Array.from(places, (place) => this.#itemOf[place]))];
  }

  /** How the journal names the documents of items. */
  keys(items: readonly number[]): DocumentKey[] {
    return items.flatMap((item) => this.of(item).map(({ id, digest }) => [id, digest] as const));
  }

  /**
   * Finds the documents that the steps of earlier sessions name. A document is found by its content, so it may have
   * another name now. A document that has other content now is not found.
   *
   * @returns the steps with items, and those of whose documents none is found
   */
  found(before: readonly Step<DocumentKey>[]): { steps: Step[]; missing: Step<DocumentKey>[] } {
    const known = this.read.documents;
    const byId = new Map(known.map(({ id }, place) => [id, place]));
    const byDigest = new Map(known.map(({ digest }, place) => [digest, place]));
    const placeOf = ([id, digest]: DocumentKey) => {
      const place = byId.get(id);
      return place !== undefined && known[place].digest === digest ? place : byDigest.get(digest);
    };
    const steps: Step[] = [];
    const missing: Step<DocumentKey>[] = [];
    for (const step of before) {
      const items = this.at(step.items.flatMap((key) => placeOf(key) ?? []));
      if (items.length === 0 && step.items.length > 0) missing.push(step);
      else steps.push({ ...step, items });
    }
    return { steps, missing };
  }

  line(item: number): ItemLine {
    const { title, from } = this.of(item)[0];
    return { item, title, from };
  }

  /** The number of documents of some items. */
  count(items: Iterable<number>): number {
    let sum = 0;
    for (const item of items) sum += this.documents[item].length;
    return sum;
  }
}
