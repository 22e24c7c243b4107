import { isRecord, isText } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import type { Labelling } from "../labelling/labelling.js";
import { CHANGES, type Change, type LabellingState } from "../labelling/state.js";
import { PageServer } from "./server/page-server.js";

/** Milliseconds to wait for news before answering a request. */
const NEWS = 20_000;

/** The part of a session that the page needs. */
type LabellingSession = Pick<Labelling, "state" | "change" | "find" | "onChange">;

/** Makes the page of a labelling session. @param port default 0: a free one */
export function labelPage(session: LabellingSession, port?: number): PageServer {
  return new PageServer({
    page: "label",
    port,
    reads: {
      state: (query, signal) => newState(session, Number(query.get("seen")), signal),
      find: (query) => session.find(query.get("text") ?? "") ?? {},
    },
    changes: { change: (body) => changed(session, body) },
  });
}

/** Returns the state as soon as it is newer than the version seen, or after a while. */
function newState(session: LabellingSession, seen: number, signal: AbortSignal): Promise<LabellingState> {
  const noNews = AbortSignal.any([signal, AbortSignal.timeout(NEWS)]);
  return new Promise((resolve) => {
    const end = () => {
      stop();
      resolve(session.state());
    };
    const stop = session.onChange(end);
    noNews.addEventListener("abort", end);
    if (session.state().version !== seen) end();
  });
}

function changed(session: LabellingSession, body: unknown): Promise<LabellingState> {
  if (!isRecord(body) || !isChange(body.change) || typeof body.seen !== "number") {
    throw new DataError("this is not a change that the page makes");
  }
  return session.change(body.change, body.seen);
}

/** Whether a value has the fields of a change, of the right types. The session checks whether their values make sense. */
function isChange(value: unknown): value is Change {
  if (!isRecord(value) || !isText(value.do) || !Object.hasOwn(CHANGES, value.do)) return false;
  const tests = Object.entries(CHANGES[value.do as Change["do"]]);
  return tests.every(([field, isRight]) => isRight(value[field]));
}
