/**
 * What is made when it is first asked for. An expression with properties of characters takes
 * longer to make than a message of ASCII takes to read, and none of these is asked of one.
 */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
