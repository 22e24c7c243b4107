import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { learn } from "../../../src/model/learning/learn.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { trainOn } from "../../../src/model/train-on.js";
import { train } from "../../../src/model/training.js";
import { slowRuns } from "../../helpers/arbitraries.js";

/** Copies of few messages, each with words of its own way in the header, under any of three labels. */
const copies: fc.Arbitrary<LabelledDocument[]> = fc
  .array(
    fc.record({ n: fc.nat(3), way: fc.nat(2), label: fc.constantFrom("ham", "spam", "list"), time: fc.nat(1e12) }),
    { minLength: 2, maxLength: 10 },
  )
  .map((list) =>
    list.map(({ n, way, label, time }, i) => ({
      id: String(i),
      label,
      time,
      bytes: Buffer.from(`Received: from way${way}\nFrom: a@b\nMessage-ID: <${n}@b>\n\nbody own${n}\n`),
    })),
  )
  .filter((list) => new Set(list.map(({ label }) => label)).size > 1);

describe("training that remembers", () => {
  it("takes copies as learning one after the other does: the first one's terms, the last one's label", () => {
    fc.assert(
      fc.property(copies, fc.constantFrom({}, { minDocuments: 2 }, { tf: "binary" as const }), (documents, options) => {
        const trained = serialize(train(documents, { ...options, remember: true }));
        const learned = serialize(learn(newModel(options), documents).model);
        expect(Buffer.from(trained).equals(learned)).toBe(true);
      }),
      { numRuns: slowRuns(100) },
    );
  });

  it("is refused without two classes, without identities, and with settings of a model that cannot learn", () => {
    const documents = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(label) }));
    expect(() => train(documents.slice(1), { remember: true })).toThrow(/only one class to learn/);
    expect(() => train(documents, { remember: true, calibrate: "isotonic" })).toThrow(DataError);
    expect(() => train(documents, { remember: true, tf: "log" })).toThrow(/made of counts/);
    expect(() => train(documents, { remember: true, keepDocuments: true })).toThrow(
      /remember and keepDocuments cannot be combined/,
    );
    const data = readCorpus(documents, DEFAULT_SETTINGS);
    expect(() => trainOn(data, DEFAULT_SETTINGS, { remember: true })).toThrow(
      new UsageError("remember: the corpus has no identities: read it with identify"),
    );
  });
});
