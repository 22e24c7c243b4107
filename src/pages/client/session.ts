import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Change, LabellingState } from "../../labelling/state.js";
import { changeOf, read } from "./ask.js";

/** What every step of the page gets. */
export interface View {
  readonly state: LabellingState;
  /** Asks for a change, and returns whether it was made. For each state, one: others are dropped until there is news. */
  send(change: Change): Promise<boolean>;
  /** Goes from the questions to the last step, or back. */
  setEnding(isEnding: boolean): void;
}

/** In milliseconds, between attempts to reach the server again. */
const PAUSE = 1000;

/**
 * Follows the session of the server, and sends changes to it.
 *
 * @returns the state, undefined until the first answer of the server; and why the last change was not made, or that the
 *   server has ended, otherwise empty
 */
export function useSession(): Pick<View, "send"> & {
  readonly state: LabellingState | undefined;
  readonly error: string;
} {
  const [state, setState] = useState<LabellingState>();
  const [error, setError] = useState("");
  /** The version that the page shows, and the one for which a change is on its way. */
  const seen = useRef(-1);
  const changing = useRef(-2);

  const take = useCallback((next: LabellingState) => {
    if (next.version < seen.current) return;
    seen.current = next.version;
    setState(next);
  }, []);

  useEffect(() => void follow(() => seen.current, take, setError), [take]);

  const send = async (change: Change) => {
    if (changing.current === seen.current) return false;
    changing.current = seen.current;
    try {
      take(await changeOf<LabellingState>("change", { change, seen: seen.current }));
      setError("");
      return true;
    } catch (error) {
      changing.current = -2;
      setError((error as Error).message);
      return false;
    }
  };

  return { state, error, send };
}

/** Asks for each new state until the session is done. The server waits with its answer until there is one. */
async function follow(
  seen: () => number,
  take: (state: LabellingState) => void,
  setError: (error: string) => void,
): Promise<void> {
  let isLost = false;
  while (true) {
    try {
      const state = await read<LabellingState>("state", { seen: seen() });
      take(state);
      if (state.phase === "done") return;
      if (isLost) setError("");
      isLost = false;
    } catch (error) {
      isLost = true;
      setError((error as Error).message);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
