import { createHash } from "node:crypto";
import { parseDate } from "./date.js";
import { DIGEST_BYTES } from "./digest-bytes.js";
import { firstValue, headerFields } from "./header.js";
import { afterLineEnd, CR, LF, lineEnd } from "./lines.js";
import { beginsWithHeader } from "./news.js";
import { withoutVerdicts } from "./verdict-fields.js";

/** By what a document is known again. */
export interface DocumentIdentity {
  /** `DIGEST_BYTES` bytes. */
  readonly digest: Uint8Array;
  /** Of a message: when it says that it was written, in milliseconds since 1970. */
  readonly time: number | undefined;
}

/** What a message keeps on its way: programs add fields, tag subjects, and write flags into the header. */
const KEPT_FIELDS = ["message-id", "date", "from"] as const;

/**
 * A digest of what stays the same of a document. Of a text that is every byte. Of a message
 * it is Message-ID, Date, From and the body, with LF for every line end and without blank
 * lines at its end, which mailboxes and servers change: the copy that was delivered and the
 * one that lies in a folder with `Received`, `Status` and our own field are one message. A
 * message with none of these fields is taken as a text. What filters write into a header is
 * left out of either, so that a text that has been through one comes back as itself.
 */
export function identityOf(document: Uint8Array): DocumentIdentity {
  const bytes = withoutVerdicts(document);
  const fields = beginsWithHeader(bytes) ? headerFields(bytes) : [];
  const kept = KEPT_FIELDS.map((name) => firstValue(fields, name)?.replace(/\s+/g, " ") ?? null);
  const [, date] = kept;
  const hash = createHash("sha256");
  if (kept.every((value) => value === null)) hash.update(bytes);
  else hash.update(`${JSON.stringify(kept)}\n`).update(plainBody(bytes));
  return {
    digest: Uint8Array.from(hash.digest().subarray(0, DIGEST_BYTES)),
    time: typeof date === "string" ? parseDate(date) : undefined,
  };
}

function plainBody(message: Uint8Array): Uint8Array {
  const body = message.subarray(bodyStart(message));
  const plain = body.includes(CR) ? withLineFeeds(body) : body;
  let end = plain.length;
  while (end > 0 && (plain[end - 1] === LF || plain[end - 1] === 0x20 || plain[end - 1] === 0x09)) end--;
  return plain.subarray(0, end);
}

/** After the first blank line, or at the end. */
function bodyStart(message: Uint8Array): number {
  for (let at = 0; at < message.length; ) {
    const end = lineEnd(message, at);
    const next = afterLineEnd(message, end);
    if (end === at) return next;
    at = next;
  }
  return message.length;
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== CR) plain[size++] = bytes[i];
    else if (bytes[i + 1] !== LF) plain[size++] = LF;
  }
  return plain.subarray(0, size);
}
