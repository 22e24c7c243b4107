import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { leaksOf } from "../../../src/evaluation/audit/audit.js";
import { evaluateCorpora } from "../../../src/evaluation/evaluate.js";
import { readCorpora } from "../../../src/features/corpus/read-corpus.js";
import { folds, holdouts } from "../../../src/model/fitting/splits.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { corpora, EXAMPLES, trainOptions } from "../../helpers/arbitraries.js";
import { audited } from "./audited.js";

const document = (label: string, id: number | string, text: string): LabelledDocument => ({
  id: `${label}/${id}`,
  label,
  bytes: Buffer.from(text),
});

const thirds = ({ y }: { readonly y: ArrayLike<number> }) => holdouts(y, 1 / 3, 2, 1);

/** Documents of two classes. */
const ofTwo = (perClass: number, textOf: (label: string, i: number) => string) =>
  ["autos", "space"].flatMap((label) =>
    Array.from({ length: perClass }, (_, i) => document(label, i, textOf(label, i))),
  );

/** Messages of two classes whose bodies are drawn from the same words, and whose headers tell them apart. */
function messages(perClass = 30): LabelledDocument[] {
  const random = seededRandom(3);
  const body = () => Array.from({ length: 30 }, () => `word${random(40)}`).join(" ");
  return ofTwo(perClass, (label, i) => {
    return `From: poster${random(5)}@site\nNewsgroups: ${`${label},`.repeat(15)}\nX-Once-${i}: no\n\n${body()}\n`;
  });
}

