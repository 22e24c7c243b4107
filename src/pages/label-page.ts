import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isRecord } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import type { Labelling } from "../labelling/labelling.js";
import { type Change, type LabellingState, StaleError } from "../labelling/state.js";
import { STYLE } from "../reports/html/style.js";
import { LABEL_STYLE } from "./label-style.js";
import { PageServer, Refusal } from "./server/page-server.js";

/** Milliseconds until a request for news is answered without any. */
const NEWS = 20_000;

const CONFLICT = 409;

/** What the page needs of a session. */
type LabellingSession = Pick<Labelling, "state" | "change" | "onChange">;

/** Makes the page of a labelling session. @param port default 0: a free one */
export function labelPage(session: LabellingSession, port?: number): PageServer {
  return new PageServer({
    title: "Thresher: label",
    style: STYLE + LABEL_STYLE,
    script: readFileSync(createRequire(import.meta.url).resolve("#pages/label.js"), "utf8"),
    port,
    reads: { state: (query, signal) => newState(session, Number(query.get("seen")), signal) },
    changes: { change: (body) => changed(session, body) },
  });
}

/** Returns the state as soon as it is newer than the version seen, or after a while. */
function newState(session: LabellingSession, seen: number, signal: AbortSignal): Promise<LabellingState> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      stop();
      resolve(session.state());
    };
    const timer = setTimeout(end, NEWS);
    const stop = session.onChange(end);
    signal.addEventListener("abort", end);
    if (session.state().version !== seen) end();
  });
}

async function changed(session: LabellingSession, body: unknown): Promise<LabellingState> {
  if (!isRecord(body) || !isRecord(body.change) || typeof body.seen !== "number") {
    throw new DataError("a change must have change and seen");
  }
  try {
    // The session checks each field of the change.
    return await session.change(body.change as unknown as Change, body.seen);
  } catch (error) {
    throw error instanceof StaleError ? new Refusal(CONFLICT, session.state()) : error;
  }
}
