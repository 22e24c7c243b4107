/** Writes numbers, and lists of which only the beginning is shown, for people. */

/** Writes 11314 as `11,314`. Digits after a decimal point are not grouped. */
export function grouped(n: number | string): string {
  return String(n).replace(/(?<![.e].*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** Writes a number with its range, counted from 0: 2 of 4 as `2 (of 0 to 3)`. */
export function numbered(n: number, count: number): string {
  return count === 1 ? `${n} (the only one)` : `${n} (of 0 to ${count - 1})`;
}

/** Writes .7728 as `77.3 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Writes [.953, .969] as `95.3 to 96.9 %`, with one to four decimals: as many as tell the ends apart. */
export function percentRange(range: readonly [low: number, high: number]): string {
  const ends = [1, 2, 3, 4].map((decimals) => range.map((share) => (share * 100).toFixed(decimals)));
  const different = ends.find(([low, high]) => low !== high);
  return different === undefined ? percent(range[1]) : `${different.join(" to ")} %`;
}

/** Writes 2781800 as `2.8 MB`. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Writes natural log odds of at least 0 in words: `7 times likelier`. Odds above a million are not written out. */
export function likelier(logOdds: number): string {
  const ratio = Math.exp(logOdds);
  return ratio > 1e6 ? "more than a million times likelier" : `${grouped(Number(ratio.toPrecision(3)))} times likelier`;
}

/** Writes a count with its noun: "1 document", "2 documents". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** Lists the first few items, and how many more there are: `a, b and 3 more`. @param most how many to list */
export function firstFew(items: readonly (string | number)[], most: number): string {
  const more = items.length > most ? ` and ${plural(items.length - most, "more", "more")}` : "";
  return items.slice(0, most).join(", ") + more;
}
