/**
 * Encodes the name of a mail folder in modified UTF-7 (RFC 3501, section 5.1.3), as IMAP and Maildir++ write it:
 * `Entwürfe` becomes `Entw&APw-rfe`. Half a surrogate pair becomes U+FFFD.
 */
export function encodedFolderName(name: string): string {
  const wellFormed = Buffer.from(name).toString();
  return wellFormed.replace(/&|[^\x20-\x7e]+/g, (sequence) => (sequence === "&" ? "&-" : `&${base64(sequence)}-`));
}

/** Decodes a name in modified UTF-7. Returns any other name, such as `R&D` or a name in UTF-8, as it is. */
export function decodedFolderName(name: string): string {
  if (!name.includes("&")) return name;
  const text = name.replace(/&([^-]*)-/g, (_, digits: string) => (digits === "" ? "&" : utf16(digits)));
  return encodedFolderName(text) === name ? text : name;
}

/** Encodes a text as modified base64: of UTF-16, most significant byte first, with `,` for `/`, without padding. */
function base64(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("base64").replace(/=+$/, "").replaceAll("/", ",");
}

/** Decodes modified base64. Half a unit at the end is left out. */
function utf16(digits: string): string {
  const bytes = Buffer.from(digits.replaceAll(",", "/"), "base64");
  const whole = bytes.subarray(0, bytes.length & ~1);
  return whole.swap16().toString("utf16le");
}
