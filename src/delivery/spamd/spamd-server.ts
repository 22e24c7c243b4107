import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { formatParameter } from "../../mail/header/header-value.js";
import { bufferOf, CR, LF } from "../../mail/lines.js";
import { whyUnmarkable } from "../../mail/message-place.js";
import { markedParts, type NewField, unmarkedMessage } from "../../mail/rewrite/marked-message.js";
import type { Fate } from "../../model/learning/learner.js";
import { spamIn, verdictOf } from "../filter/decide.js";
import { FILTER_STYLES } from "../filter/filter-styles.js";
import type { Models } from "../filter/teacher.js";
import { REQUIRED, spamScore, type Verdict } from "../filter/verdict.js";
import type { Protocol, Reply } from "../serving/protocols/protocol.js";
import { type SpamdRequest, spamdRequestIn } from "./spamd-request.js";

/**
 * Returns the protocol of SpamAssassin's `spamd`: one request and one answer for each connection.
 *
 * @param spam the class that is spam: see `FilterOptions`
 * @param program the version of this program
 */
export function spamdProtocol(models: Models, spam: string | undefined, program: string): Protocol<SpamdRequest> {
  return {
    isSingle: true,
    requestIn: spamdRequestIn,
    async answer(request) {
      const { command, user, message } = request;
      const about = { command, user, message };
      if (command === "SKIP") return { bytes: Buffer.alloc(0), facts: about };
      if (command === "PING") return { bytes: Buffer.from("SPAMD/1.5 0 PONG\r\n"), facts: about };
      if (command !== "TELL") return verdictReply(models, request, spam, program);
      const { taught, outcomes } = await carryOutTell(models, request, spam);
      const done = request.isSet ? "DidSet: local" : "DidRemove: local";
      const hasChanged = outcomes.some((fate) => CHANGES.includes(fate));
      return { bytes: answerBytes([...(hasChanged ? [done] : []), ""]), facts: { ...about, taught, outcomes } };
    },
    /** As spamd does it: one line. Clients then pass the message on as it was. */
    fault(reason, isClients) {
      const code = isClients ? "76 Bad header line" : "69 Service Unavailable";
      return Buffer.from(`SPAMD/1.0 ${code}: ${safeText(reason)}\r\n`);
    },
  };
}

/** Answers a command that asks for a verdict. @param program the version of this program */
async function verdictReply(
  models: Models,
  request: SpamdRequest,
  spam: string | undefined,
  program: string,
): Promise<Reply> {
  const { command, version, user, message } = request;
  const clean = unmarkedMessage(message, OUR_FIELDS, FOREIGN_FIELDS);
  const answer = await models.answer(clean, user);
  const verdict = verdictOf(answer, { style: "spamassassin", spam });
  const { decision, label } = verdict;
  const { isSpam, score } = spamScore(verdict);
  const facts = { command, user, message, answer, decision, label, score };
  const words = command === "REPORT_IFSPAM" ? ["No", "Yes"] : ["False", "True"];
  const spamField = `Spam: ${words[Number(isSpam)]} ; ${score} / ${REQUIRED.toFixed(1)}`;
  if (command === "CHECK") return { bytes: answerBytes([spamField]), facts };
  const isMarked = command === "PROCESS" || command === "HEADERS";
  // As spamd does it, only old clients get a line end after SYMBOLS.
  const end = command === "SYMBOLS" && version < 1.3 ? "\r\n" : "";
  const body = isMarked
    ? markedMessage(request, clean, spamdFields(verdict, program))
    : [Buffer.from(textFor(command, verdict) + end)];
  // For the oldest clients, the message follows the first line at once.
  if (isMarked && version < 1.2) {
    return { bytes: Buffer.concat([Buffer.from("SPAMD/1.0 0 EX_OK\r\n"), ...body]), facts };
  }
  const length = `Content-length: ${sumOf(body.map((part) => part.length))}`;
  // Clients of version 1.2, such as Exim, read exactly one field.
  const fields = version >= 1.3 ? [length, spamField] : [isMarked ? length : spamField];
  return { bytes: answerBytes(fields, body), facts };
}

/** Fields of SpamAssassin, which a message can only have from elsewhere. They are removed, as SpamAssassin does. */
const FOREIGN_FIELDS = /^x-spam-(?!prev-)/;
/** Our own field. A message may have it from an earlier server, so it is removed as well. */
const OUR_FIELDS = ["X-Thresher"];
/** The outcomes of lessons that changed the model. */
const CHANGES: readonly Fate[] = ["learned", "relabelled", "unlearned"];

/** Returns the bytes of an answer: its first line, fields, a blank line, and the body. */
function answerBytes(fields: readonly string[], body: readonly Uint8Array[] = []): Uint8Array {
  const lines = ["SPAMD/1.1 0 EX_OK", ...fields, "", ""];
  const head: Uint8Array = Buffer.from(lines.join("\r\n"));
  return Buffer.concat([head].concat(body));
}

