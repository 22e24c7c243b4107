/** The signals that ask a program to end: by Ctrl-C, by `kill`, and by closing its terminal. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/**
 * Calls a function at the first signal that asks the program to end. The program goes on. A second signal ends it.
 *
 * @param signals default: SIGINT and SIGTERM
 * @returns a function that stops listening
 */
export function onEndSignal(
  act: (signal: EndSignal) => void,
  signals: readonly EndSignal[] = ["SIGINT", "SIGTERM"],
): () => void {
  const onSignal = (signal: EndSignal) => {
    stop();
    act(signal);
  };
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}

/** With fewer matrix entries, collecting the garbage takes longer than it is worth. */
const MIN_ENTRIES = 4e6;

/** The collector of V8; undefined until it is first needed. */
let collect: (() => void) | undefined;

/**
 * Frees the memory of large arrays that are no longer used. They lie outside the heap of V8, so V8 collects them late
 * and holds twice as much memory as is in use. A collection takes about 10 ms.
 *
 * @param entries number of matrix entries that were worked on; with fewer than `MIN_ENTRIES`, it does nothing
 */
export function collectGarbage(entries: number): void {
  if (entries >= MIN_ENTRIES) collectAllGarbage();
}

/** Frees the memory of everything that is no longer used. Takes 10 ms or more. */
export function collectAllGarbage(): void {
  if (collect === undefined) {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--expose-gc");
    collect = process.getBuiltinModule("node:vm").runInNewContext("gc") as () => void;
    // V8 rejects cached code if the flags differ, so the flag is reset.
    setFlagsFromString("--no-expose-gc");
  }
  collect();
}
