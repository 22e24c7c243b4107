import { type Arrays, inconsistent, type NumberArray } from "../../classifiers/stored-classifier.js";
import { COLUMNS_A_RANK } from "../../classifiers/wrappers/restricted.js";
import type { FileParts } from "./file-parts.js";

/** How many numbers a term has in the arrays of these names. */
const NUMBERS_OF_A_TERM: Readonly<Record<string, (classes: number) => number>> = {
  "weighting.factors": () => 1,
  "weighted.kinds": () => 1,
  "weights.steps": () => 1,
  "weights.codes": (classes) => classes,
  weights: (classes) => classes,
};

/** The arrays of a model inside another have its place before their names. */
const PLACE = /^(member-\d+\.)?(weighted\.(?=weights))?/;

/** After this array of bits, terms are numbered among those whose bits are set. */
const KEPT = "restricted.kept";
const RANKS = "restricted.ranks";
const OF_KEPT = "of-kinds.";

/** Where the rows of a sparse matrix begin, one a term, and their entries. */
const STARTS = "weighted.starts";
const ENTRIES = ["weighted.classes", "weighted.values"];

/**
 * The arrays of a stored model that `restore` takes for a model of some of its terms: the parts of these terms, and
 * what does not belong to terms as it is.
 *
 * @param prefix before the names of its arrays
 * @param terms ascending
 * @throws DataError if arrays do not fit together.
 */
export function excerptOf(parts: FileParts, prefix: string, classes: number, terms: Uint32Array): Arrays {
  const arrays: Record<string, NumberArray> = {};
  let names = parts.names.filter((name) => name.startsWith(prefix));
  for (const keeper of names.filter((name) => name.endsWith(KEPT))) {
    const start = keeper.slice(0, -KEPT.length);
    const { bits, ranks } = keptOf(parts, start, terms);
    arrays[keeper.slice(prefix.length)] = bits;
    const own = excerptOf(parts, start + OF_KEPT, classes, ranks);
    for (const [name, array] of Object.entries(own)) arrays[start.slice(prefix.length) + OF_KEPT + name] = array;
    names = names.filter((name) => !name.startsWith(start));
  }
  const single = rangesOf(terms, 1);
  for (const name of names) {
    const short = name.slice(prefix.length);
    const plain = short.replace(PLACE, "");
    if (plain === STARTS) Object.assign(arrays, sparseRows(parts, prefix, short, classes, terms));
    else if (!ENTRIES.includes(plain)) {
      const width = Object.hasOwn(NUMBERS_OF_A_TERM, plain) ? NUMBERS_OF_A_TERM[plain](classes) : undefined;
      arrays[short] = width === undefined ? parts.whole(name) : parts.ranges(name, single, width);
    }
  }
  return arrays;
}

/** Some rows of a sparse matrix, of which `name` says where they begin. */
function sparseRows(parts: FileParts, prefix: string, name: string, classes: number, rows: Uint32Array): Arrays {
  const bounds = parts.ranges(prefix + name, rangesOf(rows, 2));
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const length = bounds[2 * i + 1] - bounds[2 * i];
    if (!(length >= 0 && length <= classes)) throw inconsistent(name);
    starts[i + 1] = starts[i] + length;
  }
  const place = name.slice(0, -STARTS.length);
  const others = ENTRIES.map((entry) => [place + entry, parts.ranges(prefix + place + entry, bounds)]);
  return { [name]: starts, ...Object.fromEntries(others) };
}

/** From each number on so many. */
function rangesOf(numbers: Uint32Array, length: number): Uint32Array {
  const ranges = new Uint32Array(2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    ranges[2 * i] = numbers[i];
    ranges[2 * i + 1] = numbers[i] + length;
  }
  return ranges;
}

/** The bits of some terms, and the numbers of those that are set among all that are. */
function keptOf(parts: FileParts, start: string, terms: Uint32Array): { bits: Uint8Array; ranks: Uint32Array } {
  const before = parts.array(start + RANKS, Uint32Array);
  const end = parts.extent(start + KEPT).length;
  const groups = [...new Set(Array.from(terms, (term) => Math.floor(term / COLUMNS_A_RANK)))];
  const kept = parts.ranges(
    start + KEPT,
    groups.flatMap((group) => [group * BYTES_A_RANK, Math.min((group + 1) * BYTES_A_RANK, end)]),
  );
  const bits = new Uint8Array(Math.ceil(terms.length / 8));
  const ranks = new Uint32Array(terms.length);
  let size = 0;
  for (let i = 0, g = 0; i < terms.length; i++) {
    while (terms[i] >= (groups[g] + 1) * COLUMNS_A_RANK) g++;
    const byte = g * BYTES_A_RANK + (terms[i] >> 3) - groups[g] * BYTES_A_RANK;
    const bit = 1 << (terms[i] & 7);
    if ((kept[byte] & bit) === 0) continue;
    bits[i >> 3] |= 1 << (i & 7);
    let rank = before[groups[g]] + setBits(kept[byte] & (bit - 1));
    for (let b = g * BYTES_A_RANK; b < byte; b++) rank += setBits(kept[b]);
    ranks[size++] = rank;
  }
  return { bits, ranks: ranks.slice(0, size) };
}

const BYTES_A_RANK = COLUMNS_A_RANK / 8;

/** How many bits of a number are set. Source: Warren 2012, figure 5-2. */
function setBits(number: number): number {
  let sum = number - ((number >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
