import { parseDate } from "../header/date.js";
import { firstValue, readHeader } from "../header/header.js";
import { bufferOf, CR, LF, SPACE, TAB } from "../lines.js";
import { beginsWithHeader } from "../news.js";
import { unfilteredMessage, withoutLaterFields } from "./marked-message.js";

/** Half of a SHA-256. It takes 2^64 tries to find two documents that share it, by chance or on purpose. */
export const DIGEST_BYTES = 16;

/** Fields that stay the same on the way. Programs add other fields, tag subjects and write flags into the header. */
const KEPT_FIELDS = ["message-id", "date", "from"] as const;

/**
 * Computes a digest of the parts of a document that stay the same, to recognize copies of one message to which servers
 * and mail programs have added fields. It covers
 *
 * - in a message: Message-ID, Date, From, and the body, with LF for every line end and without white space at its end;
 * - in a text, or a message without any of these fields: every byte.
 *
 * Both leave out header fields that teach nothing. A message also leaves out what `messageIn` does.
 */
export function identityOf(document: Uint8Array) {
  const bytes = unfilteredMessage(document);
  // With a fixed charset, the header is read the same whatever the rest of the message names.
  const { fields, end } = beginsWithHeader(bytes)
    ? readHeader(bytes, 0, undefined, "windows-1252")
    : { fields: [], end: 0 };
  const kept = KEPT_FIELDS.map((name) => firstValue(fields, name)?.replace(/\s+/g, " ") ?? null);
  const [, date] = kept;
  // Loaded here because loading takes longer than classifying a document, and classifying needs no digest.
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  if (kept.every((value) => value === null)) hash.update(withoutLaterFields(document));
  else hash.update(`${JSON.stringify(kept)}\n`).update(plainBody(bytes.subarray(end)));
  return {
    /** DIGEST_BYTES bytes. */
    digest: Uint8Array.from(hash.digest().subarray(0, DIGEST_BYTES)),
    /** The `Date` of a message, in milliseconds since 1970. */
    time: typeof date === "string" ? parseDate(date) : undefined,
  };
}

/** Returns a body with LF for every line end and without white space at its end. */
function plainBody(body: Uint8Array): Uint8Array {
  const plain = body.includes(CR)
    ? Buffer.from(bufferOf(body).toString("latin1").replace(/\r\n?/g, "\n"), "latin1")
    : body;
  let end = plain.length;
  while (end > 0 && (plain[end - 1] === LF || plain[end - 1] === SPACE || plain[end - 1] === TAB)) end--;
  return plain.subarray(0, end);
}
