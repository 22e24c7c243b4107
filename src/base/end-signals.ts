/** The signals that ask a program to end: Ctrl-C, `kill`, and a terminal that is closed. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/**
 * Calls a function at the first signal that asks the program to end. The program goes on then; a second signal ends it.
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
