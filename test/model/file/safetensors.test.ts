import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { compact, type NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { encodeSafetensors } from "../../../src/model/file/encode-safetensors.js";
import { loadToFilter } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { forAll } from "../../helpers/arbitraries.js";
import { temporaryFolder } from "../../helpers/folder.js";

const array = fc.oneof<fc.Arbitrary<NumberArray>[]>(
  fc.uint8Array(),
  fc.uint16Array(),
  fc.uint32Array(),
  fc.float64Array(),
);

/** Returns a file with this header, and with zeros as the bytes of its arrays. */
function fileOf(header: unknown, dataLength = 0): Buffer {
  const json = Buffer.from(typeof header === "string" ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, Buffer.alloc(dataLength)]);
}

const NO_CHECKSUM = "crc32:00000000";

function checksumOf(bytes: Uint8Array): string {
  return `crc32:${crc32(bytes).toString(16).padStart(8, "0")}`;
}

/** Replaces NO_CHECKSUM in a file by the checksum of its first bytes. */
function withChecksum(file: Buffer, covered = file.length): Buffer {
  file.write(checksumOf(file.subarray(0, covered)), file.indexOf(NO_CHECKSUM));
  return file;
}

/** Returns a file as version 0.2 wrote them: `a` is under the main checksum, `b` under that of the tail, `c` under none. */
function fileOfVersion02(): Buffer {
  const entry = (at: number) => ({ dtype: "U8", shape: [1], data_offsets: [at, at + 1] });
  const strings = { "tail-start": "1", "lookup-start": "2" };
  const checksums = { "tail-checksum": checksumOf(Buffer.of(2)), checksum: NO_CHECKSUM };
  const file = fileOf({ __metadata__: { ...strings, ...checksums }, a: entry(0), b: entry(1), c: entry(2) }, 3);
  file.set([1, 2, 3], file.length - 3);
  return withChecksum(file, file.length - 2);
}

