/** Creates a value when it is first needed. Building a regular expression can take longer than reading a message. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
