import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeRun } from "../../../src/features/runs/encode-run.js";
import { type RunLayout, TermCounts, type TermCursor } from "../../../src/features/runs/term-cursor.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { partSet } from "../../../src/model/parts/merge-parts.js";
import { mergedModel } from "../../../src/model/parts/merged-model.js";
import { type PartFacts, readFacts } from "../../../src/model/parts/part.js";
import type { Plan } from "../../../src/model/parts/plan.js";
import { isThorough } from "../../helpers/arbitraries.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { counted, planned, VERSION } from "./counted.js";

const path = folderWith({ ham: { a: "lunch home", b: "home" }, spam: { c: "cash prize", d: "prize now" } });

/** What a part says of a term: for each class of the shard its value, and its presence. */
interface ForgedTerm {
  readonly text: string;
  readonly values: readonly number[];
  readonly presence?: readonly number[];
  readonly occurrences?: number;
  readonly documents?: number;
}

class Forged implements TermCursor {
  readonly term = new TermCounts();
  readonly #terms: Iterator<ForgedTerm>;

  constructor(terms: Iterable<ForgedTerm>) {
    this.#terms = terms[Symbol.iterator]();
  }

  next(): boolean {
    const { value, done } = this.#terms.next();
    if (done) return false;
    const { text, values, presence = [], occurrences = 0, documents = 0 } = value as ForgedTerm;
    const bytes = Buffer.from(text);
    this.term.setTerm(bytes, 0, bytes.length);
    this.term.size = 0;
    this.term.occurrences = occurrences;
    this.term.documents = documents;
    for (const [c, n] of values.entries()) this.term.push(c, n, presence[c] ?? 0);
    return true;
  }
}

/** The parts of a plan of two shards, the first of which is forged, under a digest that is right. */
function forged(
  options: TrainOptions,
  facts: Partial<Record<keyof PartFacts, unknown>>,
  terms: Iterable<ForgedTerm> = [],
  layout: RunLayout = { hasStatistics: false, hasPresence: false },
): { readonly plan: Plan; readonly parts: readonly string[] } {
  const plan = planned(path, options, 2);
  const [first, second] = counted(plan);
  const header = { ...readFacts(first), ...facts };
  const { length } = header.labels as readonly string[];
  const part = join(temporaryFolder(), basename(first));
  writeFileSync(part, Buffer.concat([...encodeRun(header, layout, length, new Forged(terms))]));
  return { plan, parts: [part, second] };
}

const mergedOf = ({ plan, parts }: ReturnType<typeof forged>) => mergedModel(partSet(parts, VERSION, plan));

describe("a forged part", () => {
  const one = [{ text: "word", values: [1] }];

  it("is only a sound one as long as it fits its plan", () => {
    expect(mergedOf(forged({}, {}, one)).vocabulary.size).toBeGreaterThan(1);
  });

  it.each([
    ["a plan of more shards than any has", { shards: 2 ** 32 - 1 }, "not a part that thresher count writes"],
    ["a plan of other shards", { shards: 3 }, "says that its plan has 3 shards, not 2"],
    ["more documents than are counted in 32 bits", { documents: [2 ** 32] }, "not a part that thresher count writes"],
    ["more documents than the plan", { documents: [3] }, "more documents than the plan has in shard 0"],
    ["a class that the plan does not have", { labels: ["eggs"] }, "more documents than the plan has in shard 0"],
    ["a class without a name", { labels: [""] }, "not a part that thresher count writes"],
    ["a problem that is no text", { problems: [{ kind: "binary", where: "a", detail: {} }] }, "not a part that"],
  ])("is refused that says of itself: %s", (_, facts, message) => {
    const set = forged({}, facts, one);
    expect(() => mergedOf(set)).toThrow(message);
    // Without a plan, nothing is known of the numbers of documents and the classes.
    if (message.startsWith("not a part")) expect(() => partSet(set.parts, VERSION)).toThrow(message);
  });

  it("is refused with other settings than those of the plan, though it has its digest", () => {
    const { settings } = planned(path, { classifier: "bernoulli" }, 2);
    expect(() => mergedOf(forged({}, { settings }, one))).toThrow("counts for other settings than those of the plan");
    const without = forged({}, { settings }, one);
    expect(() => partSet(without.parts, VERSION)).toThrow("has other settings than");
  });

  const chosen: TrainOptions = { maxTerms: 9, selectBy: "chi-squared" };
  const counted9: TrainOptions = { minDocuments: 1, maxTerms: 9 };
  it.each<[string, TrainOptions, Omit<ForgedTerm, "text">]>([
    ["documents of a class that have a term", { classifier: "bernoulli" }, { values: [3] }],
    ["documents of a class", chosen, { values: [9], presence: [3], documents: 3 }],
    ["occurrences in documents", chosen, { values: [1], presence: [2] }],
    ["documents in the sum of presences", chosen, { values: [2], presence: [1] }],
    ["documents over all classes", counted9, { values: [5], documents: 3 }],
    ["occurrences over all classes", counted9, { values: [5], occurrences: 6 }],
  ])("is refused whose counts do not fit each other: %s", (_, options, term) => {
    const [first] = counted(planned(path, options, 2));
    const { layout } = readFacts(first) as unknown as { layout: RunLayout };
    const own = { text: "word", documents: 2, occurrences: term.values[0], ...term };
    expect(() => mergedOf(forged(options, {}, [own], layout))).toThrow(
      "its counts do not fit its number of documents: delete it and count its shard again",
    );
  });

  it("is refused if the sum of all counts is not exact, of one term or of all", () => {
    const most = Number.MAX_SAFE_INTEGER;
    const [home, lunch] = [
      { text: "home", values: [most - 5] },
      { text: "lunch", values: [9] },
    ];
    // A part itself ends with the sums of its classes.
    expect(() => mergedOf(forged({}, {}, [home, lunch]))).toThrow("a number is too large");
    expect(() => mergedOf(forged({}, {}, [{ text: "prize", values: [most] }]))).toThrow(
      "the counts are too large: a model can count up to 2^53 in up to 2^32 documents",
    );
  });

  it.runIf(isThorough)("is refused that would take far more memory than its file", () => {
    const long = "x".repeat(1 << 15);
    const terms = function* () {
      yield { text: long, values: [1] };
      for (let i = 0; i < 2600; i++) yield { text: `${long}${String(i).padStart(4, "0")}`, values: [1] };
    };
    expect(() => mergedOf(forged({}, {}, terms()))).toThrow("its terms would take far more memory than the file");
  });
});
