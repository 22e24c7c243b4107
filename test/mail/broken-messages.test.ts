import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstValue, MAX_HEADER_BYTES, MAX_HEADER_FIELDS } from "../../src/mail/header/header.js";
import { decodeEncodedWords } from "../../src/mail/header/header-text.js";
import { MESSAGE_LIMITS, type Message } from "../../src/mail/message.js";
import { readMessage } from "../../src/mail/read-message.js";
import { BROKEN_MESSAGES } from "./broken-messages.js";

fc.configureGlobal({ seed: 92 });

function textOf({ parts }: Message): string {
  return parts.map(({ text = new Uint8Array() }) => Buffer.from(text).toString()).join("\n");
}

/** A text of a message, for comparing megabytes of bytes one by one takes seconds. */
function comparable({ parts, ...rest }: Message): string {
  return JSON.stringify({ ...rest, parts: parts.map((part) => ({ ...part, text: part.text && digest(part.text) })) });
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Checks that hold for any message. */
function requireSound(message: Message, bytes: Uint8Array): void {
  const texts = message.parts.flatMap(({ text }) => text ?? []);
  expect(texts.filter((text) => !isUtf8(text) || text.includes(0))).toEqual([]);
  expect(message.header.length).toBeLessThanOrEqual(MAX_HEADER_FIELDS);
  expect(message.parts.length).toBeLessThanOrEqual(MESSAGE_LIMITS.parts);
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  expect(size).toBeLessThanOrEqual(Math.min(MESSAGE_LIMITS.textBytes, bytes.length) * 3);
  expect(message.header.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThanOrEqual(MAX_HEADER_BYTES);
}

function named(name: string): Message {
  const found = BROKEN_MESSAGES.find((broken) => broken.name === name);
  if (found === undefined) throw new Error(`no message ${name}`);
  return readMessage(found.bytes());
}

describe("a broken message", () => {
  it.each(BROKEN_MESSAGES.map((broken) => [broken.name, broken] as const))(
    "is read, the same way every time: %s",
    (_, { bytes, words, without = [], notes }) => {
      const message = readMessage(bytes());
      requireSound(message, bytes());
      expect(comparable(readMessage(bytes()))).toBe(comparable(message));
      const text = textOf(message);
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      expect(without.filter((word) => text.includes(word))).toEqual([]);
      expect(message.notes).toEqual([...notes].sort());
    },
  );

  it("has a name of its own", () => {
    expect(new Set(BROKEN_MESSAGES.map(({ name }) => name)).size).toBe(BROKEN_MESSAGES.length);
  });

  it("keeps its first sender and its decoded subject", () => {
    const twice = named("fields twice").header;
    expect([firstValue(twice, "subject"), firstValue(twice, "from")]).toEqual(["greeting", "ann@alpha.example"]);
    const split = named("a character split over encoded words").header;
    expect(decodeEncodedWords(firstValue(split, "subject") ?? "")).toBe("öl€");
  });

  it("names its attachments without folders", () => {
    const fileNames = (name: string) => named(name).parts.map(({ fileName }) => fileName);
    expect(fileNames("RFC 2231 with gaps")).toEqual([undefined, "ab.png"]);
    expect(fileNames("RFC 2231 with a path")).toEqual([undefined, "passwd"]);
    expect(fileNames("uuencode in the text")).toEqual([undefined, "a.bin"]);
  });

  it("stays as it is with each of its bytes changed, cut anywhere and after itself: something that can be read", () => {
    const small = BROKEN_MESSAGES.map(({ bytes }) => bytes()).filter(({ length }) => length > 0 && length < 1000);
    fc.assert(
      fc.property(fc.constantFrom(...small), fc.nat(), fc.nat(255), fc.nat(), (bytes, at, byte, cut) => {
        const changed = Buffer.concat([bytes, bytes]).subarray(0, 1 + (cut % (2 * bytes.length)));
        changed[at % changed.length] = byte;
        requireSound(readMessage(changed), changed);
      }),
      { numRuns: 500 },
    );
  });
});
