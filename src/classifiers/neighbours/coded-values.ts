/** The number of codes that fit in two bytes. */
const MAX_DISTINCT = 1 << 16;

/** Values in one or two bytes each instead of eight. Counts and term weights fit, because few of them are distinct. */
export interface CodedValues {
  /** The index of each value in `distinct`. */
  readonly codes: Uint8Array | Uint16Array;
  /** The distinct values, ascending. */
  readonly distinct: Float64Array;
}

/** Encodes values. Returns undefined if more than MAX_DISTINCT of them are distinct. */
export function encodeValues(values: Float64Array): CodedValues | undefined {
  const distinct = new Set<number>();
  for (const value of values) {
    distinct.add(value);
    if (distinct.size > MAX_DISTINCT) return undefined;
  }
  const sorted = Float64Array.from(distinct).sort();
  const codeOf = new Map(Array.from(sorted, (value, code) => [value, code]));
  const codes = new (codeType(sorted))(values.length);
  for (let i = 0; i < values.length; i++) codes[i] = codeOf.get(values[i]) ?? 0;
  return { codes, distinct: sorted };
}

/** Returns the array type for the codes of these distinct values: one byte suffices for up to 256. */
export function codeType(distinct: Float64Array): new (length: number) => Uint8Array | Uint16Array {
  return distinct.length <= 1 << 8 ? Uint8Array : Uint16Array;
}

/** Decodes values. Returns undefined if the distinct values do not ascend, or a code is too large. */
export function decodeValues({ codes, distinct }: CodedValues): Float64Array | undefined {
  if (!distinct.every((value, i) => i === 0 || value > distinct[i - 1])) return undefined;
  const values = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] >= distinct.length) return undefined;
    values[i] = distinct[codes[i]];
  }
  return values;
}
