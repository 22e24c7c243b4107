import { DataError } from "../../../base/errors.js";
import { sumOf } from "../../../base/lists.js";
import { safeText } from "../../../base/safe-text.js";
import { formatParameter } from "../../../mail/header/header-value.js";
import { bufferOf, CR, LF } from "../../../mail/lines.js";
import { partsWith } from "../../filter/mail-filter.js";
import { symbolsOf } from "../../filter/spam-fields.js";
import { REQUIRED } from "../../filter/verdict.js";
import type { Checked, Desk } from "./desk.js";
import type { Protocol } from "./protocol.js";
import { type SpamdRequest, spamdRequestIn } from "./spamd-request.js";

/** Returns the protocol of SpamAssassin's `spamd`: one request and one answer for each connection. */
export function spamdProtocol(desk: Desk): Protocol<SpamdRequest> {
  return {
    isSingle: true,
    requestIn: spamdRequestIn,
    async answer(request) {
      const { command, user, message, messageClass, isSet, isRemoved } = request;
      if (command === "SKIP" || command === "PING") {
        const pong = command === "PING" ? "SPAMD/1.5 0 PONG\r\n" : "";
        return { bytes: Buffer.from(pong), facts: { command, user, message } };
      }
      if (command === "TELL") {
        const as = isSet ? messageClass : isRemoved ? "forget" : undefined;
        const { hasChanged, facts } = await desk.tell(request, as);
        const done = isSet ? "DidSet: local" : "DidRemove: local";
        return { bytes: answerBytes([...(hasChanged ? [done] : []), ""]), facts };
      }
      const checked = await desk.check(request);
      return { bytes: verdictBytes(request, checked), facts: checked.facts };
    },
    /** As spamd does it: one line. Clients then pass the message on as it was. */
    fault(reason, isClients) {
      const code = isClients ? "76 Bad header line" : "69 Service Unavailable";
      return Buffer.from(`SPAMD/1.0 ${code}: ${safeText(reason)}\r\n`);
    },
  };
}

/** Returns the answer to a command that asks for a verdict. */
function verdictBytes(request: SpamdRequest, checked: Checked): Uint8Array {
  const { command, version } = request;
  const words = command === "REPORT_IFSPAM" ? ["No", "Yes"] : ["False", "True"];
  const spamField = `Spam: ${words[Number(checked.isSpam)]} ; ${checked.score} / ${REQUIRED.toFixed(1)}`;
  if (command === "CHECK") return answerBytes([spamField]);
  const isMarked = command === "PROCESS" || command === "HEADERS";
  // As spamd does it, only old clients get a line end after SYMBOLS.
  const end = command === "SYMBOLS" && version < 1.3 ? "\r\n" : "";
  const body = isMarked ? markedMessage(request, checked) : [Buffer.from(textFor(command, checked) + end)];
  // For the oldest clients, the message follows the first line at once.
  if (isMarked && version < 1.2) return Buffer.concat([Buffer.from("SPAMD/1.0 0 EX_OK\r\n"), ...body]);
  const length = `Content-length: ${sumOf(body.map((part) => part.length))}`;
  // Clients of version 1.2, such as Exim, read exactly one field.
  const fields = version >= 1.3 ? [length, spamField] : [isMarked ? length : spamField];
  return answerBytes(fields, body);
}

/** Returns the bytes of an answer: its first line, fields, a blank line, and the body. */
function answerBytes(fields: readonly string[], body: readonly Uint8Array[] = []): Uint8Array {
  const lines = ["SPAMD/1.1 0 EX_OK", ...fields, "", ""];
  const head: Uint8Array = Buffer.from(lines.join("\r\n"));
  return Buffer.concat([head].concat(body));
}

/** Returns the text of an answer to SYMBOLS, REPORT or REPORT_IFSPAM. The last is empty unless the message is spam. */
function textFor(command: string, checked: Checked): string {
  if (command === "SYMBOLS") return String(symbolsOf(checked.verdict));
  return command === "REPORT" || checked.isSpam ? reportOf(checked) : "";
}

/** Returns the message with its new header, in parts; with HEADERS, without what follows the header. */
function markedMessage({ command, message }: SpamdRequest, { clean, fields }: Checked): Uint8Array[] {
  const parts = partsWith(clean, fields);
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

/** Returns a report for people, in a few lines of ASCII. */
function reportOf({ verdict, score }: Checked): string {
  const { probability = 0 } = verdict.spam ?? {};
  const label = formatParameter("label", verdict.label ?? "unsure");
  return `Thresher, model ${verdict.model}: ${score} points, spam from ${REQUIRED.toFixed(1)}

  pts rule name              description
----- ---------------------- ------------------------------------------
${score.padStart(5)} ${String(symbolsOf(verdict)).padEnd(22)} ${label}, spam with a probability of ${probability.toFixed(4)}
`;
}
