/** Makes a value when it is first needed. Some regular expressions take longer to build than a message takes to read. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
