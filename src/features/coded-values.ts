/** Numbers of which many are equal: each as its place among the different ones. */
export interface CodedValues {
  readonly codes: Uint8Array | Uint16Array;
  /** The different numbers, ascending. */
  readonly distinct: Float64Array;
}

/** What two bytes can number. */
const MOST_DISTINCT = 1 << 16;

/**
 * Values in one or two bytes each instead of eight: counts, and weights that are made of
 * count and term alone, repeat. Undefined if more than 65,536 are different.
 */
export function coded(values: Float64Array): CodedValues | undefined {
  const distinct = new Set<number>();
  for (const value of values) {
    distinct.add(value);
    if (distinct.size > MOST_DISTINCT) return undefined;
  }
  const sorted = Float64Array.from(distinct).sort();
  const codeOf = new Map(Array.from(sorted, (value, code) => [value, code]));
  const codes = sorted.length <= 1 << 8 ? new Uint8Array(values.length) : new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) codes[i] = codeOf.get(values[i]) ?? 0;
  return { codes, distinct: sorted };
}

/** The values again; undefined if the numbers do not ascend, or a code is of none of them. */
export function decoded({ codes, distinct }: CodedValues): Float64Array | undefined {
  if (!distinct.every((value, i) => i === 0 || value > distinct[i - 1])) return undefined;
  const values = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] >= distinct.length) return undefined;
    values[i] = distinct[codes[i]];
  }
  return values;
}
