import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf } from "../../../src/documents/given-text.js";
import { secondsOf } from "../../../src/features/corpus/known-documents.js";
import { identityOf } from "../../../src/mail/rewrite/identity.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { DocumentChange } from "../../../src/model/learning/document-change.js";
import { countedBytes, countedDocument, makeChange } from "../../../src/model/learning/document-change.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import { forAll } from "../../helpers/arbitraries.js";

const LABELS = ["ham", "spam", "work"];
const dated = (n: number) => `Date: Mon, ${n + 1} Jan 2024 10:00:00 +0000\nSubject: letter ${n}\n\n`;
const TEXTS = Array.from({ length: 8 }, (_, n) => `${dated(n)}word${n % 3} word${n} word${n} the`);
const READER = new Learner(newModel({ preset: "mail" }));

function changeOf(kind: DocumentChange["kind"], text: string, label: string): DocumentChange {
  const { digest, time } = identityOf(bytesOf(text));
  const hasLabel = kind === "learn" || kind === "relabel";
  const counted = kind === "learn" ? countedBytes({ seconds: secondsOf(time) }, READER.read(text)) : new Uint8Array(0);
  return { kind, digest, label: hasLabel ? label : "", counted };
}

const bytesOfModel = (model: Learner) => Buffer.from(serialize(model.model()));

describe("a change of a document", () => {
  const step = fc.record({
    kind: fc.constantFrom("learn", "learn", "relabel", "unlearn", "forget" as const),
    text: fc.constantFrom(...TEXTS),
    label: fc.constantFrom(...LABELS),
  });

  it("has the outcome that it has for the document, and gives the same model when changes are made again", () => {
    forAll(60, [fc.array(step, { maxLength: 40 }), fc.nat(40)], (steps, saved) => {
      const learner = new Learner({ preset: "mail" });
      const model = new Learner(newModel({ preset: "mail" }));
      let file = model.model();
      for (const [n, { kind, text, label }] of steps.entries()) {
        const isGiven = kind === "learn" || kind === "relabel";
        const fate = isGiven ? learner[kind](label, text) : learner.unlearn(text);
        expect(makeChange(model, changeOf(kind, text, label))).toBe(fate);
        if (n === saved) file = model.model();
      }
      const again = new Learner(file);
      for (const { kind, text, label } of steps) makeChange(again, changeOf(kind, text, label));
      const expected = Buffer.from(serialize(learner.model()));
      expect(bytesOfModel(model).equals(expected)).toBe(true);
      expect(bytesOfModel(again).equals(expected)).toBe(true);
    });
  });

  it("is refused whole if it is altered, cut short or too large", () => {
    const change = changeOf("learn", TEXTS[0], "ham");
    const model = new Learner(newModel({ preset: "mail" }));
    const forged = [
      { ...change, digest: change.digest.subarray(1) },
      { ...change, label: "" },
      { ...change, label: "x".repeat(2000) },
      { ...change, kind: "unlearn" as const },
      { ...change, counted: change.counted.subarray(0, -1) },
      { ...change, counted: Buffer.concat([change.counted, change.counted.subarray(4)]) },
      // One term, two thousand million times.
      { ...change, counted: Buffer.from([0, 0, 0, 0, 1, 0x61, 0xff, 0xff, 0xff, 0xff, 0x07]) },
      { ...change, counted: Buffer.from([0, 0, 0, 0, 1, 0x61, 0]) },
      { ...change, counted: Buffer.from([0, 0, 0, 0, 0, 1]) },
      { ...change, counted: Buffer.from([0, 0, 0]) },
    ];
    for (const bad of forged)
      expect(() => makeChange(model, bad)).toThrow(/not a change|terms of a change are damaged/);
    expect(model.size).toBe(0);
  });

  it("reads any bytes as terms or refuses them", () => {
    forAll(100, [fc.uint8Array({ maxLength: 40 })], (bytes) => {
      let read: ReturnType<typeof countedDocument>;
      try {
        read = countedDocument(bytes);
      } catch (error) {
        expect((error as Error).message).toContain("are damaged");
        return;
      }
      const written = countedBytes(read, read.document);
      expect(countedBytes(countedDocument(written), countedDocument(written).document)).toEqual(written);
    });
  });
});
