import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { filterMessage, messageClassifier } from "../../../src/delivery/filter/mail-filter.js";
import { classify } from "../../../src/model/classify.js";
import { deserialize, load, loadToFilter } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { save, serialize } from "../../../src/model/file/save-model.js";
import type { TextModel } from "../../../src/model/text-model.js";
import { train } from "../../../src/model/training.js";
import { corpora, EXAMPLES, forAll, slowRuns, texts, trainOptions } from "../../helpers/arbitraries.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";
import { changedFile, DOCUMENTS, MANY, plain, remembering, selecting } from "./model-files.js";

describe("a model file", () => {
  it("gives back the model that was saved: loading and saving are inverse, and every score is the same to the bit", () => {
    const unseen = fc.array(texts, { maxLength: 4 });
    forAll(slowRuns(EXAMPLES.numRuns), [corpora, trainOptions, unseen], (documents, options, unseen) => {
      const model = train(documents, options);
      const bytes = serialize(model);
      const again = deserialize(bytes);
      expect(Buffer.from(serialize(again)).equals(bytes)).toBe(true);
      expect(again.settings).toEqual(model.settings);
      expect(again.labels).toEqual(model.labels);
      for (const document of [...unseen, ...documents]) {
        expect(classify(again, document)).toEqual(classify(model, document));
        expect(scores(again, document)).toEqual(scores(model, document));
      }
    });
  });

  it("does not change with what happens to the buffer it was read from and written to", () => {
    const buffer = Uint8Array.from(plain);
    const model = deserialize(buffer);
    serialize(model).fill(0);
    expect(Buffer.from(serialize(model)).equals(plain)).toBe(true);
  });

  it("is laid out as safetensors, aligned, with settings, labels, version and checksum as strings", () => {
    const headerLength = Number(Buffer.from(selecting).readBigUInt64LE());
    const header = JSON.parse(Buffer.from(selecting.subarray(8, 8 + headerLength)).toString());
    const { __metadata__: metadata, ...arrays } = header;
    expect(metadata).toMatchObject({ format: "thresher", version: "3", labels: '["ham","spam"]' });
    expect(metadata.checksum).toMatch(/^crc32:[0-9a-f]{8}$/);
    expect(JSON.parse(metadata.settings)).toMatchObject({ classifier: "multinomial", minDocuments: 2, maxTerms: 5 });
    const sizes: Record<string, number> = { U8: 1, U16: 2, U32: 4, F64: 8 };
    let end = 0;
    for (const { dtype, shape, data_offsets: offsets } of Object.values<Record<string, never>>(arrays)) {
      expect(offsets).toEqual([end, end + sizes[dtype] * shape[0]]);
      expect((8 + headerLength + end) % sizes[dtype]).toBe(0);
      end = offsets[1];
    }
    expect(selecting.length).toBe(8 + headerLength + end);
  });
});

describe("save and load", () => {
  it("keep a model in a file, and nothing else in its folder", () => {
    const folder = temporaryFolder();
    const path = join(folder, "mail.model");
    const model = train(DOCUMENTS);
    save(model, path);
    save(model, path);
    expect(namesIn(folder)).toEqual(["mail.model"]);
    expect(readFileSync(path).equals(plain)).toBe(true);
    expect(classify(load(path), "letter")).toEqual(classify(model, "letter"));
  });

  it("name the file in their errors", () => {
    const folder = temporaryFolder();
    const path = join(folder, "x");
    expect(() => load(path)).toThrow(new DataError(`${path}: cannot read the model: no such file or folder`));
    writeFileSync(path, "text and more text");
    expect(() => load(path)).toThrow(new DataError(`${path}: not a Thresher model`));
    expect(() => save(train(DOCUMENTS), join(path, "y"))).toThrow(DataError);
    expect(() => save(train(DOCUMENTS), folder)).toThrow(/it is not a regular file/);
  });
});

function scores(model: TextModel, document: string | { bytes: Uint8Array }): Float64Array {
  const row = model.rowOf(typeof document === "string" ? document : document.bytes);
  const into = new Float64Array(model.labels.length);
  model.model.scoreInto(row, 0, into);
  return into;
}

describe("a model file that is loaded to filter", () => {
  const [plainFile, otherFile] = ["plain", "other"].map((name) => join(temporaryFolder(), name));
  writeFileSync(plainFile, plain);
  writeFileSync(otherFile, remembering);

  it("gives the model that load gives, without what it remembers, and what tells it from others", () => {
    const { model, id } = loadToFilter(plainFile);
    expect(Buffer.from(serialize(model)).equals(plain)).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(Buffer.from(plain).toString("latin1")).toContain(`crc32:${id}`);
    expect(loadToFilter(otherFile).id).not.toBe(id);
    expect(loadToFilter(otherFile).model.known).toBeUndefined();
    expect(classify(loadToFilter(otherFile).model, MANY[3])).toEqual(classify(deserialize(remembering), MANY[3]));
  });

  it("is refused if it was altered, or its arrays do not fit together", () => {
    const { arrays } = decodeSafetensors(plain);
    const path = join(temporaryFolder(), "model");
    const altered = Buffer.from(plain);
    altered[8 + Number(altered.readBigUInt64LE())] ^= 1;
    const starts = arrays["counts.starts"];
    for (const bytes of [
      altered,
      changedFile(plain, { "counts.starts": starts.map((n) => n + 1) }),
      changedFile(plain, { "counts.values": arrays["counts.values"].slice(1) }),
      changedFile(plain, { "vocabulary.offsets": starts.slice(1) }),
    ]) {
      writeFileSync(path, bytes);
      expect(() => loadToFilter(path)).toThrow(DataError);
    }
  });

  it("is taken as it is where only its counts make no sense: no message stands still for that", () => {
    const path = join(temporaryFolder(), "model");
    const values = Float64Array.from(decodeSafetensors(plain).arrays["counts.values"], () => Number.NaN);
    const changes = { "classes.totals": Float64Array.of(Number.NaN, 1), "counts.values": values };
    writeFileSync(path, changedFile(plain, changes));
    expect(() => filterMessage(Buffer.from("prize home"), messageClassifier(loadToFilter(path)))).toThrow(DataError);
    expect(() => load(path)).toThrow(DataError);
  });
});
