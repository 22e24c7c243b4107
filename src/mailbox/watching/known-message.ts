import { createHash } from "node:crypto";
import { readHeader } from "../../mail/header/header.js";

/** The fields by which a message is recognized. */
export const KEY_FIELDS = ["message-id", "date", "from", "received"] as const;

/** Characters of a key: 96 bits in base64url. */
const KEY_LENGTH = 16;

/** Ends the text of a message that is a copy: it appeared while the same message was in another folder. */
const COPY = "+";

/** The memory of a message: its key, and whether it is a copy. A text, because there may be a million of them. */
export type KnownMessage = string;

/**
 * Returns the key of a message: a digest of Message-ID, Date, From and Received. They stay the same when a mail program
 * moves or copies it, even by downloading it. If a message is delivered twice, Received differs; so nobody can forge the
 * key of a message. Without a Message-ID, the size counts too.
 *
 * @param header the fields `KEY_FIELDS`, as the server sends them
 * @param size in bytes
 */
export function keyOf(header: Uint8Array, size: number): string {
  const { fields } = readHeader(header, 0, undefined, "windows-1252");
  const valuesOf = (name: string) =>
    fields.filter((field) => field.name === name).map(({ value }) => value.replace(/\s+/g, " "));
  const values = KEY_FIELDS.map(valuesOf);
  const parts = values[0].length === 0 ? [...values, size] : values;
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, KEY_LENGTH);
}

/** Returns the key of a remembered message. */
export function keyIn(message: KnownMessage): string {
  return message.slice(0, KEY_LENGTH);
}

/** Returns the memory of a message that is a copy. */
export function copyOf(key: string): KnownMessage {
  return key + COPY;
}

export function isCopy(message: KnownMessage): boolean {
  return message.endsWith(COPY);
}
