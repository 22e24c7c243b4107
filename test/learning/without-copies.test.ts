import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DataError,
  DEFAULT_SETTINGS,
  type LabelledDocument,
  learn,
  modelToBytes,
  newModel,
  readCorpus,
  train,
  trainOn,
  UsageError,
} from "../../src/index.js";

/** Copies of few messages, each with words of its own way in the header, under any of three labels. */
const copies: fc.Arbitrary<LabelledDocument[]> = fc
  .array(
    fc.record({ n: fc.nat(3), way: fc.nat(2), label: fc.constantFrom("ham", "spam", "list"), time: fc.nat(1e12) }),
    {
      minLength: 2,
      maxLength: 10,
    },
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
        const trained = modelToBytes(train(documents, { ...options, remember: true }));
        const learned = modelToBytes(learn(newModel(options), documents).model);
        expect(Buffer.from(trained).equals(learned)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("is refused without two classes, without identities, and with settings of a model that cannot learn", () => {
    const documents = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(label) }));
    expect(() => train(documents.slice(1), { remember: true })).toThrow(/required two or more classes/);
    expect(() => train(documents, { remember: true, calibrate: "temperature" })).toThrow(DataError);
    expect(() => train(documents, { remember: true, tf: "log" })).toThrow(/made of counts/);
    expect(() => train(documents, { remember: true, keepDocuments: true })).toThrow(/got keepDocuments beside it/);
    const data = readCorpus(documents, DEFAULT_SETTINGS);
    expect(() => trainOn(data, DEFAULT_SETTINGS, { remember: true })).toThrow(UsageError);
    expect(() => trainOn(data, DEFAULT_SETTINGS, { remember: true })).toThrow(/read with identify/);
  });

  it("has another model than training that does not only in what it remembers, where there are no copies", () => {
    const documents = ["letter", "prize"].map((text, i) => ({ id: text, label: String(i), bytes: Buffer.from(text) }));
    const [plain, remembering] = [false, true].map((remember) => train(documents, { remember }));
    expect(remembering.training).toEqual(plain.training);
    expect(plain.known).toBeUndefined();
  });
});
