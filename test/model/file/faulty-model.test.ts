import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { encodeSafetensors } from "../../../src/model/file/encode-safetensors.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { forAll, isThorough } from "../../helpers/arbitraries.js";
import * as files from "./model-files.js";

const { calibrated, changedFile, combined, DOCUMENTS, plain, remembering, remembersFew, selecting, weighted } = files;

/** The error that bytes give, which must be a DataError with one line for a message; undefined if they are a model. */
function fault(bytes: Uint8Array): DataError | undefined {
  try {
    deserialize(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message).toMatch(/^[^\n]+$/);
    return error as DataError;
  }
  return undefined;
}

/** The message of the error that a file gives with other arrays, or without those that are undefined, and other strings. */
function faultWith(
  bytes: Uint8Array,
  changes: Readonly<Record<string, NumberArray | undefined>>,
  strings: Readonly<Record<string, string>> = {},
): string | undefined {
  return fault(changedFile(bytes, changes, strings))?.message;
}

/** From one place in a file to the next to try: every byte of the beginning, then fewer, and in `.ci/run` all. */
const step = (at: number) => (isThorough ? 1 : 1 + (at >> 7));

const FLIPS = [1, 0x20, 0x80, 0xff];
/** More bytes than the lengths at the beginning of a file take. */
const HEADER = 64;

