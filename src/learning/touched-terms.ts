import { placesIn } from "../features/edited-terms.js";
import type { Vocabulary } from "../features/vocabulary.js";

/**
 * The terms of documents that come or go, numbered on their own in the order of their bytes:
 * sums over a few documents need no more room than these.
 */
export interface LocalTerms {
  readonly size: number;
  /** For each its number in the old vocabulary; of one that is new, -1. */
  readonly old: Int32Array;
  /** For each its number in the vocabulary of what comes; -1 of one that only goes. */
  readonly own: Int32Array;
  /** For each the number of the first old term that is not below it. */
  readonly places: Uint32Array;
  /** The number of an old term among these. */
  ofOld(term: number): number;
  /** The number of a term of what comes. */
  readonly ofOwn: Int32Array;
}

/**
 * @param all the old vocabulary
 * @param own that of the documents that come
 * @param going old numbers of the terms of the others, in any order, any number of times
 */
export function localTerms(all: Vocabulary, own: Vocabulary, going: readonly Uint32Array[]): LocalTerms {
  const { places, known } = placesIn(all, own);
  const seen = new Uint8Array(all.size);
  let howMany = 0;
  const see = (term: number) => {
    howMany += 1 - seen[term];
    seen[term] = 1;
  };
  for (const ids of going) for (const term of ids) see(term);
  for (let n = 0; n < own.size; n++) if (known[n] === 1) see(places[n]);
  const touched = new Uint32Array(howMany);
  for (let term = 0, i = 0; i < howMany; term++) if (seen[term] === 1) touched[i++] = term;

  const room = howMany + own.size;
  const old = new Int32Array(room);
  const ownOf = new Int32Array(room);
  const placeOf = new Uint32Array(room);
  const ofOld = new Map<number, number>();
  const ofOwn = new Int32Array(own.size);
  let size = 0;
  const put = (oldNumber: number, ownNumber: number, place: number) => {
    old[size] = oldNumber;
    ownOf[size] = ownNumber;
    placeOf[size] = place;
    if (oldNumber >= 0) ofOld.set(oldNumber, size);
    if (ownNumber >= 0) ofOwn[ownNumber] = size;
    size++;
  };
  let next = 0;
  const putOwnBefore = (term: number) => {
    for (; next < own.size && places[next] <= term; next++) {
      if (known[next] === 0) put(-1, next, places[next]);
      else if (places[next] === term) return;
    }
  };
  for (const term of touched) {
    putOwnBefore(term);
    const isOwn = next < own.size && places[next] === term;
    put(term, isOwn ? next++ : -1, term);
  }
  putOwnBefore(all.size);
  return {
    size,
    old: old.subarray(0, size),
    own: ownOf.subarray(0, size),
    places: placeOf.subarray(0, size),
    ofOld: (term) => ofOld.get(term) as number,
    ofOwn,
  };
}
