import { decodeBase64 } from "./base64.js";
import { decodeQuotedPrintable } from "./quoted-printable.js";
import { decodeUuencode } from "./uuencode.js";

/** Bytes without their transfer encoding, and whether they kept to its rules. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly faulty: boolean;
}

/**
 * Undoes a `Content-Transfer-Encoding` (RFC 2045, section 6). 7bit, 8bit, binary and what
 * nobody knows leave the bytes as they are: a view of them.
 *
 * @param encoding the value of the field in lower case
 */
export function decodeTransferEncoding(bytes: Uint8Array, encoding: string): Decoded {
  switch (encoding) {
    case "base64":
    case "base-64":
      return decodeBase64(bytes);
    case "quoted-printable":
    case "quotedprintable":
      return decodeQuotedPrintable(bytes);
    case "x-uuencode":
    case "uuencode":
    case "x-uue":
    case "uue":
      return decodeUuencode(bytes);
    default:
      return { bytes, faulty: !IDENTITIES.has(encoding) };
  }
}

/** Whether the encoding is one that leaves bytes as they are, known or not. */
export function isIdentity(encoding: string): boolean {
  return !/^(?:base-?64|quoted-?printable|(?:x-)?uu(?:encod)?e)$/.test(encoding);
}

const IDENTITIES = new Set(["", "7bit", "8bit", "binary", "7-bit", "8-bit"]);
