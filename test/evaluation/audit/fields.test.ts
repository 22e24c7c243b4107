import { describe, expect, it } from "vitest";
import { countFields, frequentFields } from "../../../src/evaluation/audit/field-values.js";
import { giveaways } from "../../../src/evaluation/audit/giveaways.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";

const header = (...names: readonly string[]) =>
  Buffer.from(`${names.map((name) => `${name}: x\n`).join("")}\nbody: x\n`);

/** The frequent fields among a number of documents, of which some have these headers. */
function frequent(documents: number, ...headers: readonly Uint8Array[]): string[] {
  const counts = new Map<string, Uint32Array>();
  for (const text of headers) countFields(counts, text, 0, 1);
  return frequentFields(counts, documents);
}

describe("frequentFields", () => {
  it("gives the fields that one document in twenty has, the most frequent first, once a document", () => {
    const headers = [header("From", "from", "Subject"), header("Subject", "__proto__"), header("X")];
    expect(frequent(3, ...headers)).toEqual(["subject", "__proto__", "from", "x"]);
    expect(frequent(40, ...headers)).toEqual(["subject"]);
    expect(frequent(41, ...headers)).toEqual([]);
  });

  it("gives at most 64, those of one frequency by name", () => {
    const names = Array.from({ length: 70 }, (_, i) => `a${String(i).padStart(2, "0")}`);
    expect(frequent(1, header(...names.toReversed()))).toEqual(names.slice(0, 64));
  });

  it("looks at the first hundred fields of one header, and at names of up to 64 letters", () => {
    const many = header(...Array.from({ length: 20_000 }, (_, i) => `x${i}`));
    expect(frequent(20, many, header("x99"), header("x100"))[0]).toBe("x99");
    expect(frequent(40, many, header("x100"))).toEqual([]);
    expect(frequent(2, header("z".repeat(65)), header("y".repeat(64)))).toEqual(["y".repeat(64)]);
  });
});

/** Documents with one term or none, given as [class, term or -1, how many] each. */
function documents(terms: number, classes: number, ...groups: readonly (readonly [number, number, number])[]) {
  const rows = groups.flatMap(([c, term, n]) => Array.from({ length: n }, () => ({ c, term })));
  return {
    x: matrixFromRows(rows.map(({ term }) => Array.from({ length: terms }, (_, t) => (t === term ? 2 : 0)))),
    y: Uint32Array.from(rows, ({ c }) => c),
    labels: Array.from({ length: classes }, (_, c) => `class ${c}`),
  };
}

describe("giveaways", () => {
  it("are terms whose documents are all of one class, those with the most documents first", () => {
    const data = documents(3, 2, [0, 0, 30], [0, 1, 40], [0, 2, 10], [1, 2, 10], [1, -1, 60]);
    expect(giveaways(data)).toEqual([
      { term: 1, class: 0, documents: 40, ofClass: 40 },
      { term: 0, class: 0, documents: 30, ofClass: 30 },
    ]);
  });

  it("may be in one document in a hundred of another class, and in no more", () => {
    const data = (own: number) => documents(1, 2, [0, 0, own], [1, 0, 1], [1, -1, 200]);
    expect(giveaways(data(99))).toEqual([{ term: 0, class: 0, documents: 100, ofClass: 99 }]);
    expect(giveaways(data(98))).toEqual([]);
  });

  it("need 20 documents in a large class, 2 % of a smaller one, and five of any", () => {
    const data = (n: number, others: number) => documents(1, 2, [0, 0, n], [0, -1, others], [1, -1, 20_000]);
    expect(giveaways(data(20, 1500))).toHaveLength(1);
    expect(giveaways(data(19, 1500))).toHaveLength(0);
    expect(giveaways(data(10, 490))).toHaveLength(1);
    expect(giveaways(data(9, 491))).toHaveLength(0);
    expect(giveaways(data(5, 10))).toHaveLength(1);
    expect(giveaways(data(4, 0))).toHaveLength(0);
  });

  it("exclude chance in a class that has nearly all documents", () => {
    const data = (n: number) => documents(1, 2, [0, 0, n], [0, -1, 900 - n], [1, -1, 100]);
    // 0.9^131 is just above one in a million, 0.9^132 below.
    expect(giveaways(data(131))).toEqual([]);
    expect(giveaways(data(132))).toHaveLength(1);
  });

  it("are not found for a class without documents, without terms, or for a single class", () => {
    expect(giveaways(documents(1, 3, [1, -1, 3], [2, -1, 3]))).toEqual([]);
    expect(giveaways(documents(1, 1, [0, 0, 100]))).toEqual([]);
  });
});
