/** What is made when it is first asked for: what most messages do not ask for takes longer to make than they take to read. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
