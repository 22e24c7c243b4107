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
