/**
 * Returns a function that creates a value on its first call and returns the same value afterwards. Regular expressions
 * use it, because compiling one can take longer than reading a message.
 */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Maximum length of a text that is remembered, in characters. Longer texts are rarely repeated. */
const LONGEST = 200;

/**
 * Returns a function that remembers the results for short texts, because mail repeats them.
 *
 * @param compute a pure function; callers must not change its result
 * @param most maximum number of texts to remember; one more text makes it forget all others
 */
export function remembering<T>(compute: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || text.length > LONGEST) return found ?? compute(text);
    // A copy, because a substring would keep the whole string in memory. V8 makes one when it cuts a joined string.
    const copy = ` ${text}`.slice(1);
    const made = compute(copy);
    if (known.size >= most) known.clear();
    known.set(copy, made);
    return made;
  };
}