/** Returns the text of an answer to SYMBOLS, REPORT or REPORT_IFSPAM. The last is empty unless the message is spam. */
function textFor(command: string, verdict: Verdict): string {
  if (command === "SYMBOLS") return symbolsOf(verdict);
  return command === "REPORT" || verdict.decision === "spam" ? reportOf(verdict) : "";
}

/** Returns the message with its new header, in parts; with HEADERS, without what follows the header. */
function markedMessage({ command, message }: SpamdRequest, clean: Uint8Array, fields: NewField[]): Uint8Array[] {
  const why = whyUnmarkable(clean);
  if (why !== undefined) throw new DataError(`${why}: no field can be added to it`);
  const parts = markedParts(clean, fields);
  if (command === "PROCESS") return parts;
  const whole = Buffer.concat(parts);
  const body = message.subarray(bodyStart(bufferOf(message)));
  const end = whole.length - body.length;
  if (end >= 0 && whole.subarray(end).equals(body)) return [whole.subarray(0, end)];
  throw new DataError("the header of this message has no clear end");
}

/**
 * Returns where the body begins: after the first `\n\n` or `\r\n\r\n`. A client finds it in the same way, and puts its
 * own copy of the body after the new header.
 */
function bodyStart(message: Buffer): number {
  for (let at = message.indexOf("\n"); at >= 0; at = message.indexOf("\n", at + 1)) {
    if (message[at + 1] === LF) return at + 2;
    if (message[at - 1] === CR && message[at + 1] === CR && message[at + 2] === LF) return at + 3;
  }
  return message.length;
}

/** Learns or unlearns the message of TELL. Returns what was taught, and the outcomes. */
async function carryOutTell(
  models: Models,
  { user, message, messageClass, isSet, isRemoved }: SpamdRequest,
  spam: string | undefined,
): Promise<{ readonly taught?: string; readonly outcomes: readonly Fate[] }> {
  if (models.teach === undefined) throw new DataError("this server does not learn: start it with --allow-tell");
  if (!isSet && !isRemoved) return { outcomes: [] };
  if (!isSet) return { taught: "forget", outcomes: (await models.teach({ kind: "unlearn" }, message, user)).fates };
  const { ranking } = await models.answer(message, user);
  const spamClass = spamIn(ranking, spam);
  const { label } = (messageClass === "spam" ? spamClass : ranking.find((entry) => entry !== spamClass)) ?? {};
  if (label === undefined) throw new DataError("the model has only one class, spam: teach it ham first");
  const lesson = { kind: "learn", label, time: Date.now() } as const;
  return { taught: label, outcomes: (await models.teach(lesson, message, user)).fates };
}

/** SpamAssassin's names for ranges of P(spam), which rules of mail programs know. */
const BAYES = ["00", "05", "20", "40", "50", "60", "80", "95", "99", "999"];
/** The limits between these ranges. */
const LIMITS = [0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999];

/**
 * Returns the names of the tests that a message meets: `BAYES_00` to `BAYES_999` by P(spam), unless nothing of the
 * message is known, and `THRESHER_SPAM`, `THRESHER_HAM` or `THRESHER_UNSURE` by the decision.
 */
function symbolsOf({ decision = "unsure", spam, isGuess }: Verdict): string {
  const bayes = BAYES[LIMITS.filter((limit) => (spam?.probability ?? 0) >= limit).length];
  return `${isGuess ? "" : `BAYES_${bayes},`}THRESHER_${decision.toUpperCase()}`;
}

/**
 * Returns the fields for the header of a message, as SpamAssassin names them, and our own with the class.
 *
 * @param version of this program
 */
function spamdFields(verdict: Verdict, version: string): NewField[] {
  const { isSpam, score, stars } = spamScore(verdict);
  const result = `${isSpam ? "Yes" : "No"}, score=${score} required=${REQUIRED.toFixed(1)} tests=${symbolsOf(verdict)}`;
  const details = `autolearn=no ${formatParameter("label", verdict.label ?? "unsure")} version=thresher`;
  return [
    { name: "X-Spam-Checker-Version", value: `Thresher ${version} (model ${verdict.model})` },
    ...(isSpam ? [{ name: "X-Spam-Flag", value: "YES" }] : []),
    { name: "X-Spam-Level", value: stars },
    { name: "X-Spam-Score", value: score },
    { name: "X-Spam-Status", value: `${result}\n\t${details}` },
    ...FILTER_STYLES.thresher.fields(verdict),
  ];
}

/** Returns a report for people, in a few lines of ASCII. */
export function reportOf(verdict: Verdict): string {
  const { score } = spamScore(verdict);
  const { probability = 0 } = verdict.spam ?? {};
  const label = formatParameter("label", verdict.label ?? "unsure");
  return `Thresher, model ${verdict.model}: ${score} points, spam from ${REQUIRED.toFixed(1)}

  pts rule name              description
----- ---------------------- ------------------------------------------
${score.padStart(5)} ${symbolsOf(verdict).padEnd(22)} ${label}, spam with a probability of ${probability.toFixed(4)}
`;
}
