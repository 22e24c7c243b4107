import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Change, LabellingState } from "../../labelling/state.js";
import { read } from "./ask.js";

/** The session as a page has it. */
export interface Session {
  /** Absent until the first answer of the server. */
  readonly state?: LabellingState | undefined;
  /** Why the last change was not made; empty if it was. */
  readonly error: string;
  /** Whether the server has ended. */
  readonly isLost: boolean;
  /** Asks for a change, and returns whether it was made. One at a time: others are dropped while one is on its way. */
  send(change: Change): Promise<boolean>;
}

/** In milliseconds, between attempts to reach the server again. */
const PAUSE = 1000;
/** Attempts until the page says that the server has ended. */
const ATTEMPTS = 3;

const CONFLICT = 409;

/** Follows the session of the server, and sends changes to it. */
export function useSession(): Session {
  const [state, setState] = useState<LabellingState>();
  const [error, setError] = useState("");
  const [isLost, setLost] = useState(false);
  const seen = useRef(-1);
  const isSending = useRef(false);

  const take = useCallback((next: LabellingState) => {
    if (next.version < seen.current) return;
    // Often the news are here before the answer. The user may go on then.
    if (next.version > seen.current) isSending.current = false;
    seen.current = next.version;
    setState(next);
  }, []);

  useEffect(() => void follow(() => seen.current, take, setLost), [take]);

  const send = async (change: Change) => {
    if (isSending.current) return false;
    isSending.current = true;
    try {
      const body = JSON.stringify({ change, seen: seen.current });
      const answer = await fetch("change", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      const result = await answer.json();
      if (answer.ok || answer.status === CONFLICT) take(result);
      const fault = answer.status === CONFLICT ? "Another window was faster; this is what holds now." : result.error;
      setError(answer.ok ? "" : fault);
      return answer.ok;
    } catch {
      setError("The answer could not be sent.");
      return false;
    } finally {
      isSending.current = false;
    }
  };

  return { state, error, isLost, send };
}

/** Asks for each new state until the session is done. The server waits with its answer until there is one. */
async function follow(
  seen: () => number,
  take: (state: LabellingState) => void,
  setLost: (isLost: boolean) => void,
): Promise<void> {
  let failures = 0;
  while (true) {
    try {
      const state = await read<LabellingState>("state", { seen: seen() });
      take(state);
      if (state.phase === "done") return;
      failures = 0;
      setLost(false);
    } catch {
      failures++;
      if (failures >= ATTEMPTS) setLost(true);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
