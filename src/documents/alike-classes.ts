import { looksLikeSpam } from "./spam-classes.js";

/**
 * Whether people may take one name of a class for the other: the names differ only in case, hyphens, dots or spaces, or
 * in one slip of the pen, such as `Famly` beside `family`.
 */
export function areAlike(a: string, b: string): boolean {
  return isAlike(looseName(a), looseName(b));
}

/** Returns the first class that a person who names a new one may mean: one with a name like it, or another for spam. */
export function alikeClass(label: string, labels: readonly string[]): string | undefined {
  const mayMean = (known: string) => areAlike(label, known) || (looksLikeSpam(label) && looksLikeSpam(known));
  return labels.find(mayMean);
}

/** Returns the classes that people may take for one another, in lists: the first of each, and those with a name like it. */
export function alikeClasses(labels: readonly string[]): (readonly string[])[] {
  const lists: { readonly name: string; readonly labels: string[] }[] = [];
  for (const label of labels) {
    const name = looseName(label);
    const list = lists.find((other) => isAlike(name, other.name));
    if (list === undefined) lists.push({ name, labels: [label] });
    else list.labels.push(label);
  }
  return lists.map(({ labels }) => labels).filter(({ length }) => length > 1);
}

function looseName(label: string): string {
  return label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_./-]+/g, "");
}

function isAlike(a: string, b: string): boolean {
  return a === b ? a !== "" : isSlip(a, b);
}

/** Shorter names differ in one letter on purpose: `to` and `do`. */
const MIN_SLIP_LENGTH = 5;

/** Whether the names differ in one letter that was left out, added, mistaken, or swapped with its neighbour. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) < MIN_SLIP_LENGTH) return false;
  let start = 0;
  while (a[start] !== undefined && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a, b].map((name) => name.slice(start, name.length - end));
  // Digits differ on purpose: `list1` and `list2`.
  if (/[^\p{L}]/u.test(inA + inB)) return false;
  return Math.max(inA.length, inB.length) === 1 || (inA.length === 2 && inA === [...inB].reverse().join(""));
}
