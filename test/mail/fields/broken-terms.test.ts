import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../../src/features/analyzer.js";
import { PRESETS } from "../../../src/model/presets.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { BROKEN_MESSAGES } from "../broken-messages.js";
import { termsOf } from "./mail-terms.js";

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

describe("the terms of a broken message", () => {
  it.each(BROKEN_MESSAGES.map((broken) => [broken.name, broken] as const))(
    "are the same every time, and those of its texts and faults: %s",
    (_, { bytes, words, notes, terms = [], never = [] }) => {
      const message = bytes();
      const { terms: found, digest } = presetTerms(message);
      if (message.length < 100_000) expect(presetTerms(message).digest).toBe(digest);
      const unmarked = new Set(Array.from(found, (term) => term.slice(term.indexOf(":") + 1)));
      const expected = words.flatMap((text) => termsOf(`\n${text}`, { fields: ["none"] }));
      expect(expected.filter((word) => /^[a-z]+$/.test(word) && !unmarked.has(word))).toEqual([]);
      expect([...notes.map((note) => `fact:${note}`), ...terms].filter((term) => !found.has(term))).toEqual([]);
      expect(never.filter((term) => found.has(term))).toEqual([]);
    },
  );

  const folder = fileURLToPath(new URL("../../../corpora/broken", import.meta.url));
  it("are the same every time for those of the corpus", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
    expect(files.length).toBeGreaterThan(40);
    for (const name of files) {
      const bytes = readFileSync(join(folder, name));
      expect(presetTerms(bytes).digest, name).toBe(presetTerms(bytes).digest);
    }
  });

  it("are found in any bytes", () => {
    const list = "From: a@b.example|Content-Type: text/html|Content-Type: multipart/mixed; boundary=b|--b|--b--";
    const more = "Subject: |\n|\n\n|\r\n|<p>|<b style='display:none'>|&#65;|http://a.example/|=?utf-8?b?";
    const pieces = fc.constantFrom(...list.split("|"), ...more.split("|"));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 }))).map((parts) => Buffer.from(parts.join(""))),
    );
    fc.assert(
      fc.property(bytes, (message) => {
        expect(presetTerms(message).digest).toBe(presetTerms(message).digest);
      }),
      { numRuns: slowRuns(300) },
    );
  });
});
