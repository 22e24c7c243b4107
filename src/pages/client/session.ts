import type { Change, LabellingState } from "../../labelling/state.js";
import { changeOf, read } from "./ask.js";
import { withKeysWaiting } from "./keys.js";

/** The properties of every step of the page. */
export interface View {
  readonly state: LabellingState;
  /** Asks for a change, and returns whether it was made. One at a time: keys wait meanwhile, other changes are dropped. */
  send(change: Change): Promise<boolean>;
  /** Goes from the questions to another step, or back. */
  goTo(step: "questions" | "found" | "ending"): void;
}

/** In milliseconds, between attempts to reach the server again. */
const PAUSE = 1000;

/**
 * Follows the session of the server until it is done, and sends changes to it.
 *
 * @param show is called with each new state, which is undefined until the first answer of the server, and with each error:
 *   why the last change was not made, or that the server has ended; otherwise empty
 */
export async function followSession(
  show: (state: LabellingState | undefined, error: string, send: View["send"]) => void,
): Promise<void> {
  // The assertion keeps TypeScript from taking it for undefined in the loop.
  let state = undefined as LabellingState | undefined;
  let refusal = "";
  let lost = "";
  let isChanging = false;

  const draw = () => show(state, lost || refusal, send);
  /** Takes a newer state. Returns why there is none. */
  const take = async (answer: Promise<LabellingState>) => {
    const next = await answer.catch((error: Error) => error.message);
    if (typeof next === "string") return next;
    if (state === undefined || next.version > state.version) state = next;
    return "";
  };
  const send = async (change: Change) => {
    if (isChanging) return false;
    isChanging = true;
    return withKeysWaiting(async () => {
      refusal = await take(changeOf("change", { change, seen: state?.version }));
      isChanging = false;
      draw();
      return refusal === "";
    });
  };

  draw();
  while (state?.phase !== "done") {
    // The server waits with its answer until there is a new state.
    lost = await take(read(`state?seen=${state?.version ?? -1}`));
    draw();
    if (lost !== "") await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
