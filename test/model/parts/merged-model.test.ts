import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCounting } from "../../../src/classifiers/bayes/counting-classifier.js";
import { CLASSIFIER_NAMES, classifierNamed } from "../../../src/classifiers/table.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { partSet } from "../../../src/model/parts/merge-parts.js";
import { type MergedModelOptions, mergedModel } from "../../../src/model/parts/merged-model.js";
import type { Plan } from "../../../src/model/parts/plan.js";
import { train } from "../../../src/model/training.js";
import { CONTAINERS, type Labelled } from "../../documents/containers.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { temporaryFolder, write } from "../../helpers/folder.js";
import { counted, planned, VERSION } from "./counted.js";

function merged(plan: Plan, paths: readonly string[], options: MergedModelOptions = {}): Buffer {
  const model = mergedModel(partSet(paths, VERSION), { plan, root: plan.root, ...options });
  return Buffer.from(modelToBytes(model));
}

function trained(path: string, options: TrainOptions): Buffer {
  return Buffer.from(modelToBytes(train(openCorpus(path), options)));
}

const COUNTABLE = CLASSIFIER_NAMES.filter((name) => isCounting(classifierNamed(name)));

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
  { preset: "mail" },
  { preset: "mail", calibrate: "none", minDocuments: 2 },
];

const FORMS = ["a folder per class", "a mailbox per class", "comma-separated values", "JSON lines", "a tar archive"];

const WORDS = fc.constantFrom("cash", "prize", "lunch", "home", "é", "漢字", "don't", "a@b.example", "x".repeat(40));
const TEXTS = fc
  .array(WORDS, { minLength: 1, maxLength: 9 })
  .map((words) => `Subject: ${words[0]}\n\n${words.join(" ")}\n`);
const MAIL = fc.array(fc.record({ label: fc.constantFrom("ham", "spam"), text: TEXTS }), {
  minLength: 1,
  maxLength: 12,
});

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

describe("a model of merged parts", () => {
  it("is made of counts, whatever the method: these", () => {
    expect(COUNTABLE).toEqual(["multinomial", "bernoulli", "complement"]);
  });

  it("is the one that train makes, byte for byte, whatever the corpus, its form and the number of shards", () => {
    fc.assert(
      fc.property(
        MAIL,
        fc.constantFrom(...FORMS),
        fc.constantFrom(...OPTIONS),
        fc.integer({ min: 1, max: 12 }),
        (mail, form, options, shards) => {
          const path = CONTAINERS[form]([...BOTH, ...mail]);
          const plan = planned(path, options, shards);
          expect(merged(plan, counted(plan).reverse()).equals(trained(path, options))).toBe(true);
        },
      ),
      { numRuns: slowRuns(15) },
    );
  });

  it.each(OPTIONS.map((options) => [JSON.stringify(options), options] as const))(
    "is the one that train makes: %s",
    (_, options) => {
      const path = options.preset === "mail" ? THREE_GROUPS : TWO_GROUPS;
      const plan = planned(path, options, 2);
      expect(merged(plan, counted(plan)).equals(trained(path, options))).toBe(true);
    },
  );

  it("fits a temperature to the documents that train takes, in archives and beside files that are no text", () => {
    const labels = ["ham", "spam", "junk"];
    const mail = Array.from({ length: 510 }, (_, i) => ({
      label: labels[i % 3],
      text: `Subject: a${i % 7}\n\nword${i % 11} b${i % 13}\n`,
    }));
    for (const form of ["comma-separated values", "a folder per class"]) {
      const path = CONTAINERS[form](mail);
      if (form === "a folder per class") write(path, { ham: { "0003": "a\0b", "0100": "\0" } });
      const whole = trained(path, { preset: "mail" });
      const plan = planned(path, { preset: "mail" }, 3);
      const parts = counted(plan);
      expect(merged(plan, parts).equals(whole)).toBe(true);
      expect(() => mergedModel(partSet(parts, VERSION))).toThrow("name the plan, or plan with calibrate none");
    }
  });

  it("is added to a model of other documents, as if one had learned both", () => {
    const lines = CONTAINERS["JSON lines"];
    const old = [...BOTH, { label: "ham", text: "lunch with friends" }];
    const added = ["junk", "ham"].map((label) => ({ label, text: `prize draw of ${label} at home` }));
    const others: TrainOptions[] = [{ classifier: "bernoulli" }, { maxTerms: 6, selectBy: "chi-squared" }];
    for (const options of [{}, ...others]) {
      const plan = planned(lines(added), options, 2);
      const onto = train(openCorpus(lines(old)), options);
      expect(merged(plan, counted(plan), { onto }).equals(trained(lines([...old, ...added]), options))).toBe(true);
    }
    const plan = planned(lines(BOTH), { alpha: 0.5 }, 2);
    const onto = train(openCorpus(lines(BOTH)));
    expect(() => merged(plan, counted(plan), { onto })).toThrow(
      "the model to add to has other settings: alpha is 1 there and 0.5 in the parts",
    );
    const kept = train(openCorpus(lines(BOTH)), { alpha: 0.5, remember: true } as never);
    expect(() => merged(plan, counted(plan), { onto: kept })).toThrow("parts have only counts");
  });

  it("counts a shard with the same bytes each time", () => {
    const plan = planned(CONTAINERS["a tar archive"](BOTH), {}, 2);
    const [first, second] = [counted(plan, [1]), counted(plan, [1])].map(([path]) => readFileSync(path));
    expect(first.equals(second)).toBe(true);
  });
});

