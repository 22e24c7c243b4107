import type { FileProblem } from "./archive.js";

/** The subject, and the fields in which mail programs and servers store the state of a message. */
const FIELDS = /^(x-mozilla-status2?|x-status|status|x-imap|x-imapbase|subject):[ \t]*(.*)/gim;

/** A quick test for these fields, except the subject. Most messages have none of them. */
const MAY_BE = /\n(?:x-mozilla-status|x-status|status|x-imap)/i;

/** In bytes. The rest of a longer header is not searched. */
const HEADER_BYTES = 1 << 16;

/** Thunderbird's `X-Mozilla-Status`: deleted or moved, but the folder has not been compacted since. */
const EXPUNGED = 0x0008;

/** `X-Mozilla-Status2`: marked as deleted on the IMAP server. */
const IMAP_DELETED = 0x0020_0000;

/**
 * Returns the problem with a message that mail programs do not show: it is marked as deleted, or contains data of a
 * mail server. Returns undefined for all other messages.
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
  // Flags: R read, O old, D deleted, F flagged, A answered, T draft.
  const isMarked = ["status", "x-status"].some((name) => /^[ROFAT]*D[ROFATD]*$/.test(found.get(name) ?? ""));
  if (isMarked || hasBit("x-mozilla-status", EXPUNGED) || hasBit("x-mozilla-status2", IMAP_DELETED)) {
    return { problem: "deleted" };
  }
  const isData = found.get("subject")?.startsWith("DON'T DELETE THIS MESSAGE");
  if (!isData || !(found.has("x-imap") || found.has("x-imapbase"))) return undefined;
  return { problem: "deleted", detail: "data of a mail server" };
}

/** Returns the header of a message, with one character for each byte. */
export function headerOf({ buffer, byteOffset, length }: Uint8Array): string {
  const beginning = Buffer.from(buffer, byteOffset, Math.min(length, HEADER_BYTES));
  const plain = beginning.indexOf("\n\n");
  const rest = plain < 0 ? beginning : beginning.subarray(0, plain);
  const crlf = rest.indexOf("\n\r\n");
  return (crlf < 0 ? rest : rest.subarray(0, crlf)).toString("latin1");
}
