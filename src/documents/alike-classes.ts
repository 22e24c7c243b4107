import { looksLikeSpam } from "./spam-classes.js";

/**
 * Returns the first known class that a person may mean by a label: one with a similar name, or one that also means
 * spam. Similar names differ only in case, blanks, `_`, `.`, `/` and `-`, in characters that nobody sees, in the form of a
 * number (`1` and `1.0`, `3` and `03`), or in one slip of the pen, such as `Famly` beside `family`.
 *
 * @param labels the known classes
 * @returns undefined if no class is similar
 */
export function alikeClass(label: string, labels: readonly string[]): string | undefined {
  const mayBeSpam = (known: string) => looksLikeSpam(label) && looksLikeSpam(known);
  return labels.find((known) => isAlike(looseName(label), looseName(known)) || mayBeSpam(known));
}

/**
 * Returns lists of two or more classes that people may confuse: in each, a class and the later ones with a similar
 * name.
 */
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

/**
 * Returns a name in lower case without the characters that people leave out, mix up or cannot see: blanks, `_`, `.`, `/`
 * and `-`, unless they are between digits, and zeros at the beginning of a number. A number is written in its shortest
 * form: `1` for `1.0` and `01`.
 */
function looseName(label: string): string {
  const name = label
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .trim()
    .toLowerCase();
  if (/^[-+]?\d+(?:[.,]\d+)?$/.test(name)) return String(Number(name.replace(",", ".")));
  return name
    .replace(/(?<!\d)0+(?=\d)/g, "")
    .replace(/(?<=\d)[\s_./-]+(?=\d)/g, ".")
    .replace(/[\s_/-]+|\.(?!\d)|(?<!\d)\./g, "");
}

/** Compares two results of `looseName`. An empty one says nothing, so it is like no other. */
function isAlike(a: string, b: string): boolean {
  return a === b ? a !== "" : isSlip(a, b);
}

/** Shorter names differ in one letter on purpose: `to` and `do`. */
const MIN_SLIP_LENGTH = 5;

/** Whether the names differ in one letter that was left out, added, mistaken, or swapped with its neighbour. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) < MIN_SLIP_LENGTH) return false;
  // Cuts off the common beginning and the common end. The rest is the slip.
  let start = 0;
  while (a[start] !== undefined && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a, b].map((name) => name.slice(start, name.length - end));
  // Digits differ on purpose: `list1` and `list2`.
  if (/[^\p{L}]/u.test(inA + inB)) return false;
  return Math.max(inA.length, inB.length) === 1 || (inA.length === 2 && inA === [...inB].reverse().join(""));
}
