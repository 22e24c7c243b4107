import { InvalidArgumentError } from "commander";

/** Values with commas between them, each as `parse` takes it. */
export function listOf<T>(parse: (text: string) => T): (text: string) => T[] {
  return (text) =>
    text.split(",").map((part) => {
      try {
        return parse(part.trim());
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw new InvalidArgumentError(`${JSON.stringify(part)} in it: ${error.message}`);
      }
    });
}

/** One of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Required one of ${words.join(", ")}.`);
    return found;
  };
}

/** What another parser takes, or the word `all`, which is no limit. */
export function orAll(parse: (text: string) => number): (text: string) => number {
  return (text) => (text === "all" ? Number.POSITIVE_INFINITY : parse(text));
}
