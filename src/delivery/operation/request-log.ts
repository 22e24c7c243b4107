import { resolve } from "node:path";
import { safeJson } from "../../base/safe-text.js";
import { messageIdOf } from "../../mail/message-facts.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import type { ServerEvent } from "../serving/protocols/protocol.js";

/** The forms of log lines. */
export const LOG_FORMS = ["text", "json"] as const;
export type LogForm = (typeof LOG_FORMS)[number];

/** A value that needs no quotes in a line of text. */
const WORD = /^[\w@./:+<>-]+$/;

/** Maximum length of a Message-ID, in characters: a hostile one may be as long as a header. */
const MAX_ID = 250;

/** The names and values of a line, in their order. Undefined values are left out. */
type Facts = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns the log line of an event of a server, without a line end. It holds nothing of a message but its Message-ID.
 * Undefined for clients that come and go.
 *
 * @param time when it happened
 */
export function eventLine(event: ServerEvent, form: LogForm, time: Date): string | undefined {
  const facts = factsOf(event);
  return facts && logLine({ client: event.client, from: event.from, at: event.at, ...facts }, form, time);
}

/**
 * Returns a log line: one JSON object, or the time and then `name=value` pairs. A value with unusual characters is a
 * JSON string there.
 */
export function logLine(facts: Facts, form: LogForm, time: Date): string {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (form === "json") return safeJson({ time: time.toISOString(), ...Object.fromEntries(given) });
  const pairs = given.map(([name, value]) => `${name}=${WORD.test(String(value)) ? value : safeJson(value)}`);
  return [time.toISOString(), ...pairs].join(" ");
}

function factsOf(event: ServerEvent): Facts | undefined {
  if (event.kind === "refused") return { fault: "too many clients" };
  if (event.kind === "fault") return { fault: event.reason, side: event.isClients ? "client" : "server" };
  if (event.kind !== "answered") return undefined;
  const { command, user, message, answer, decision: verdict, label, score, action, taught, outcomes } = event.facts;
  const milliseconds = Math.round(10 * event.milliseconds) / 10;
  const id = messageIdOf(classifiedBytes(message))?.slice(0, MAX_ID);
  const about = { command, user, "message-id": id, bytes: message.length, verdict, label, score, action, taught };
  const outcome = outcomes?.join();
  if (answer === undefined) return { ...about, outcome, milliseconds };
  const { model, isOwn, file, saved } = answer;
  const whose = isOwn ? "own" : "shared";
  const unsaved = saved === model ? undefined : saved;
  return { ...about, outcome, model, whose, file: file && resolve(file), saved: unsaved, milliseconds };
}
