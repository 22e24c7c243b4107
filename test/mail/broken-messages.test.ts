import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/features/analyzer.js";
import { MAX_HEADER_BYTES, MAX_HEADER_FIELDS } from "../../src/mail/header/header.js";
import { MESSAGE_LIMITS, type Message } from "../../src/mail/message.js";
import { readMessage } from "../../src/mail/read-message.js";
import { PRESETS } from "../../src/model/presets.js";
import { settingsFrom } from "../../src/model/settings.js";
import { HEAD } from "./broken-message.js";
import { BROKEN_MESSAGES } from "./broken-messages.js";
import { termsOf } from "./fields/mail-terms.js";

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

const OF_PRESET = analyzerFor(settingsFrom({ ...PRESETS.mail, tokenLength: [1, 256], fields: ["all"] }));

/** The terms of the preset, with all fields and words of any length: each of them, and all in their order as one text. */
function presetTerms(bytes: Uint8Array): { readonly terms: ReadonlySet<string>; readonly digest: string } {
  const hash = createHash("sha256");
  const terms = new Set<string>();
  let wrong = 0;
  OF_PRESET.read(bytes).tokens((scratch, start, end) => {
    const term = Buffer.from(scratch.subarray(start, end));
    if (!isUtf8(term) || term.length === 0 || term.includes(0)) wrong++;
    hash.update(term).update("\n");
    terms.add(term.toString());
  });
  expect(wrong).toBe(0);
  return { terms, digest: hash.digest("hex") };
}

describe("a broken message", () => {
  it.each(BROKEN_MESSAGES.map((broken) => [broken.name, broken] as const))(
    "is read, the same way every time, and gives the terms of its texts and faults: %s",
    (_, { bytes, words, without = [], notes, terms = [], never = [] }) => {
      const message = readMessage(bytes());
      requireSound(message, bytes());
      expect(comparable(readMessage(bytes()))).toBe(comparable(message));
      const text = textOf(message);
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      expect(without.filter((word) => text.includes(word))).toEqual([]);
      expect(message.notes).toEqual([...notes].sort());
      const { terms: found, digest } = presetTerms(bytes());
      if (bytes().length < 100_000) expect(presetTerms(bytes()).digest).toBe(digest);
      const unmarked = new Set(Array.from(found, (term) => term.slice(term.indexOf(":") + 1)));
      const expected = words.flatMap((text) => termsOf(`\n${text}`, { fields: ["none"] }));
      expect(expected.filter((word) => /^[a-z]+$/.test(word) && !unmarked.has(word))).toEqual([]);
      expect([...notes.map((note) => `fact:${note}`), ...terms].filter((term) => !found.has(term))).toEqual([]);
      expect(never.filter((term) => found.has(term))).toEqual([]);
      // The first header is always read.
      if (bytes().subarray(0, HEAD.length).toString() === HEAD) expect(found).toContain("subject:greeting");
    },
  );

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
