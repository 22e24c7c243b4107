/** Work on fewer entries of rows leaves so little behind that collecting it takes longer than it is worth. */
const FEW = 4e6;

let collect: (() => void) | undefined;

/**
 * Frees the memory of large arrays that nobody needs any more. They lie outside the heap of V8, so it sees little
 * reason to collect them, and holds twice as much as is in use. It takes some 10 ms: the heap itself is small.
 *
 * @param entries how many entries of rows were worked on: of few, it does nothing
 */
export function collectGarbage(entries: number): void {
  if (entries < FEW) return;
  if (collect === undefined) {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--expose-gc");
    collect = process.getBuiltinModule("node:vm").runInNewContext("gc") as () => void;
    // Code that is kept compiled depends on the flags.
    setFlagsFromString("--no-expose-gc");
  }
  collect();
}
