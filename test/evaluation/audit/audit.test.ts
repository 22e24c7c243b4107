import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
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

/** Messages of two classes whose bodies are drawn from the same words, and whose headers tell them apart. */
function messages(perClass = 30): LabelledDocument[] {
  const random = seededRandom(3);
  const body = () => Array.from({ length: 30 }, () => `word${random(40)}`).join(" ");
  return ["autos", "space"].flatMap((label) =>
    Array.from({ length: perClass }, (_, i) =>
      document(
        label,
        i,
        `From: poster${random(5)}@site\nNewsgroups: ${`${label},`.repeat(15)}\nX-Once-${i}: no\n\n${body()}\n`,
      ),
    ),
  );
}

describe("audit", () => {
  it("finds how much headers add, and the field and term that give the class away", () => {
    const { parts, messages: count, fields, findings } = audited([messages()], {}, thirds);
    expect(count).toBe(60);
    const [everything, withoutHeaders, withoutQuotes, bodies] = parts;
    expect(parts.map(({ name, strip }) => [name, strip.join()])).toEqual([
      ["everything", ""],
      ["without headers", "headers"],
      ["without footers and quotes", "footers,quotes"],
      ["bodies alone", "headers,footers,quotes"],
    ]);
    expect(everything.accuracy).toBe(1);
    expect(withoutHeaders.accuracy).toBeLessThan(0.8);
    expect(withoutQuotes.accuracy).toBe(1);
    expect(fields.map(({ name }) => name)).toEqual(["newsgroups", "from"]);
    expect(fields[0]).toMatchObject({ share: 1, accuracy: 1, accuracyWhereGiven: 1, predicts: ["autos", "space"] });
    expect(findings).toMatchObject({ measured: 1, header: true, honest: bodies.accuracyWithoutCopies });
    expect(findings.tellingField?.name).toBe("newsgroups");
  });

  it("equals an evaluation without the part, for each part", () => {
    fc.assert(
      fc.property(corpora, trainOptions, (documents, options) => {
        const settings = settingsFrom(options);
        const [data] = readCorpora([documents], settings);
        const splits = folds(data.y, 2, 1);
        const found = audited([documents], options, () => splits);
        for (const { strip, accuracy, accuracyInterval } of found.parts) {
          const read = readCorpora([documents], { ...settings, strip });
          expect(evaluateCorpora(read, splits, settings)).toMatchObject({ accuracy, accuracyInterval });
        }
      }),
      { ...EXAMPLES, numRuns: 15 },
    );
  });

  it("finds documents of the test set that training has too, headers, case and punctuation aside", () => {
    const text = "the engine will not start when the weather is cold";
    const train = [document("autos", 0, `Subject: a\n\n${text}`), document("space", 0, "up there\nin orbit")];
    const test = [
      document("autos", 1, `Subject: quite another\n\n${text.toUpperCase()}!\n`),
      document("autos", 2, "Subject: a\n\nmine is red"),
      document("space", 3, "Up there, in orbit"),
      document("space", 4, "From: x\n\n"),
    ];
    const { duplicates } = audited([train, test], {}, () => []);
    expect(duplicates.tested.exact).toMatchObject({ documents: 2, share: 0.5 });
    expect(duplicates.tested.near.documents).toBe(0);
    expect(duplicates.tested.none.documents).toBe(2);
    expect(duplicates.groups).toMatchObject([
      { documents: 2, texts: 1, examples: ["autos/0", "autos/1"] },
      { documents: 2, texts: 1, examples: ["space/0", "space/3"] },
    ]);
  });

  it("audits the bodies of messages whose header no blank line ends", () => {
    const random = seededRandom(5);
    const line = (label: string) => Array.from({ length: 8 }, () => `${label}${random(30)}`).join(" ");
    const text = (label: string) => `Subject: hello ${random(9)}\n${line(label)}\n${line(label)}\n\n${line("x")}\n`;
    const documents = ["ham", "ham", "spam"].flatMap((label, turn) =>
      Array.from({ length: 12 }, (_, i) => document(label, `${turn}-${i}`, text(label))),
    );
    const again = Buffer.from(documents[0].bytes).toString().replace("Subject: hello", "Subject: once more");
    const found = audited([[...documents, document("ham", "again", again)]], {}, thirds);
    const { parts, duplicates } = found;
    expect(found.messages).toBe(37);
    expect(parts.map(({ name, accuracy, empty }) => [name, accuracy, empty])).toEqual([
      ["everything", 1, 0],
      ["without headers", 1, 0],
      ["without footers and quotes", 1, 0],
      ["bodies alone", 1, 0],
    ]);
    expect(duplicates.groups).toMatchObject([{ documents: 2, texts: 1, examples: ["ham/0-0", "ham/again"] }]);
  });

  it("counts documents with nothing left, and has no honest figure if that is all", () => {
    const heads = ["ham", "spam"].flatMap((label) =>
      Array.from({ length: 6 }, (_, i) => document(label, i, `Subject: ${label} number ${i}\n`)),
    );
    const { parts, findings } = audited([heads], {}, thirds);
    expect(parts.map(({ empty }) => empty)).toEqual([0, 12, 0, 12]);
    expect(findings.honest).toBeUndefined();
    const some = audited([[...heads, document("ham", "body", "Subject: a\nhello there")]], {}, thirds);
    expect(some.parts[3].empty).toBe(12);
    expect(some.findings.honest).toBeDefined();
  });

  it("finds near copies", () => {
    const words = Array.from({ length: 120 }, (_, i) => `w${i}`);
    const changed = words.map((word, i) => (i === 60 ? "other" : word));
    const documents = [
      document("a", 0, words.join(" ")),
      document("a", 1, changed.join(" ")),
      document("b", 0, "nothing like it at all in here"),
      document("b", 1, "one two three four five six seven"),
    ];
    const splits = [
      { train: Uint32Array.of(0, 2), test: Uint32Array.of(1, 3) },
      { train: Uint32Array.of(2, 3), test: Uint32Array.of(0, 1) },
    ];
    const { duplicates } = audited([documents], {}, () => splits);
    expect(duplicates.tested.near).toMatchObject({ documents: 1, share: 0.25, accuracy: 1 });
  });

  it("has no honest figure for a corpus of one text", () => {
    const documents = ["a", "b"].flatMap((label) =>
      Array.from({ length: 500 }, (_, i) => document(label, i, "always the same few words in every letter")),
    );
    const { duplicates, findings, fields } = audited([documents], {}, thirds);
    expect(duplicates.tested.exact.share).toBe(1);
    expect(duplicates.conflicts).toMatchObject({ texts: 1, documents: 1000, ceiling: 0.5 });
    expect(findings).toMatchObject({ copies: true, honest: undefined });
    expect(fields).toEqual([]);
  });

  it("finds copies in raw mail, but learns from parsed mail", () => {
    const documents = messages(12);
    const found = audited([documents], { as: "mail", fields: ["from", "newsgroups"] }, thirds);
    expect(found.messages).toBe(24);
    expect(found.parts[0].accuracy).toBe(1);
    expect(found.parts[1].accuracy).toBeLessThan(1);
    expect(found.fields[0]).toMatchObject({ name: "newsgroups", accuracy: 1 });
    expect(found.duplicates).toEqual(audited([documents], { as: "news" }, thirds).duplicates);
  });

  it("needs no class with more than one document, tested on documents of their own", () => {
    const train = [document("a", 0, "From: x\n\none"), document("b", 0, "From: y\n\ntwo")];
    const found = audited([train, [document("a", 1, "From: x\n\none more"), document("c", 0, "three")]], {}, () => []);
    expect(found.parts[0].accuracy).toBe(0.5);
    expect(found.fields).toMatchObject([{ name: "from", share: 0.75, accuracy: 0.5, accuracyWhereGiven: 1 }]);
  });

  it("compares each document with all others where each is left out in turn", () => {
    const documents = [
      ...messages(10),
      document("autos", "again", "word1 word2 word3"),
      document("space", "x", "Word1 word2, word3"),
    ];
    const { parts, duplicates, fields } = audited([documents], {}, () => "leave one out");
    expect(duplicates.tested.exact).toMatchObject({ documents: 2, accuracy: 0 });
    expect(parts[0].accuracy).toBeCloseTo(20 / 22, 12);
    expect(fields[0].name).toBe("newsgroups");
  });

  it("finds each document again though another is binary with its header or without it", () => {
    const nul = (id: string) => document("space", id, "From: \0\n\nword1");
    const documents = messages(12);
    const among = [nul("a"), ...documents, document("space", "end", "From: a\n\n\0"), nul("z")];
    expect(audited([among], {}, thirds)).toEqual(audited([documents], {}, thirds));
    const train = [document("a", 0, "From: x\n\nalpha"), document("b", 0, "From: x\n\nbeta")];
    const test = [document("a", 1, "From: x\n\nalpha"), document("b", "nul", "From: \0\n\nbeta")];
    expect(audited([train, test], {}, () => []).parts.map(({ accuracy }) => accuracy)).toEqual([1, 1, 1, 1]);
    const without = audited([among], { strip: ["headers"] }, thirds);
    expect(without.messages).toBe(26);
    expect(without.parts[0].accuracy).toBeGreaterThan(0.8);
  });

  it("reads documents that have no header to leave out only twice, and each value of a field that comes again", () => {
    let times = 0;
    const documents = ["ham", "spam"].flatMap((label) =>
      Array.from({ length: 6 }, (_, i) => document(label, i, label)),
    );
    const counting = {
      *[Symbol.iterator]() {
        times++;
        yield* documents;
      },
    };
    audited([counting], {}, thirds);
    expect(times).toBe(2);
    const received = ["ham", "spam"].flatMap((label) =>
      Array.from({ length: 20 }, (_, i) =>
        document(label, i, `From: x\nReceived: first${label}\nReceived: last${label}\n\nbody`),
      ),
    );
    const [field] = audited([received], {}, thirds).fields;
    expect(field).toMatchObject({ name: "received", accuracy: 1 });
  });

  it("judges fields on a larger part if the first split tests next to nothing", () => {
    const splits = [{ train: Uint32Array.from({ length: 119 }, (_, i) => i + 1), test: Uint32Array.of(0) }];
    const field = (n: number) =>
      audited([messages(n)], {}, () => splits.map((split) => ({ ...split, train: split.train.subarray(0, 2 * n - 1) })))
        .fields[1];
    // Senders tell nothing: of many documents half are right, of one all or none.
    expect([0, 1]).toContain(field(20).accuracy);
    expect([0, 1]).not.toContain(field(60).accuracy);
  });

  it("reports progress from 0 to 1, never backwards", () => {
    const shares: number[] = [];
    const phases = new Set<string>();
    audited([messages(5)], {}, thirds, {
      onProgress({ phase, done }) {
        phases.add(phase);
        if (phase === "auditing") shares.push(done);
      },
    });
    expect([...phases]).toEqual(["auditing"]);
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBeCloseTo(1, 12);
    for (const [i, share] of shares.entries()) expect(share).toBeGreaterThanOrEqual(shares[i - 1] ?? 0);
  });

  it("refuses duplicate ids", () => {
    const documents = [...messages(3), document("autos", 1, "again")];
    expect(() => audited([documents], {}, thirds)).toThrow(
      new DataError('audit: two documents have the id "autos/1"; ids must be distinct'),
    );
  });
});
