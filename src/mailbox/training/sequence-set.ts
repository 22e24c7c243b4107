/** Writes ascending numbers as a sequence set (RFC 9051, section 9): `1:3,7` for 1, 2, 3 and 7. */
export function sequenceSet(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}:${to}`)).join(",");
}
