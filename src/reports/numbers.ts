/** 11314 as `11,314`; what is behind a decimal point stays as it is. */
export function grouped(n: number | string): string {
  return String(n).replace(/(?<![.e].*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** .7728 as `77.3 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** 2781800 as `2.8 MB`. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** "1 document", "2 documents". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}
