import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unpacked } from "../../../src/documents/packing/unpack.js";
import { zstandard } from "../../../src/documents/packing/zstandard.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { piecesOf } from "../pieces.js";

/** Frames that the program zstd wrote of "a letter home": with a checksum, and without. */
const FRAMES = ["KLUv/QRYaQAAYSBsZXR0ZXIgaG9tZTArx2U=", "KLUv/QBYaQAAYSBsZXR0ZXIgaG9tZQ=="].map((text) =>
  Buffer.from(text, "base64"),
);

/** The unpacked bytes, and the fault at their end. */
function unpack(bytes: Uint8Array, size = 1 << 16): { text: string; fault: string | undefined } {
  const pieces: Buffer[] = [];
  let fault: string | undefined;
  try {
    for (const piece of unpacked(piecesOf(bytes, size))) pieces.push(Buffer.from(piece));
  } catch (error) {
    fault = (error as Error).message;
  }
  return { text: Buffer.concat(pieces).toString("latin1"), fault };
}

const LETTERS = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(32 + ((i * i) % 90))).join("");

describe("gzip", () => {
  it("is unpacked, whatever pieces it comes in, and one member after another", () => {
    const texts = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 99 }), (texts, size) => {
        const packed = Buffer.concat(texts.map((text) => gzipSync(Buffer.from(text, "latin1"))));
        const text = texts.map((one) => Buffer.from(one, "latin1").toString("latin1")).join("");
        expect(unpack(packed, size)).toEqual({ text, fault: undefined });
      }),
      EXAMPLES,
    );
  });

  it.each([
    ["may have many members", Buffer.concat(Array.from({ length: 5000 }, () => gzipSync("abc"))), "abc".repeat(5000)],
    ["may have zeros after it, as tapes leave them", Buffer.concat([gzipSync("abc"), Buffer.alloc(600)]), "abc"],
    ["may unpack to many times its size, if to little", gzipSync(Buffer.alloc(2 ** 20)), "\0".repeat(2 ** 20)],
    ["is recognized by its first bytes; other files are passed on", Buffer.from("a letter home"), "a letter home"],
    ["is not found in an empty file", Buffer.alloc(0), ""],
  ])("%s", (_, packed, text) => {
    const found = unpack(packed, 5);
    expect([found.text === text, found.fault]).toEqual([true, undefined]);
  });

  it("with other bytes after it is damaged", () => {
    const { fault } = unpack(Buffer.concat([gzipSync(LETTERS), Buffer.from("-- sent by a scanner")]));
    expect(fault).toBe("damaged gzip: incorrect header check");
  });

  it("that is cut short gives what there is, and says so", () => {
    const packed = gzipSync(LETTERS);
    for (const length of [2, 11, packed.length / 2, packed.length - 9, packed.length - 1]) {
      const { text, fault } = unpack(packed.subarray(0, length));
      expect(LETTERS.startsWith(text)).toBe(true);
      expect(fault).toBe("damaged gzip: unexpected end of file");
    }
  });

  it("that is altered says so, by its checksum at the latest", () => {
    const packed = gzipSync(LETTERS);
    for (const at of [2, 12, packed.length >> 1, packed.length - 6]) {
      const altered = Buffer.from(packed);
      altered[at] ^= 0x10;
      expect(unpack(altered).fault).toMatch(/^damaged gzip: (?:incorrect|invalid|unknown|unexpected)/);
    }
  });

  it("that unpacks to very much more than it is made of is not unpacked to its end", () => {
    const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20));
    let size = 0;
    const drain = () => {
      for (const piece of unpacked([bomb])) size += piece.length;
    };
    expect(drain).toThrow("gzip that unpacks to more than 200 times its size");
    expect(size).toBeLessThan(80 * 2 ** 20);
  });
});

describe("Zstandard", () => {
  const [checked, unchecked] = FRAMES;
  const skippable = Buffer.from("\x5f\x2a\x4d\x18\x05\0\0\0skip!", "latin1");

  it("is unpacked, whatever pieces it comes in: frames with and without checksums, and frames to skip", () => {
    const packed = Buffer.concat([skippable, checked, zstandard(Buffer.from(LETTERS)), skippable, unchecked]);
    const text = `a letter home${LETTERS}a letter home`;
    for (const size of [4, 7, 1000, 1 << 16]) expect(unpack(packed, size)).toEqual({ text, fault: undefined });
    expect(unpack(zstandard(Buffer.alloc(0)))).toEqual({ text: "", fault: undefined });
  });

  it("that is cut short gives what there is, and says so", () => {
    const packed = Buffer.concat([zstandard(Buffer.from(LETTERS)), checked]);
    for (const length of [4, 9, 100, packed.length - 20, packed.length - 3]) {
      const { text, fault } = unpack(packed.subarray(0, length));
      expect(`${LETTERS}a letter home`.startsWith(text)).toBe(true);
      expect(fault).toBe("damaged Zstandard: unexpected end of file");
    }
  });

  it.each([
    ["an altered text", 12, "damaged Zstandard: Restored data doesn't match checksum"],
    ["another checksum", 24, "damaged Zstandard: Restored data doesn't match checksum"],
    ["a dictionary", 4, "Zstandard with a dictionary: unpack it with zstd -D"],
    ["a window of gigabytes", 5, "Zstandard that looks back more than 128 MiB: pack it without --long and --ultra"],
    ["another kind of block", 6, /^damaged Zstandard: (?:Data corruption|.*descriptor|.*block)/],
    ["other bytes after it", 26, "damaged Zstandard: Unknown frame descriptor"],
  ])("with %s has one line that says so", (_, at, fault) => {
    const altered = Buffer.concat([checked, Buffer.from(at === 26 ? "-- sent by a scanner" : "")]);
    if (at < 26) altered[at] ^= at === 5 ? 0xf8 : 7;
    expect(unpack(altered).fault).toMatch(fault);
  });

  it("that unpacks to very much more than it is made of is not unpacked to its end", () => {
    // Blocks of 128 kB of one byte, each four bytes long.
    const blocks = Array.from({ length: 2000 }, () => [0x02, 0x00, 0x10, 0x20]).flat();
    const bomb = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, ...blocks]);
    let size = 0;
    const drain = () => {
      for (const piece of unpacked([bomb])) size += piece.length;
    };
    expect(drain).toThrow("Zstandard that unpacks to more than 200 times its size");
    expect(size).toBeLessThan(80 * 2 ** 20);
  });
});