describe("audit", () => {
  it("finds the field that gives the class away, and the accuracy of bodies alone", () => {
    const { bodies, messages: count, fields, findings } = audited([messages()], {}, thirds);
    expect(count).toBe(60);
    expect(bodies.accuracy).toBeLessThan(0.8);
    expect(fields.map(({ name }) => name)).toEqual(["newsgroups", "from"]);
    expect(fields[0]).toMatchObject({ share: 1, accuracy: 1, predicts: ["autos", "space"] });
    expect(findings).toMatchObject({ measured: 1, honest: bodies.accuracyWithoutCopies });
    expect(findings.tellingField?.name).toBe("newsgroups");
  });

  it("measures bodies as an evaluation without headers, footers and quotes", () => {
    fc.assert(
      fc.property(corpora, trainOptions, (documents, options) => {
        const settings = settingsFrom(options);
        const [data] = readCorpora([documents], settings);
        const splits = folds(data.y, 2, 1);
        const { accuracy, accuracyInterval } = audited([documents], options, () => splits).bodies;
        const read = readCorpora([documents], { ...settings, strip: ["headers", "footers", "quotes"] });
        expect(evaluateCorpora(read, splits, settings)).toMatchObject({ accuracy, accuracyInterval });
      }),
      { ...EXAMPLES, numRuns: 15 },
    );
  });

  it("finds documents of the test set that training has too, headers, case and punctuation aside", () => {
    const text = "the engine will not start when the weather is cold";
    const words = Array.from({ length: 120 }, (_, i) => `w${i}`);
    const train = [
      document("autos", 0, `Subject: a\n\n${text}`),
      document("space", 0, "up there\nin orbit"),
      document("space", 1, words.join(" ")),
    ];
    const test = [
      document("autos", 1, `Subject: quite another\n\n${text.toUpperCase()}!\n`),
      document("autos", 2, "Subject: a\n\nmine is red"),
      document("space", 3, "Up there, in orbit"),
      document("space", 4, "From: x\n\n"),
      document("space", 5, words.map((word, i) => (i === 60 ? "other" : word)).join(" ")),
    ];
    const { copies } = audited([train, test], {}, () => []);
    expect(copies).toMatchObject({
      exact: { documents: 2, share: 0.4 },
      near: { documents: 1, accuracy: 1 },
      none: { documents: 2 },
    });
  });

  it("counts documents with nothing left, and has no honest figure if that is all", () => {
    const heads = ofTwo(6, (label, i) => `Subject: ${label} number ${i}\n`);
    const { bodies, findings } = audited([heads], {}, thirds);
    expect([bodies.empty, findings.honest]).toEqual([12, undefined]);
    const some = audited([[...heads, document("autos", "body", "Subject: a\nhello there")]], {}, thirds);
    expect([some.bodies.empty, some.findings.honest]).toEqual([12, expect.any(Number)]);
  });

  it("has no honest figure for a corpus of one text", () => {
    const documents = ofTwo(500, () => "always the same few words in every letter");
    expect(audited([documents], {}, thirds)).toMatchObject({
      copies: { exact: { share: 1 } },
      findings: { copies: true, honest: undefined },
      fields: [],
    });
  });

  it("needs no class with more than one document, tested on documents of their own", () => {
    const train = [document("a", 0, "From: x\n\none"), document("b", 0, "From: y\n\ntwo")];
    const found = audited([train, [document("a", 1, "From: x\n\none more"), document("c", 0, "three")]], {}, () => []);
    expect(found.findings.measured).toBe(0.5);
    expect(found.fields).toMatchObject([{ name: "from", share: 0.75, accuracy: 0.5 }]);
  });

  it("compares each document with all others where each is left out in turn", () => {
    const copied = [document("autos", "again", "word1 word2 word3"), document("space", "x", "Word1 word2, word3")];
    const { copies, fields } = audited([[...messages(10), ...copied]], {}, () => "leave one out");
    expect(copies.exact).toMatchObject({ documents: 2, accuracy: 0 });
    expect(fields[0].name).toBe("newsgroups");
  });

  it("finds each document again though another is binary with its header or without it", () => {
    const nul = (id: string) => document("space", id, "From: \0\n\nword1");
    const documents = messages(12);
    const among = [nul("a"), ...documents, document("space", "end", "From: a\n\n\0"), nul("z")];
    expect(audited([among], {}, thirds)).toEqual(audited([documents], {}, thirds));
    expect(audited([among], { strip: ["headers"] }, thirds).messages).toBe(26);
  });

  it("learns from each value of a field that comes again", () => {
    const received = ofTwo(20, (label) => `From: x\nReceived: first${label}\nReceived: last${label}\n\nbody`);
    expect(audited([received], {}, thirds).fields[0]).toMatchObject({ name: "received", accuracy: 1 });
  });

  it("judges fields on a larger part if the first split tests next to nothing", () => {
    const field = (n: number) => {
      const train = Uint32Array.from({ length: 2 * n - 1 }, (_, i) => i + 1);
      return audited([messages(n)], {}, () => [{ train, test: Uint32Array.of(0) }]).fields[1];
    };
    // Senders tell nothing: of many documents half are right, of one all or none.
    expect([0, 1]).toContain(field(20).accuracy);
    expect([0, 1]).not.toContain(field(60).accuracy);
  });

  it("refuses duplicate ids", () => {
    const documents = [...messages(3), document("autos", 1, "again")];
    expect(() => audited([documents], {}, thirds)).toThrow(
      new DataError('audit: two documents have the id "autos/1"; ids must be distinct'),
    );
  });
});

describe("leaksOf", () => {
  const field = (accuracy: number) => ({ name: "subject", share: 1, accuracy, predicts: [] });
  const leaks = (
    fields: ReturnType<typeof field>[],
    { majority = 0.5, strip = [] as "headers"[], copied = 0, others = 0.9 as number | undefined },
  ) => {
    const none = { documents: 0, share: 1 - copied, accuracy: others };
    const evaluation = { accuracy: 0.9, baselines: { majority, proportional: 0.5 } };
    return leaksOf({ evaluation }, { strip }, { exact: none, near: none, none }, fields);
  };

  it.each([
    [0.95, {}, true],
    [0.94, {}, false],
    [0.97, { majority: 0.96 }, false],
    [0.981, { majority: 0.96 }, true],
    [0.99, { strip: ["headers"] as "headers"[] }, false],
  ])(
    "takes a field for a leak that is right for %d alone, if that is much better than %j",
    (accuracy, given, isLeak) => {
      const telling = isLeak ? { name: "subject", accuracy } : undefined;
      expect(leaks([field(accuracy)], given).tellingField).toEqual(telling);
    },
  );

  it.each([
    [0.02, 0.9, true],
    [0.005, 0.9, false],
    [0.005, 0.898, true],
    [1, undefined, true],
    [0, 0.8, false],
  ])("warns of a share of copies of %d with accuracy %d on the others, if it matters", (copied, others, warns) => {
    expect(leaks([], { copied, others }).copies).toBe(warns);
  });
});
