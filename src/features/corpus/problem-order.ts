import type { Problem } from "../../documents/problem.js";

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
