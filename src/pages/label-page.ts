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
  if (!isRecord(body) || !isChange(body.change) || typeof body.seen !== "number") {
    throw new DataError("this is not a change that the page makes");
  }
  try {
    return await session.change(body.change, body.seen);
  } catch (error) {
    throw error instanceof StaleError ? new Refusal(CONFLICT, session.state()) : error;
  }
}

/** The fields of each change, with the test of their type. The session checks whether their values make sense. */
const FIELDS: Readonly<Record<Change["do"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  "name-group": { group: Number.isInteger, label: isText },
  "merge-groups": { groups: (value) => Array.isArray(value) && value.length > 1 && value.every(Number.isInteger) },
  "set-aside-group": { group: Number.isInteger },
  "start-questions": {},
  answer: { item: Number.isInteger, label: isText },
  "answer-alike": { item: Number.isInteger, label: isText },
  skip: { item: Number.isInteger },
  undo: {},
  finish: { how: (value) => ENDINGS.includes(value), sureToo: (value) => typeof value === "boolean" },
};

const ENDINGS: readonly unknown[] = ["copy", "move", "link", "list"];

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** Whether a value has the fields of a change, of the right types. */
function isChange(value: unknown): value is Change {
  if (!isRecord(value) || typeof value.do !== "string" || !Object.hasOwn(FIELDS, value.do)) return false;
  return Object.entries(FIELDS[value.do as Change["do"]]).every(([name, isRight]) => isRight(value[name]));
}
