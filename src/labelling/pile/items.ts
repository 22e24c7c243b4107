import type { DocumentKey, Step } from "../answers/step.js";
import type { ItemLine } from "../state.js";
import type { KnownDocument } from "./read-pile.js";

/** The items of a pile: documents that are decided in one step. */
export class Items {
  /** The places of the documents of each item, ascending. */
  readonly documents: readonly (readonly number[])[];
  /** The labels of items of which a document is in the folder of a class. */
  readonly given: ReadonlyMap<number, string>;
  readonly #known: readonly KnownDocument[];
  readonly #itemOf: Uint32Array;
  readonly #byId = new Map<string, number>();
  readonly #byDigest = new Map<string, number>();

  /** @param itemOf the item of each document, numbered from 0 in the order of their first documents */
  constructor(known: readonly KnownDocument[], itemOf: Uint32Array) {
    const documents: number[][] = [];
    const given = new Map<number, string>();
    for (const [place, { id, digest, label }] of known.entries()) {
      const item = itemOf[place];
      if (item === documents.length) documents.push([]);
      documents[item].push(place);
      if (label !== undefined) given.set(item, label);
      this.#byId.set(id, place);
      this.#byDigest.set(digest, place);
    }
    this.documents = documents;
    this.given = given;
    this.#known = known;
    this.#itemOf = itemOf;
  }

  /** The number of items. */
  get size(): number {
    return this.documents.length;
  }

  /** The number of documents. */
  get all(): number {
    return this.#known.length;
  }

  /** The documents of an item, without their content. */
  of(item: number): KnownDocument[] {
    return this.documents[item].map((place) => this.#known[place]);
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
    const steps: Step[] = [];
    const missing: Step<DocumentKey>[] = [];
    for (const step of before) {
      const items = [...new Set(step.items.flatMap((key) => this.#find(key)))];
      if (items.length === 0 && step.items.length > 0) missing.push(step);
      else steps.push({ ...step, items });
    }
    return { steps, missing };
  }

  #find([id, digest]: DocumentKey): number[] {
    const known = this.#byId.get(id);
    const place = known !== undefined && this.#known[known].digest === digest ? known : this.#byDigest.get(digest);
    return place === undefined ? [] : [this.#itemOf[place]];
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