describe("a faulty model file", () => {
  it("keeps documents, and is refused where their names or rows do not fit", () => {
    const kept = serialize(train(DOCUMENTS, { keepDocuments: true }));
    const { arrays } = decodeSafetensors(kept);
    expect(faultWith(kept, {})).toBeUndefined();
    for (const [name, array, fault] of [
      ["documents.ids", undefined, "documents.ids"],
      ["documents.ids", Float64Array.of(1), "documents.ids"],
      ["documents.ids", new Uint8Array(3), "documents.id-offsets"],
      ["documents.id-offsets", undefined, "documents.id-offsets"],
      ["documents.id-offsets", Uint32Array.of(0, 11), "documents.ids"],
    ] as const) {
      expect(faultWith(kept, { [name]: array })).toBe(`the model file is damaged: ${fault}`);
    }
    for (const name of Object.keys(arrays).filter((name) => name.startsWith("documents.rows."))) {
      for (const array of [undefined, new Float32Array(1)]) {
        expect(faultWith(kept, { [name]: array }), name).toMatch(/^the model file is damaged/);
      }
    }
  });

  it("is refused when it is cut at any length", () => {
    for (const bytes of [plain, selecting, weighted, remembersFew]) {
      for (let length = 0; length < bytes.length; length += step(length)) {
        expect(fault(bytes.subarray(0, length))?.message).toMatch(/cut short|not a model/);
      }
    }
  });

  it("is refused when any byte of it has any bit flipped", () => {
    const accepted: number[] = [];
    for (const bytes of [plain, selecting, remembersFew]) {
      const changed = Uint8Array.from(bytes);
      for (let at = 0; at < bytes.length; at += step(at)) {
        // The bytes of the header are read before the checksum is.
        for (const flip of at < HEADER ? FLIPS : [FLIPS[at % FLIPS.length]]) {
          changed[at] ^= flip;
          if (!(fault(changed) instanceof DataError)) accepted.push(at);
          changed[at] ^= flip;
        }
      }
    }
    expect(accepted).toEqual([]);
  });

  it("is refused or loaded, and nothing else, when its settings and labels are anything under a right checksum", () => {
    const originals = [selecting, calibrated, weighted, combined, remembering].map((bytes) => decodeSafetensors(bytes));
    const names = fc.constantFrom(...Object.keys(JSON.parse(originals[0].metadata.settings)), "__proto__");
    const odd = fc.constantFrom("replacement", "porter", "en", [1, 2], [0.2, 0.8], [1, Number.MAX_VALUE]);
    const setting = fc.tuple(names, fc.oneof(fc.jsonValue(), odd));
    const settings = setting.map(([name, value]) => JSON.stringify({ [name]: value }));
    const json = fc.oneof(fc.json(), fc.string(), settings);
    const places = [fc.constantFrom(...originals), fc.constantFrom("settings", "labels")] as const;
    forAll(200, [...places, json], ({ arrays, metadata }, name, value) => {
      fault(encodeSafetensors({ arrays, metadata: { ...metadata, [name]: value } }));
    });
  });

  it("is refused with the fault named when a part of it is missing or does not fit", () => {
    for (const bytes of [selecting, weighted, combined]) {
      for (const name of Object.keys(decodeSafetensors(bytes).arrays)) {
        const own = name.replace(/^model\.(member-\d\.)?/, "");
        expect(faultWith(bytes, { [name]: undefined })).toContain(`damaged: ${own}`);
      }
    }
    const { arrays } = decodeSafetensors(selecting);
    // A loop to such an end would take minutes.
    const runaway = Uint32Array.from(arrays["counts.starts"]);
    runaway[1] = 2 ** 32 - 1;
    for (const [name, array] of [
      ["vocabulary.offsets", Uint32Array.of(0, 3, 99, 99)],
      ["counts.starts", Uint32Array.of(0, 1)],
      ["counts.starts", runaway],
      ["classes.documents", Float64Array.of(1, Number.NaN)],
      ["classes.totals", Float64Array.of(0, 0)],
      ["counts.classes", arrays["counts.classes"].map(() => 2)],
      ["counts.classes", Float64Array.from(arrays["counts.classes"], () => 0.5)],
      ["counts.values", Float64Array.from(arrays["counts.values"], () => Number.NaN)],
      ["terms.total", Float64Array.of(Number.NaN)],
    ] as const) {
      expect(faultWith(selecting, { [name]: array })).toMatch(/is damaged/);
    }
    const wrong = [{ alpha: -1 }, { classifier: "svm" }, { ngrams: 3 }, { ngrams: [1, {}] }, { encoding: "x" }];
    for (const settings of ["{", ...wrong.map((own) => JSON.stringify({ wordRules: 3, ...own }))]) {
      expect(faultWith(selecting, {}, { settings })).toMatch(/the model file is damaged: /);
    }
    // The arrays of a model in addition to counts that make one.
    expect(faultWith(plain, { "model.weighted.documents": Float64Array.of(1, 1) })).toMatch(/damaged: model\.$/);
    for (const labels of ['["ham"]', '["ham","ham"]', "[]", "{}", "[1,2]", "["]) {
      expect(faultWith(selecting, {}, { labels })).toBeDefined();
    }
  });

  it("is refused with documents that weigh or count so much that sums of them are infinite", () => {
    for (const classifier of ["locally-weighted", "nearest-neighbours"]) {
      const file = serialize(train(DOCUMENTS, { classifier }));
      const { arrays } = decodeSafetensors(file);
      const factors: Record<string, number> = { weights: 1e308, distinct: 1e307 };
      for (const [name, value] of Object.entries(factors)) {
        const full = Object.keys(arrays).find((one) => one.endsWith(`documents.${name}`)) ?? "";
        expect(faultWith(file, { [full]: arrays[full].slice().fill(value) })).toMatch(/damaged: documents/);
      }
    }
  });

  it("that remembers its documents is refused where what it remembers does not fit", () => {
    const { arrays } = decodeSafetensors(remembersFew);
    expect(faultWith(remembersFew, {})).toBeUndefined();
    const digests = arrays["known.digests"] as Uint8Array;
    const [first, second] = [digests.subarray(0, 16), digests.subarray(16)];
    const faults: Readonly<Record<string, readonly (NumberArray | undefined)[]>> = {
      digests: [undefined, second, Uint8Array.from([...second, ...first]), Uint8Array.from([...first, ...first])],
      classes: [undefined, Uint8Array.of(0), Uint8Array.of(0, 2)],
      times: [undefined, Uint32Array.of(1), Float64Array.of(1, 2)],
      gaps: [Uint8Array.of(1, 2), Uint16Array.of(1)],
      "gap-offsets": [undefined, Uint32Array.of(0, 2, 1)],
      repeats: [undefined, Uint8Array.of(1, 2, 3)],
      "repeat-offsets": [Uint32Array.of(0), undefined],
    };
    for (const [name, wrong] of Object.entries(faults)) {
      for (const array of wrong) {
        const fault = faultWith(remembersFew, { [`known.${name}`]: array });
        expect(fault, name).toMatch(/^the model file is .*: known\./);
      }
    }
  });

  it("is refused as of another version, in one short line, whatever else is new in it", () => {
    const later = { version: "4", settings: '{"classifier":"from the future"}' };
    const update = /version 4, but this Thresher reads version 3: update Thresher/;
    expect(faultWith(plain, {}, later)).toMatch(update);
    const bytes = changedFile(plain, {}, later);
    bytes.write('"I64"', bytes.indexOf('"F64"'));
    bytes.write('"checksum":"md9', bytes.indexOf('"checksum":"'));
    expect(fault(bytes)?.message).toMatch(update);
    const again = /has version 2, but this Thresher reads version 3: train the model again$/;
    expect(faultWith(plain, {}, { version: "2" })).toMatch(again);
    for (const version of ["a\nb\u001b[2J\u202e", "x".repeat(100_000)]) {
      expect(faultWith(plain, {}, { version })).toMatch(/^the model file has version [ -~]{1,200}$/);
    }
  });

  it("is refused in one line that can be read, whatever its settings are", () => {
    const { metadata } = decodeSafetensors(plain);
    const values = ["a\nb\u001b[2J", Array.from({ length: 5000 }, (_, i) => `class ${i}`), "x".repeat(100_000)];
    for (const value of values) {
      for (const name of ["classifier", "alpha", "tokenLength", "maxDocumentShare", value]) {
        const settings = JSON.stringify({ ...JSON.parse(metadata.settings), [String(name)]: value });
        expect(faultWith(plain, {}, { settings })).toMatch(/^the model file is damaged: [ -~…]{1,700}$/);
      }
    }
  });
});
