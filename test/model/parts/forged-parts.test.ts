import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matrixOfRows } from "../../../src/features/sparse-matrix.js";
import { Vocabulary } from "../../../src/features/vocabulary.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { mergedModel } from "../../../src/model/parts/merged-model.js";
import { arraysOfSums, countsOfPart, type PartFacts, partBytes, partName } from "../../../src/model/parts/part.js";
import type { TextModel } from "../../../src/model/text-model.js";
import { folderWith } from "../../helpers/folder.js";
import { counted, planned } from "./counted.js";

const path = folderWith({ ham: { a: "lunch home", b: "home" }, spam: { c: "cash prize", d: "prize now" } });

/** The entry of a term in a part: for each class of the shard, its value and its presence. */
interface ForgedTerm {
  readonly text: string;
  readonly values: readonly number[];
  readonly presence?: readonly number[];
}

/** The model of a plan of two shards, if the first part is forged, under a digest that is right. */
function mergedOf(
  options: TrainOptions,
  facts: Partial<Record<keyof PartFacts, unknown>>,
  terms: readonly ForgedTerm[] = [],
  hasPresence = false,
): TextModel {
  const plan = planned(path, options, 2);
  const folder = counted(plan);
  const part = join(folder, partName(plan, 0));
  const { labels: before, documents, problems } = countsOfPart(part, plan, 0);
  const header = { plan: plan.digest, shard: 0, labels: before, documents, problems, ...facts };
  const labels = header.labels as readonly string[];
  const rowsOf = (numbers: (term: ForgedTerm) => readonly number[]) =>
    matrixOfRows(
      terms.map((term) => ({ ids: [...numbers(term).keys()], values: numbers(term) })),
      labels.length,
    );
  const sums = {
    vocabulary: Vocabulary.of(terms.map(({ text }) => text)),
    labels,
    occurrences: rowsOf(({ values }) => values),
    presences: hasPresence ? rowsOf(({ values, presence = values.map(() => 0) }) => presence) : undefined,
  };
  writeFileSync(part, partBytes(header as PartFacts, arraysOfSums({ ...sums, documents: new Float64Array() })));
  return mergedModel(folder, plan, () => undefined);
}

describe("a forged part", () => {
  const one = [{ text: "word", values: [1] }];

  it("is only a sound one as long as it fits its plan", () => {
    expect(mergedOf({}, {}, one).vocabulary.size).toBeGreaterThan(1);
  });

  it.each([
    ["another plan", { plan: "0" }, "a part of another plan or shard"],
    ["another shard", { shard: 1 }, "a part of another plan or shard"],
    ["more documents than are counted in 32 bits", { documents: [2 ** 32] }, "not a part that this"],
    ["more documents than the plan", { documents: [3] }, "more documents than the plan has in shard 0"],
    ["a class that the plan does not have", { labels: ["eggs"] }, "more documents than the plan has in shard 0"],
    ["a class without a name", { labels: [""] }, "not a part that this"],
    ["a problem that is no text", { problems: [{ kind: "a", where: "a", detail: {} }] }, "not a part that"],
  ])("is refused that says of itself: %s", (_, facts, message) => {
    expect(() => mergedOf({}, facts, one)).toThrow(message);
  });

  const both: TrainOptions = { maxTerms: 9 };
  it.each<[string, TrainOptions, Omit<ForgedTerm, "text">]>([
    ["more documents of a class have a term than there are", { classifier: "bernoulli" }, { values: [3] }],
    ["more documents of a class have a term than there are, in another sum", both, { values: [9], presence: [3] }],
    ["more documents have a term than it has occurrences", both, { values: [1], presence: [2] }],
    ["no document has a term that occurs", both, { values: [1] }],
  ])("is refused whose counts do not fit its documents: %s", (_, options, term) => {
    expect(() => mergedOf(options, {}, [{ text: "word", ...term }], options === both)).toThrow(
      "altered, or not a part that this Thresher writes: delete it and do shard 0 again",
    );
  });

  it("is refused if the sum of all counts is not exact, of one term or of all", () => {
    const of = (text: string, value: number) => ({ text, values: [value] });
    const most = Number.MAX_SAFE_INTEGER;
    for (const terms of [[of("home", most - 5), of("lunch", 9)], [of("prize", most)]]) {
      expect(() => mergedOf({}, {}, terms)).toThrow("the counts are too large: a model can count up to 2^53");
    }
  });
});

it("a part is refused with one line if any byte of it is missing, more or different", () => {
  const corpus = folderWith({ ham: { a: "cat ".repeat(300) }, spam: { b: "cash cat cats" } });
  const plan = planned(corpus, {}, 1);
  const part = join(counted(plan), partName(plan, 0));
  const bytes = readFileSync(part);
  expect(countsOfPart(part, plan, 0)).toMatchObject({ labels: ["ham", "spam"], documents: [1, 1], problems: [] });
  const refuses = (altered: Uint8Array) => {
    writeFileSync(part, altered);
    expect(() => countsOfPart(part, plan, 0)).toThrow(/^[^\n]+: cut short, altered, or not a part[^\n]+$/);
  };
  for (let size = 0; size < bytes.length; size++) refuses(bytes.subarray(0, size));
  for (let at = 0; at < bytes.length; at++) refuses(bytes.with(at, bytes[at] ^ (1 + (at % 255))));
  refuses(Buffer.concat([bytes, Buffer.of(0)]));
  refuses(Buffer.from("thresher run 1\n{}\n"));
});
