import type { FileProblem } from "./archive.js";

/** The fields in which mail programs and servers keep what they know of a message, and the subject. */
const FIELDS = /^(x-mozilla-status2?|x-status|status|x-imap|x-imapbase|subject):[ \t]*(.*)/gim;

/** A quick test for these fields, because most messages have none. */
const MAY_BE = /\n(?:x-mozilla-status|x-status|status|x-imap)/i;

/** A longer header is not searched to its end. */
const HEADER_BYTES = 1 << 16;

/** `X-Mozilla-Status` of Thunderbird: deleted or moved away, but its folder has not been compacted since. */
const EXPUNGED = 0x0008;

/** `X-Mozilla-Status2`: marked as deleted on the IMAP server. */
const IMAP_DELETED = 0x0020_0000;

/**
 * The problem with a message that mail programs do not show: it is marked as deleted, or a mail server keeps data of
 * its own in it. Undefined for all others.
 */
export function deletedProblem(message: Uint8Array): FileProblem | undefined {
  const header = headerOf(message);
  if (!MAY_BE.test(`\n${header}`)) return undefined;
  const found = new Map<string, string>();
  for (const [, name, value] of header.matchAll(FIELDS)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value.trim());
  }
  const hasBit = (name: string, bit: number) =>
    /^[\da-f]{4,8}$/i.test(found.get(name) ?? "") && (Number.parseInt(found.get(name) ?? "", 16) & bit) !== 0;
  // Letters for flags: R read, O old, D deleted, F flagged, A answered, T draft.
  const isMarked = ["status", "x-status"].some((name) => /^[ROFAT]*D[ROFATD]*$/.test(found.get(name) ?? ""));
  if (isMarked || hasBit("x-mozilla-status", EXPUNGED) || hasBit("x-mozilla-status2", IMAP_DELETED)) {
    return { problem: "deleted" };
  }
  const isData = found.get("subject")?.startsWith("DON'T DELETE THIS MESSAGE");
  if (!isData || !(found.has("x-imap") || found.has("x-imapbase"))) return undefined;
  return { problem: "deleted", detail: "data of a mail server" };
}

/** The header of a message, a character for each byte. */
export function headerOf({ buffer, byteOffset, length }: Uint8Array): string {
  const beginning = Buffer.from(buffer, byteOffset, Math.min(length, HEADER_BYTES));
  const plain = beginning.indexOf("\n\n");
  const rest = plain < 0 ? beginning : beginning.subarray(0, plain);
  const crlf = rest.indexOf("\n\r\n");
  return (crlf < 0 ? rest : rest.subarray(0, crlf)).toString("latin1");
}
