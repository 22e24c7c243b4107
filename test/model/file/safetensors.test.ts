import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { NumberArray } from "../../../src/classifiers/stored-classifier.js";
import { compact, decodeSafetensors, encodeSafetensors } from "../../../src/model/file/safetensors.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const array = fc.oneof<fc.Arbitrary<NumberArray>[]>(
  fc.uint8Array(),
  fc.uint16Array(),
  fc.uint32Array(),
  fc.float64Array(),
);

/** A file with the given header and that many bytes of arrays. */
function fileOf(header: unknown, dataLength = 0): Buffer {
  const json = Buffer.from(typeof header === "string" ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, Buffer.alloc(dataLength)]);
}

describe("safetensors", () => {
  it("give back what was put in, whatever the names and values", () => {
    const names = fc.string({ unit: "binary", minLength: 1 }).filter((name) => name !== "__metadata__");
    const strings = fc.dictionary(
      names.filter((name) => name !== "checksum"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.dictionary(names, array), strings, (arrays, metadata) => {
        const file = encodeSafetensors({ arrays, metadata });
        const back = decodeSafetensors(file);
        expect(Object.keys(back.arrays).sort()).toEqual(Object.keys(arrays).sort());
        for (const [name, values] of Object.entries(arrays)) expect(back.arrays[name]).toStrictEqual(values);
        const { checksum, ...others } = back.metadata;
        expect(checksum).toMatch(/^crc32:[0-9a-f]{8}$/);
        expect(others).toEqual(wellFormed(metadata));
      }),
      EXAMPLES,
    );
  });

  it("of version 0.2 have a tail with a checksum of its own, and arrays behind it without one", () => {
    const entry = (at: number) => ({ dtype: "U8", shape: [1], data_offsets: [at, at + 1] });
    const strings = { "tail-start": "1", "lookup-start": "2" };
    const checksums = { "tail-checksum": `crc32:${crc32(Buffer.of(2)).toString(16)}`, checksum: "crc32:00000000" };
    const header = { __metadata__: { ...strings, ...checksums }, a: entry(0), b: entry(1), c: entry(2) };
    const file = fileOf(header, 3);
    file.set([1, 2, 3], file.length - 3);
    const covered = file.subarray(0, file.length - 2);
    file.write(crc32(covered).toString(16).padStart(8, "0"), file.indexOf('"checksum":"crc32:') + 18);
    expect(decodeSafetensors(file).arrays).toEqual({ a: Uint8Array.of(1), b: Uint8Array.of(2), c: Uint8Array.of(3) });
    for (const at of [2, 3]) {
      const damaged = Buffer.from(file);
      damaged[file.length - at] ^= 1;
      expect(() => decodeSafetensors(damaged)).toThrow(/altered or damaged/);
    }
  });

  it("are refused with a tail that begins nowhere in the file", () => {
    for (const start of ["-1", "1.5", "x", "10"]) {
      const entry = { dtype: "U8", shape: [1], data_offsets: [0, 1] };
      const file = fileOf({ __metadata__: { "tail-start": start, checksum: "crc32:00000000" }, x: entry }, 1);
      expect(() => decodeSafetensors(file), start).toThrow(DataError);
    }
  });

  it("put a string that looks like a checksum where it belongs", () => {
    const fake = '"checksum":"crc32:00000000"';
    const file = encodeSafetensors({ arrays: { [fake]: Uint8Array.of(1) }, metadata: { note: fake, zzz: fake } });
    expect(decodeSafetensors(file).metadata).toMatchObject({ note: fake, zzz: fake });
  });

  it("are read from any alignment and are not tied to the bytes they came from where that is unaligned", () => {
    const file = encodeSafetensors({ arrays: { x: Float64Array.of(1.5, -2), y: Uint16Array.of(7) }, metadata: {} });
    for (let offset = 0; offset < 9; offset++) {
      for (const buffer of [Buffer.alloc(file.length + 16, 0xff), new Uint8Array(file.length + 16).fill(0xff)]) {
        buffer.set(file, offset);
        const { arrays } = decodeSafetensors(buffer.subarray(offset, offset + file.length));
        expect(arrays).toEqual({ x: Float64Array.of(1.5, -2), y: Uint16Array.of(7) });
      }
    }
  });

  it.each<[string, Buffer | Uint8Array, RegExp]>([
    ["no bytes", new Uint8Array(0), /or cut short: the file has only 0 bytes/],
    ["seven bytes", new Uint8Array(7), /or cut short: the file has only 7 bytes/],
    ["a length and no more", fileOf("").fill(9, 0, 1), /cut short/],
    ["a header length beyond all measure", Buffer.alloc(16, 0xff), /not a Thresher model/],
    ["text", Buffer.from("From: somebody@a.example\n\nHello"), /not a Thresher model/],
    ["a header that is no JSON", fileOf("{nonsense}"), /its header is unreadable/],
    ["a header that is no UTF-8", fileOf('{"\xff":1}').fill(0xff, 10, 11), /its header is unreadable/],
    ["a header that is a list", fileOf("{ ").fill("[]", 8), /not a Thresher model/],
    ["no strings", fileOf({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4] } }, 4), /a safetensors file, but not/],
    ["strings that are none", fileOf({ __metadata__: { format: 3 } }), /a safetensors file, but not a Thresher model/],
    ["strings in a list", fileOf({ __metadata__: [] }), /a safetensors file, but not a Thresher model/],
    ["no checksum", fileOf({ __metadata__: { format: "pt" } }), /altered or damaged/],
    ["a short checksum", fileOf({ __metadata__: { checksum: "crc32:0" } }), /altered or damaged/],
    ["a wrong checksum", fileOf({ __metadata__: { checksum: "crc32:12345678" } }), /altered or damaged/],
    ["an entry without offsets", fileOf({ __metadata__: { checksum: "" }, a: {} }), /altered or damaged/],
    ["an entry that is null", fileOf({ __metadata__: { checksum: "" }, a: null }), /altered or damaged/],
    ["an offset below 0", fileOf({ __metadata__: { checksum: "" }, a: { data_offsets: [0, -1] } }), /altered/],
    ["an offset of 1e300", fileOf({ __metadata__: { checksum: "" }, a: { data_offsets: [0, 1e300] } }), /altered/],
    ["bytes missing", fileOf({ __metadata__: { checksum: "" }, a: { data_offsets: [0, 9] } }, 8), /cut short/],
    ["bytes too many", fileOf({ __metadata__: { checksum: "" }, a: { data_offsets: [0, 7] } }, 8), /appended/],
  ])("refuse %s with a DataError", (_, bytes, message) => {
    expect(() => decodeSafetensors(bytes)).toThrow(DataError);
    expect(() => decodeSafetensors(bytes)).toThrow(message);
  });

  const dimension = 'array "a" must have one dimension of the type U8, U16, U32, F32, F64: train the model again';
  const altered = "the model file was altered or damaged: a checksum does not fit";
  it.each<[object, string]>([
    ...[-1, 0.5, "1", null].map((length): [object, string] => [{ dtype: "F64", shape: [length] }, altered]),
    [{ dtype: "F16", shape: [1] }, dimension],
    [{ dtype: "toString", shape: [1] }, dimension],
    [{ dtype: 8, shape: [1] }, dimension],
    [{ dtype: "F64", shape: [1, 1] }, dimension],
    [{ dtype: "F64", shape: [] }, dimension],
    [{ dtype: "F64", shape: 1 }, dimension],
    [{ dtype: "F64" }, dimension],
  ])("refuse an array of %j with a DataError, the checksum being right", (entry, message) => {
    const a = { ...entry, data_offsets: [0, 8] };
    const file = fileOf({ __metadata__: { checksum: "crc32:00000000" }, a }, 8);
    file.write(crc32(file).toString(16).padStart(8, "0"), file.indexOf("crc32:") + "crc32:".length);
    expect(() => decodeSafetensors(file)).toThrow(new DataError(message));
  });

  it("hand the strings to a check before the rest is looked at", () => {
    const file = encodeSafetensors({ arrays: {}, metadata: { format: "mine" } });
    const damaged = Buffer.concat([file, Buffer.from("more")]);
    const check = ({ format }: Record<string, string>) => {
      throw new DataError(`it is ${format}`);
    };
    expect(() => decodeSafetensors(damaged, check)).toThrow("it is mine");
  });

  it("refuse a header with very many entries, and one nested very deeply, with a DataError", () => {
    const none = { dtype: "U8", shape: [0], data_offsets: [0, 0] };
    const entries = Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [i, none]));
    const depth = 200_000;
    const nested = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    for (const header of [{ __metadata__: { checksum: "" }, ...entries }, nested]) {
      expect(() => decodeSafetensors(fileOf(header))).toThrow(DataError);
    }
  });
});

describe("compact", () => {
  it("takes the smallest type that holds every value", () => {
    const cases: Record<string, number[][]> = {
      Uint8Array: [[], [0, 255]],
      Uint16Array: [[0, 256], [65535]],
      Uint32Array: [[65536], [4294967295]],
      Float64Array: [[4294967296], [1, 0.5], [-1], [Number.NaN], [Number.POSITIVE_INFINITY]],
    };
    for (const [type, lists] of Object.entries(cases)) {
      for (const values of lists) expect(compact(Float64Array.from(values)).constructor.name).toBe(type);
    }
  });

  it("keeps every value", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.float64Array(),
          fc.uint32Array().map((values) => Float64Array.from(values)),
        ),
        (values) => {
          expect(Float64Array.from(compact(values)).map((value) => value + 0)).toEqual(
            values.map((value) => value + 0),
          );
        },
      ),
      EXAMPLES,
    );
  });
});

/** JSON in UTF-8 has no lone surrogates. */
function wellFormed(strings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(strings).map((pair) => pair.map((text) => Buffer.from(text).toString())));
}
