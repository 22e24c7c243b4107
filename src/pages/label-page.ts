import { isRecord, isText } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import type { Labelling } from "../labelling/labelling.js";
import { type Change, ENDINGS, type LabellingState } from "../labelling/state.js";
import { partsOf } from "./page-parts.js";
import { PageServer } from "./server/page-server.js";

/** Milliseconds until a request for news is answered without any. */
const NEWS = 20_000;

/** The part of a session that the page needs. */
type LabellingSession = Pick<Labelling, "state" | "change" | "find" | "onChange">;

/** Makes the page of a labelling session. @param port default 0: a free one */
export function labelPage(session: LabellingSession, port?: number): PageServer {
  return new PageServer({
    ...partsOf("label"),
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

/** The fields of each change, with the test of their type. The session checks whether their values make sense. */
const FIELDS: Readonly<Record<Change["do"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  "name-group": { group: Number.isInteger, label: isText },
  "set-aside-group": { group: Number.isInteger },
  "start-questions": {},
  answer: { item: Number.isInteger, label: isText },
  "answer-alike": { item: Number.isInteger, label: isText },
  "answer-none": { item: Number.isInteger },
  "answer-found": { text: isText, label: isText },
  "rename-class": { name: isText, label: isText },
  ask: { item: Number.isInteger },
  skip: { item: Number.isInteger },
  undo: {},
  finish: {
    how: (value) => ENDINGS.some((ending) => ending === value),
    sureToo: (value) => typeof value === "boolean",
  },
};

/** Whether a value has the fields of a change, of the right types. */
function isChange(value: unknown): value is Change {
  if (!isRecord(value) || !isText(value.do) || !Object.hasOwn(FIELDS, value.do)) return false;
  return Object.entries(FIELDS[value.do as Change["do"]]).every(([name, isRight]) => isRight(value[name]));
}
