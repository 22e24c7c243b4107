import { createHash } from "node:crypto";
import { extname } from "node:path";
import { firstBytes } from "../document.js";

/** The longest name that common file systems allow, in bytes. */
export const MAX_NAME_BYTES = 255;

/** In bytes. Longer names are cut, which leaves space for a dot and a number such as `-2`. */
const KEPT_BYTES = MAX_NAME_BYTES - 24;

/**
 * The parts of a name that Windows and its network folders cannot keep: names of devices such as `con` and `NUL.txt`,
 * and a dot or blank at the end. The name of `..` stays as it was.
 */
const UNSAFE_ON_WINDOWS = /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?=\.|$)|(?<!^%2e)[. ]$/i;

/**
 * Returns a text as the name of a file or folder: the text itself, if it can be one. A slash, control characters, halves of
 * a character, a dot at the beginning, and the first or last character of a name that Windows cannot have become `%` and
 * two or four hexadecimal digits. An empty text becomes `%`. A name that is too long is cut and gets eight digits of its
 * digest. Otherwise, `labelOfName` finds the text again.
 *
 * @param isDotted whether it is a folder of a Maildir++, in modified UTF-7 and without the dot that it begins with. Dots
 *   then separate the names of nested folders, so a dot that would leave one of them empty is replaced, too
 */
export function safeName(text: string, isDotted = false): string {
  if (text === "") return "%";
  const plain = (isDotted ? titleOf(text) : text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    .replace(/[\u0000-\u001f\u007f/]|\p{Cs}/gu, encoded)
    .replace(isDotted ? /^\.|\.(?=\.|$)/g : /^\./, encoded)
    .replace(isDotted ? /^$/ : UNSAFE_ON_WINDOWS, (part) => encoded(part) + part.slice(1));
  const written = isDotted ? encodedFolderName : (name: string) => name;
  if (Buffer.byteLength(written(plain)) <= KEPT_BYTES) return written(plain);
  // The nine characters are `~` and eight digits of the digest. Written in UTF-7, a name may be longer than before.
  const characters = [...cutName(plain, KEPT_BYTES - 9)];
  while (Buffer.byteLength(written(characters.join(""))) > KEPT_BYTES - 9) characters.pop();
  return `${written(characters.join(""))}~${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

/** Matches the codes that `safeName` writes: of a character that no name has, and at the beginning and the end. */
const CODES = /%(d[89a-f][\da-f]{2}|[01][\da-f]|2f|7f)|^%([\da-f]{2})|%(2e|20)$/g;

/**
 * Returns the text from which `safeName` made a name. Returns any other name as it is. A folder that a user has named
 * `a%2fb` is taken for the label `a/b`.
 */
export function labelOfName(name: string): string {
  if (!name.includes("%")) return name;
  const text = name.replace(CODES, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return text !== "" && safeName(text) === name ? text : name;
}

/** Returns `%` and the code of a character as two or more hexadecimal digits. */
function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/**
 * Returns a label in the form in which mail programs show a folder: `Lists/node` and `.Lists.node` as `Lists.node`,
 * `Entw&APw-rfe` as `Entwürfe`.
 */
export function titleOf(label: string): string {
  return decodedFolderName(label.replaceAll("/", ".").replace(/^\.(?=[^.])/, ""));
}

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

/** In characters, with the dot. A longer part after a dot is not an extension. */
const MAX_EXTENSION = 16;

/** Adds a number to a name: `letter.txt` becomes `letter-2.txt`. Shortens a name that would be too long. */
export function numberedName(name: string, n: number): string {
  const last = extname(name);
  const extension = last.length <= MAX_EXTENSION ? last : "";
  const tail = `-${n}${extension}`;
  return cutName(name.slice(0, name.length - extension.length), MAX_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

/** Returns the beginning of a name: whole characters, at most `bytes` bytes. */
export function cutName(name: string, bytes: number): string {
  return Buffer.byteLength(name) <= bytes ? name : Buffer.from(firstBytes(Buffer.from(name), bytes)).toString();
}

/** Returns a key that is equal for names that differ only in case or form of accents, as in some file systems. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * How the path of a document determines its class: by its first folder (`folders`), or by a table of classes, as for
 * mail folders. The keys of the table are the paths of folders, with a slash at the end.
 */
export type FolderLayout = "folders" | Readonly<Record<string, string>>;

/** Returns the class that the path of a document determines; "" if the layout does not have its folder. */
export function classInLayout(layout: FolderLayout, id: string): string {
  return layout === "folders" ? classOf(id) : (layout[id.slice(0, id.lastIndexOf("/") + 1)] ?? "");
}

/** Returns the class of a document: the first folder of its path. `sort` writes some characters as `%2f`. */
export function classOf(id: string): string {
  return labelOfName(id.slice(0, id.indexOf("/")));
}
