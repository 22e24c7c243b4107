import { messageIdOf } from "../../../mail/message-facts.js";
import { withoutFields } from "../../../mail/rewrite/marked-message.js";
import { isServersField, MAX_REMOVED, symbolsOf } from "../../filter/spam-fields.js";
import { REQUIRED } from "../../filter/verdict.js";
import type { Checked, Desk, MailRequest } from "./desk.js";
import type { HttpProtocol, HttpRequest } from "./http.js";
import { RequestFault } from "./protocol.js";

/** Fields that name a message on the server in place of sending it: this server reads no files for its clients. */
const ELSEWHERE = ["file", "path", "shm"];

/**
 * Returns what rspamd answers by HTTP (rspamd.com/doc/developers/protocol.html): `/checkv2` and its older forms `/check`
 * and `/symbols`, `/learnspam` and `/learnham`, `/ping` and `/stat`.
 */
export function rspamdRoutes(desk: Desk): HttpProtocol["routes"] {
  const check = async (request: HttpRequest) => {
    const checked = await desk.check(mailRequest(request));
    const forged = checked.clean === checked.facts.message ? [] : serversFields(checked.facts.message);
    const action = forged.length > MAX_REMOVED ? "reject" : checked.action;
    const result = resultOf({ ...checked, action }, desk.actions);
    const { symbols, ...metric } = result;
    // The older forms have the same in an object of its own.
    const older = { ...metric, is_spam: checked.isSpam, ...symbols };
    const body = { ...result, ...(request.path === "/checkv2" ? {} : { default: older }), ...partsOf(checked, forged) };
    return { body, facts: { ...checked.facts, action } };
  };
  const learn = (as: "spam" | "ham") => async (request: HttpRequest) => {
    const password = request.fields.password?.[0] ?? "";
    const { hasChanged: success, facts } = await desk.tell({ ...mailRequest(request), password }, as);
    const error = success ? undefined : `nothing changed: the message is ${facts.outcomes}`;
    return { body: { success, error }, facts };
  };
  const about = ({ path }: HttpRequest) => ({ command: path.slice(1), message: new Uint8Array(0) });
  return {
    "/checkv2": check,
    "/check": check,
    "/symbols": check,
    "/learnspam": learn("spam"),
    "/learnham": learn("ham"),
    "/ping": async (request) => ({ body: "pong\r\n", facts: about(request) }),
    "/stat": async (request) => ({ body: desk.stat(), facts: about(request) }),
  };
}

/** Returns the request about a message. Whose it is comes from Deliver-To or else from Rcpt or else from User. */
function mailRequest({ path, fields, body: message }: HttpRequest): MailRequest {
  if (ELSEWHERE.some((name) => fields[name] !== undefined)) throw new RequestFault(400, "send the message itself");
  if (message.length === 0) throw new RequestFault(400, "the request has no message");
  const places = [fields["deliver-to"], fields.rcpt, fields.user];
  const recipients = places.find((names) => names?.some((name) => name !== ""));
  return { command: path.slice(1), message, recipients };
}

/** Returns the verdict in rspamd's words. */
function resultOf({ verdict, isSpam, score, action }: Checked, actions: Desk["actions"]) {
  const points = Number(score);
  const { label = "unsure", spam, model, probability } = verdict;
  const options = [`label=${label}`, `probability=${(spam?.probability ?? probability).toFixed(3)}`, `model=${model}`];
  const names = symbolsOf(verdict);
  // The points belong to the first symbol, so that their sum is the score.
  const symbols = names.map((name, i) => {
    const own = i === 0 ? points : 0;
    return [name, { name, score: own, metric_score: own, description: `Thresher: ${name}`, options }] as const;
  });
  return {
    is_skipped: false,
    score: points,
    required_score: REQUIRED,
    action: action ?? (isSpam ? "add header" : "no action"),
    thresholds: Object.fromEntries([["add header", REQUIRED], ...actions.map((each) => [each.action, each.score])]),
    symbols: Object.fromEntries(symbols),
  };
}

/** Returns the names of fields that servers add and the message has, in small letters: at most `MAX_REMOVED` + 1. */
function serversFields(message: Uint8Array): string[] {
  const found = new Set<string>();
  withoutFields(message, (name) => {
    if (found.size <= MAX_REMOVED && isServersField(name)) found.add(name);
    return false;
  });
  return [...found];
}

/** Returns the rest of rspamd's answer about a message. @param forged the names of fields to remove */
function partsOf({ facts, fields }: Checked, forged: readonly string[]) {
  // Clients fold long lines by themselves.
  const added = fields.map(({ name, value }) => [name, { value: value.replace(/\s*\n\s*/g, " "), order: 0 }]);
  return {
    messages: {},
    urls: [],
    emails: [],
    "message-id": messageIdOf(facts.message)?.replace(/^<|>$/g, "") ?? "undef",
    milter: {
      // 0: all fields with this name.
      remove_headers: Object.fromEntries(forged.map((name) => [name, 0])),
      add_headers: Object.fromEntries(added),
    },
  };
}
