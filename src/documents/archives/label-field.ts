import { isUtf8 } from "node:buffer";
import { decoderNamed } from "../../base/decode.js";
import { isSpecialFolder } from "../files/special-folders.js";
import { headerOf } from "./deleted.js";

/** The field into which Google Takeout writes the labels of a message. */
export const GMAIL_LABELS = "X-Gmail-Labels";

/** Labels that Gmail sets by itself, in some languages. Labels of sent, draft and deleted mail are special folders. */
const SYSTEM: ReadonlySet<string> = new Set(
  `inbox,unread,opened,important,starred,archived,chat,chats,muted,snoozed,scheduled,all mail
posteingang,ungelesen,geöffnet,wichtig,markiert,archiviert
boîte de réception,non lus,ouvert,importants,suivis,messages archivés
recibidos,no leídos,abierto,importantes,destacados,archivados
posta in arrivo,da leggere,aperti,importanti,speciali,archiviati`.split(/[,\n]/),
);

/** Labels for the tabs of the inbox, such as `Category Promotions`. */
const CATEGORY = /^(?:category|kategorie|catégorie|categoría|categoria)\b/i;

/** The rest of a longer list of labels is not read. */
const FIELD_CHARACTERS = 1 << 13;

/**
 * Reads the labels that a user has given a message from a header field. Commas separate them, or blanks in `X-Keywords`
 * and `X-Mozilla-Keys`. Labels may be in quotes or encoded words (RFC 2047). Leaves out labels that Gmail sets by
 * itself, such as `Inbox` and `Unread`.
 */
export function labelsInField(message: Uint8Array, field: string): string[] {
  const value = textOf(message, field);
  if (value === undefined) return [];
  const text = decoded(value.replace(/\r?\n/g, "").slice(0, FIELD_CHARACTERS));
  const parts = /^x-(?:keywords|mozilla-keys)$/i.test(field)
    ? text.split(/\s+/)
    : Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g), ([, quoted, plain]) =>
        quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1"),
      );
  return [...new Set(parts.map((part) => part.trim()))].filter((label) => label !== "" && !isSystem(label));
}

/** Whether a message has a header field. */
export function hasField(message: Uint8Array, field: string): boolean {
  return textOf(message, field) !== undefined;
}

/** Returns the value of the first field with a name, including its line ends. */
function textOf(message: Uint8Array, field: string): string | undefined {
  const name = field.replace(/[^\w-]/g, "\\$&");
  return new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, "im").exec(headerOf(message))?.[1];
}

/** Whether Gmail has set a label by itself, or it is that of a special folder such as Sent. */
function isSystem(label: string): boolean {
  return SYSTEM.has(label.toLowerCase()) || CATEGORY.test(label) || isSpecialFolder(label, false);
}

/** Encoded words in a row. Blanks between them do not count. */
const ENCODED_WORDS = /(?:=\?[^?\s]+\?[bq]\?[^?\s]*\?=[ \t]*)+(?<![ \t])/gi;

/** Decodes a field with one character per byte. The room `mail` does this in full, but this room cannot import it. */
function decoded(field: string): string {
  const bytes = Buffer.from(field, "latin1");
  const text = isUtf8(bytes) ? bytes.toString() : field;
  return text.replace(ENCODED_WORDS, (sequence) => {
    const words = [...sequence.matchAll(/=\?([^?*]+)[^?]*\?([bq])\?([^?]*)\?=/gi)];
    // A character may begin in one encoded word and end in the next.
    const all = Buffer.concat(words.map(([, , encoding, word]) => bytesOf(encoding, word)));
    const utf8 = decoderNamed(words[0][1].toLowerCase())?.(all);
    return utf8 === undefined ? all.toString("latin1") : Buffer.from(utf8).toString();
  });
}

/**
 * Returns the bytes in an encoded word: `b` is base64; `q` writes a blank as `_` and other bytes as `=` and two digits.
 */
function bytesOf(encoding: string, word: string): Buffer {
  if (encoding.toLowerCase() === "b") return Buffer.from(word, "base64");
  const characterOf = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
  return Buffer.from(word.replaceAll("_", " ").replace(/=([\da-f]{2})/gi, characterOf), "latin1");
}