describe("parts that do not fit", () => {
  const path = CONTAINERS["JSON lines"]([...BOTH, ...BOTH]);
  const plan = planned(path, {}, 4);
  const parts = counted(plan);

  it("are named: a shard that is missing or there twice", () => {
    expect(() => partSet(parts.slice(1), VERSION)).toThrow("shard 0 (of 0 to 3) is missing: count it first");
    expect(() => partSet(parts.slice(0, 2), VERSION)).toThrow("shards 2, 3 of 4 are missing");
    const copy = join(temporaryFolder(), "copy.part");
    writeFileSync(copy, readFileSync(parts[2]));
    expect(() => partSet([...parts, copy], VERSION)).toThrow(
      `shard 2 is there twice, in ${parts[2]} and ${copy}: delete one`,
    );
    expect(() => partSet([], VERSION)).toThrow("there are no parts");
  });

  it("are named: of another plan, or of another version", () => {
    const other = counted(planned(path, { alpha: 2 }, 4));
    expect(() => partSet([...parts, other[0]], VERSION)).toThrow(`${other[0]} is of another plan than ${parts[0]}`);
    expect(partSet([...parts, other[0]], VERSION, plan).others).toEqual([other[0]]);
    expect(() => partSet(other, VERSION, plan)).toThrow("of another plan");
    expect(() => partSet(parts, "9.9.9")).toThrow("made with Thresher 1.2.3, and this is 9.9.9: use the same versions");
  });

  it("are named: cut short or altered", () => {
    const broken = (bytes: Buffer) => {
      const file = join(temporaryFolder(), "broken.part");
      writeFileSync(file, bytes);
      return () => mergedModel(partSet([...parts.slice(0, 3), file], VERSION));
    };
    const bytes = readFileSync(parts[3]);
    expect(broken(bytes.subarray(0, bytes.length - 5))).toThrow(
      "broken.part: cut short: delete it and count its shard again",
    );
    for (const at of [bytes.length - 1, bytes.length - 40]) {
      const altered = Buffer.from(bytes);
      altered[at] ^= 1;
      expect(broken(altered)).toThrow(/broken\.part: .*count its shard again/);
    }
    expect(broken(Buffer.from("x"))).toThrow("not a file of counts");
  });

  it("may have no document of some classes, or none at all", () => {
    const root = temporaryFolder();
    write(root, { ham: { a: "lunch", b: "home" }, junk: { a: "\0", b: "\0" }, spam: { a: "cash" } });
    const own = planned(root, {}, 5);
    expect(own.shards).toHaveLength(5);
    const files = counted(own);
    expect(partSet(files, VERSION).problems.map(({ where }) => where)).toEqual(["junk/a", "junk/b"]);
    expect(merged(own, files).equals(trained(root, {}))).toBe(true);
    write(root, { ham: { a: "\0", b: "\0" }, spam: { a: "\0" } });
    const empty = planned(root, {}, 2);
    expect(() => merged(empty, counted(empty))).toThrow("there is no document to learn from that can be read");
  });
});
