import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCounting } from "../../../src/classifiers/bayes/counting-classifier.js";
import { CLASSIFIER_NAMES, makeClassifier } from "../../../src/classifiers/table.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { Problem } from "../../../src/documents/problem.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { mergedModel, requireShard } from "../../../src/model/parts/merged-model.js";
import { partName } from "../../../src/model/parts/part.js";
import type { Plan } from "../../../src/model/parts/plan.js";
import { train } from "../../../src/model/training.js";
import { CONTAINERS, type Labelled } from "../../documents/containers.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { temporaryFolder, write } from "../../helpers/folder.js";
import { counted, planned } from "./counted.js";

function merged(plan: Plan, folder: string, problems: Problem[] = []): Buffer {
  return Buffer.from(serialize(mergedModel(folder, plan, (found) => problems.push(...found))));
}

function trained(path: string, options: TrainOptions): Buffer {
  return Buffer.from(serialize(train(openCorpus(path), options)));
}

const COUNTABLE = CLASSIFIER_NAMES.filter((name) => isCounting(makeClassifier({ classifier: name })));

/** Settings of every kind that counts are enough for. */
const OPTIONS: readonly TrainOptions[] = [
  ...COUNTABLE.map((classifier) => ({ classifier })),
  { tf: "binary" },
  { minCount: 2 },
  { minDocuments: 2, ngrams: [1, 2] },
  { dropTop: 1, maxDocumentShare: 0.8 },
  { classifier: "bernoulli", maxTerms: 6, selectBy: "information-gain" },
  { maxTerms: 5, selectBy: "chi-squared", charNgrams: [2, 3] },
  { classifier: "complement", maxTerms: 4 },
  { preset: "mail", calibrate: "none", minDocuments: 2 },
];

const FORMS = ["a folder per class", "a mailbox per class", "comma-separated values", "JSON lines", "a tar archive"];

const WORDS = fc.constantFrom("cash", "prize", "lunch", "home", "é", "漢字", "don't", "a@b.example", "x".repeat(40));
const TEXTS = fc
  .array(WORDS, { minLength: 1, maxLength: 9 })
  .map((words) => `Subject: ${words[0]}\n\n${words.join(" ")}\n`);
const ONE = fc.record({ label: fc.constantFrom("ham", "spam"), text: TEXTS });
const MAIL = fc.array(ONE, { minLength: 1, maxLength: 12 });

/** Documents of both classes that folders and mailboxes have. */
const BOTH: readonly Labelled[] = [
  { label: "spam", text: "Subject: cash\n\nprize money\n" },
  { label: "ham", text: "Subject: lunch\n\nat home\n" },
];

/** Some posts of two newsgroups, and of three. */
const [TWO_GROUPS, THREE_GROUPS] = [2, 3].map((groups) =>
  CONTAINERS["a folder per class"](
    ["rec.autos", "sci.crypt", "sci.space"].slice(0, groups).flatMap((label) =>
      [...openCorpus("corpora/newsgroups", { include: [label] }).slice(0, 8)].map(({ bytes }) => ({
        label,
        text: Buffer.from(bytes).toString("latin1"),
      })),
    ),
  ),
);

const partPath = (folder: string, plan: Plan, shard: number) => join(folder, partName(plan, shard));

describe("a model of merged parts", () => {
  it("is made of counts, whatever the method: these", () => {
    expect(COUNTABLE).toEqual(["multinomial", "bernoulli", "complement"]);
  });

  it("is the one that train makes, byte for byte, whatever the corpus, its form and the number of shards", () => {
    forAll(
      slowRuns(15),
      [MAIL, fc.constantFrom(...FORMS), fc.constantFrom(...OPTIONS), fc.integer({ min: 1, max: 12 })],
      (mail, form, options, shards) => {
        const path = CONTAINERS[form]([...BOTH, ...mail]);
        const plan = planned(path, options, shards);
        expect(merged(plan, counted(plan)).equals(trained(path, options))).toBe(true);
      },
    );
  });

  it.each(OPTIONS)("is the one that train makes: %j", (options) => {
    const path = options.preset === "mail" ? THREE_GROUPS : TWO_GROUPS;
    const plan = planned(path, options, 2);
    expect(merged(plan, counted(plan)).equals(trained(path, options))).toBe(true);
  });

  it("cannot calibrate itself, so a plan of more than two classes asks for that to be left out", () => {
    expect(() => planned(THREE_GROUPS, { preset: "mail" }, 2)).toThrow(/set calibrate to none$/);
    const plan = planned(TWO_GROUPS, { preset: "mail" }, 2);
    expect(merged(plan, counted(plan)).equals(trained(TWO_GROUPS, { preset: "mail" }))).toBe(true);
  });
});

describe("parts that do not fit", () => {
  const path = CONTAINERS["a folder per class"]([...BOTH, ...BOTH]);
  const plan = planned(path, {}, 4);

  it("are named: shards that are missing", () => {
    const folder = counted(plan);
    rmSync(partPath(folder, plan, 0));
    const missing = `${folder}: no counts of shard 0 (of 0 to 3): count it into this folder`;
    expect(() => merged(plan, folder)).toThrow(missing);
    rmSync(partPath(folder, plan, 2));
    expect(() => merged(plan, folder)).toThrow(": no counts of shards 0, 2 of 4: count them");
  });

  it("are named: a file that is of another shard, or altered", () => {
    const folder = counted(plan);
    const [path, other] = [3, 2].map((shard) => partPath(folder, plan, shard));
    const cut = "cut short, altered, or not a part that this Thresher writes: delete it and do shard 3 again";
    for (const [changed, message] of [
      [readFileSync(other), "a part of another plan or shard than its name says"],
      [readFileSync(path).subarray(0, -5), cut],
    ] as const) {
      writeFileSync(path, changed);
      expect(() => merged(plan, folder)).toThrow(`${path}: ${message}`);
    }
  });

  it("may have no document of some classes, or none at all", () => {
    const root = temporaryFolder();
    write(root, { ham: { a: "lunch", b: "home" }, junk: { a: "\0", b: "\0" }, spam: { a: "cash" } });
    const own = planned(root, {}, 5);
    expect(own.shards).toHaveLength(5);
    const folder = counted(own);
    const problems: Problem[] = [];
    expect(merged(own, folder, problems).equals(trained(root, {}))).toBe(true);
    expect(problems.map(({ where }) => where)).toEqual(["junk/a", "junk/b"]);
    write(root, { ham: { a: "\0", b: "\0" }, spam: { a: "\0" } });
    const empty = planned(root, {}, 2);
    expect(() => merged(empty, counted(empty))).toThrow("there is no document to learn from that can be read");
  });
});

it("a shard that is not a whole number of the plan is refused", () => {
  for (const shard of [-1, 0.5, Number.NaN, 2]) {
    const refusal = `there is no shard ${shard}: the plan has shards 0 to 1`;
    expect(() => requireShard({ shards: [[], []] } as unknown as Plan, shard)).toThrow(refusal);
  }
});
