/** In characters. Longer texts are rarely repeated. */
const LONGEST = 200;

/**
 * Remembers what a function returns for short texts, because mail repeats them.
 *
 * @param compute a pure function; callers must not change its result
 * @param most how many texts to remember. With one more, all others are forgotten
 */
export function remembering<T>(compute: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || text.length > LONGEST) return found ?? compute(text);
    // A copy, because a substring would keep the whole string in memory.
    const copy = Buffer.from(text, "utf16le").toString("utf16le");
    const made = compute(copy);
    if (known.size >= most) known.clear();
    known.set(copy, made);
    return made;
  };
}
