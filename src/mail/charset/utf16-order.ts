/** Detects undeclared UTF-16 by the positions of its NULs. Returns undefined for other text. */
export function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const { even, odd, size } = nulsIn(bytes);
  // In UTF-16 with Latin letters, nearly half of the bytes are NUL, and all are at even or all at odd positions. Required
  // are three eighths of all bytes on one side, and on the other side at most a tenth of that.
  if (Math.max(even, odd) * 8 < size * 3 || Math.min(even, odd) * 10 > Math.max(even, odd)) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Counts the NULs at even and odd places among the first `size` bytes. */
export function nulsIn(bytes: Uint8Array): { even: number; odd: number; size: number } {
  const size = Math.min(bytes.length, NULS_SEARCHED);
  const nuls = [0, 0];
  for (let i = 0; i < size; i++) if (bytes[i] === 0) nuls[i & 1]++;
  return { even: nuls[0], odd: nuls[1], size };
}

/** In bytes. These are enough to decide. */
const NULS_SEARCHED = 4096;
