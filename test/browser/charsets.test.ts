import { describe, expect, it } from "vitest";
import { everyCode, LEGACY_ENCODINGS } from "../../scripts/every-code.js";
import { decoderFor } from "../../src/base/decode.js";
import { seededRandom } from "../../src/base/random.js";
import { browser } from "./start-browser.js";

/**
 * Codes that Chromium 156 decodes otherwise than the standard says: four of Big5, which stand for two characters each,
 * and an escape sequence of ISO-2022-JP that is cut off where two bytes make a character.
 */
const CHROMIUM_DIFFERS: Readonly<Record<string, readonly string[]>> = {
  big5: ["8862", "8864", "88a3", "88a5"],
  "iso-2022-jp": ["1b24401b24", "1b24401b28", "1b24421b24", "1b24421b28"],
};

/** The number of codes of a charset that are decoded. */
const SAMPLE = 1000;

describe("decoderFor, beside Chromium", () => {
  it.each(LEGACY_ENCODINGS)("decodes codes of %s alike", async (encoding) => {
    // All codes of small charsets, and about a thousand of a large one; THOROUGH=1 takes all.
    const all = everyCode(encoding);
    const random = seededRandom(1);
    const codes = process.env.THOROUGH !== undefined ? all : all.filter(() => random(all.length) < SAMPLE);
    const page = await browser.newPage();
    // A new decoder for each: Chromium's remember what the code before left unfinished.
    const expected = await page.evaluate(
      ({ name, sequences }) =>
        sequences.map((bytes) => new TextDecoder(name, { ignoreBOM: true }).decode(Uint8Array.from(bytes))),
      { name: encoding, sequences: codes.map((code) => [...code]) },
    );
    await page.close();
    const decode = decoderFor(encoding);
    const different = codes.filter((code, i) => Buffer.from(decode(Uint8Array.from(code))).toString() !== expected[i]);
    expect(different.map((code) => Buffer.from(code).toString("hex"))).toEqual(
      (CHROMIUM_DIFFERS[encoding] ?? []).filter((code) =>
        codes.some((one) => Buffer.from(one).toString("hex") === code),
      ),
    );
  });
});