describe("decodeSafetensors", () => {
  it("returns what encodeSafetensors was given, whatever the names and values", () => {
    const names = fc.string({ unit: "binary", minLength: 1 }).filter((name) => name !== "__metadata__");
    const strings = fc.dictionary(
      names.filter((name) => name !== "checksum"),
      fc.string({ unit: "binary" }),
    );
    forAll(100, [fc.dictionary(names, array), strings], (arrays, metadata) => {
      const file = encodeSafetensors({ arrays, metadata });
      const back = decodeSafetensors(file);
      expect(Object.keys(back.arrays).sort()).toEqual(Object.keys(arrays).sort());
      for (const [name, values] of Object.entries(arrays)) expect(back.arrays[name]).toStrictEqual(values);
      const { checksum, ...others } = back.metadata;
      expect(checksum).toMatch(/^crc32:[0-9a-f]{8}$/);
      expect(others).toEqual(wellFormed(metadata));
    });
  });

  it("reads a file of version 0.2, and refuses one with damage in its first array or its tail", () => {
    const { arrays } = decodeSafetensors(fileOfVersion02());
    expect(arrays).toEqual({ a: Uint8Array.of(1), b: Uint8Array.of(2), c: Uint8Array.of(3) });
    for (const fromEnd of [3, 2]) {
      const damaged = fileOfVersion02();
      damaged[damaged.length - fromEnd] ^= 1;
      expect(() => decodeSafetensors(damaged)).toThrow(/altered or damaged/);
    }
    const entry = { dtype: "U8", shape: [1], data_offsets: [0, 1] };
    const checksums = { "tail-checksum": checksumOf(Buffer.from("}\0")), checksum: NO_CHECKSUM };
    for (const start of ["-1", "1.5", "2", "10"]) {
      const file = fileOf({ __metadata__: { "tail-start": start, ...checksums }, x: entry }, 1);
      withChecksum(file, file.length - (start === "-1" ? 2 : 0));
      expect(() => decodeSafetensors(file), start).toThrow(/altered or damaged/);
    }
  });

  it("does not take another string for the checksum", () => {
    const fake = '"checksum":"crc32:00000000"';
    const file = encodeSafetensors({ arrays: { [fake]: Uint8Array.of(1) }, metadata: { note: fake, zzz: fake } });
    expect(decodeSafetensors(file).metadata).toMatchObject({ note: fake, zzz: fake });
  });

  it("returns views of a file at an offset of whole 8 bytes, and copies elsewhere", () => {
    const values = { x: Float64Array.of(1.5, -2), y: Uint16Array.of(7) };
    const file = encodeSafetensors({ arrays: values, metadata: {} });
    for (let offset = 0; offset <= 8; offset++) {
      for (const memory of [Buffer.alloc(file.length + 16), new Uint8Array(file.length + 16)]) {
        memory.set(file, offset);
        const { arrays } = decodeSafetensors(memory.subarray(offset, offset + file.length));
        expect(arrays).toEqual(values);
        memory.fill(0);
        const isView = (memory.byteOffset + offset) % 8 === 0;
        expect(arrays).toEqual(isView ? { x: Float64Array.of(0, 0), y: Uint16Array.of(0) } : values);
      }
    }
  });

  const cutShort = { __metadata__: { checksum: "" }, a: { data_offsets: [0, 9] } };
  const other = /a safetensors file, but not a Thresher model/;
  it.each<[string, Buffer | Uint8Array, RegExp]>([
    ["no bytes", new Uint8Array(0), /or cut short: the file has only 0 bytes/],
    ["seven bytes", new Uint8Array(7), /or cut short: the file has only 7 bytes/],
    ["a header length alone", fileOf("").fill(9, 0, 1), /cut short/],
    ["an enormous header length", Buffer.alloc(16, 0xff), /not a Thresher model/],
    ["text", Buffer.from("From: somebody@a.example\n\nHello"), /not a Thresher model/],
    ["a header that is not JSON", fileOf("{nonsense}"), /its header is unreadable/],
    ["a header that is not UTF-8", fileOf('{"\xff":1}').fill(0xff, 10, 11), /its header is unreadable/],
    ["a header that is a list", fileOf("{ ").fill("[]", 8), /not a Thresher model/],
    ["a header without metadata", fileOf({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4] } }, 4), other],
    ["metadata that is not text", fileOf({ __metadata__: { format: 3 } }), other],
    ["metadata in a list", fileOf({ __metadata__: [] }), other],
    ["no checksum", fileOf({ __metadata__: { format: "pt" } }), /altered or damaged/],
    ["a short checksum", fileOf({ __metadata__: { checksum: "crc32:0" } }), /altered or damaged/],
    ["a wrong checksum", fileOf({ __metadata__: { checksum: "crc32:12345678" } }), /altered or damaged/],
    ["a file that is cut short", fileOf(cutShort, 8), /cut short/],
    ["a file with appended bytes", fileOf(cutShort, 10), /appended/],
    ["a deeply nested header", fileOf(`{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`), /not a Thresher model/],
  ])("refuses %s", (_, bytes, message) => {
    expect(() => decodeSafetensors(bytes)).toThrow(DataError);
    expect(() => decodeSafetensors(bytes)).toThrow(message);
  });

  const altered = "the model file was altered or damaged: a checksum does not fit";
  const dimension = 'array "a" must have one dimension of the type U8, U16, U32, F32, F64: train the model again';
  const at = (...data_offsets: number[]) => ({ dtype: "F64", shape: [1], data_offsets });
  it.each<[object | null, string]>([
    ...[{}, null, at(-8, 0), at(0, -1), at(0, 1e300)].map((entry): [object | null, string] => [entry, altered]),
    ...[-1, 0.5, "1", null].map((length): [object, string] => [{ ...at(0, 8), shape: [length] }, altered]),
    ...["F16", "toString", 8].map((dtype): [object, string] => [{ ...at(0, 8), dtype }, dimension]),
    ...[[1, 1], [], 1, undefined].map((shape): [object, string] => [{ ...at(0, 8), shape }, dimension]),
  ])("refuses an array of %j, although the checksum is right", (a, message) => {
    const isLong = a !== null && JSON.stringify(a).includes("[0,8]");
    const file = withChecksum(fileOf({ __metadata__: { checksum: NO_CHECKSUM }, a }, isLong ? 8 : 0));
    expect(() => decodeSafetensors(file)).toThrow(new DataError(message));
  });

  it("passes the metadata to a check before it reads anything else", () => {
    const file = encodeSafetensors({ arrays: {}, metadata: { format: "mine" } });
    const damaged = Buffer.concat([file, Buffer.from("more")]);
    const check = ({ format }: Record<string, string>) => {
      throw new DataError(`it is ${format}`);
    };
    expect(() => decodeSafetensors(damaged, check)).toThrow("it is mine");
  });

  it("refuses a header with too many entries", () => {
    const empty = { dtype: "U8", shape: [0], data_offsets: [0, 0] };
    const entries = Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [i, empty]));
    expect(() => decodeSafetensors(fileOf({ __metadata__: { checksum: "" }, ...entries }))).toThrow(DataError);
  });
});

describe("compact", () => {
  it("returns the smallest type that holds every value", () => {
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
});

/** JSON in UTF-8 has no lone surrogates. */
function wellFormed(strings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(strings).map((pair) => pair.map((text) => Buffer.from(text).toString())));
}

describe("a large file", () => {
  const length = Buffer.alloc(8);
  length.writeUInt32LE(1 << 24);
  const larger = /the header has 16777216 bytes, but a model's has at most 8388608: train it with fewer/;

  it.each([
    ["is no model", Buffer.from("From: a@b.example"), /not a Thresher model/],
    ["has a larger header than any model", Buffer.concat([length, Buffer.from("{")]), larger],
  ])("is refused before it is read if it %s", (_, beginning, message) => {
    // 200 MB with nothing but zeros after the beginning: they take no room on the disk.
    const path = join(temporaryFolder(), "model");
    writeFileSync(path, beginning);
    truncateSync(path, 200 << 20);
    const before = process.resourceUsage().maxRSS;
    expect(() => loadToFilter(path)).toThrow(message);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50_000);
  });

  it("is not written for a model with more terms or names of classes than it has room for", () => {
    // Takes no memory, as nothing is written to it.
    const arrays = { terms: new Uint8Array(2 ** 32 - 1) };
    const tooLarge = "the model would take 4295.0 MB, but a model file takes at most 4 GB: use fewer kinds of terms";
    expect(() => encodeSafetensors({ arrays, metadata: {} })).toThrow(tooLarge);
    const tooMany = /the names of the classes take \d+ bytes with the settings, .*: use fewer classes or shorter names/;
    expect(() => encodeSafetensors({ arrays: {}, metadata: { labels: "x".repeat(1 << 23) } })).toThrow(tooMany);
  });
});
