import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { classify } from "../../../src/model/classify.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { CALIBRATING_DOCUMENTS } from "../../../src/model/fitting/fit-calibration.js";
import { learn, unlearn } from "../../../src/model/learning/learn.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { trainOn } from "../../../src/model/train-on.js";
import { train } from "../../../src/model/training.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { bytesOf, text } from "./histories.js";

const OPTIONS = { alpha: 0.03, emphasis: 8, temper: 1, tf: "binary" } as const;

/** More documents than calibrate, of three classes whose words tell the class most of the time. */
const DOCUMENTS = Array.from({ length: CALIBRATING_DOCUMENTS + 60 }, (_, n) => {
  const random = seededRandom(n + 1);
  const topic = random(10) < 7 ? n % 3 : random(3);
  const words = Array.from({ length: 1 + random(12) }, () => (random(3) === 0 ? `t${topic}` : `w${random(40)}`));
  return text(`${words.join(" ")} d${n}`, ["ham", "list", "spam"][n % 3]);
});

/** Copies of few messages, each with words of its own way in the header, under any of three labels. */
const copy = fc
  .record({ n: fc.nat(3), way: fc.nat(2), label: fc.constantFrom("ham", "spam", "list"), time: fc.nat(1e12) })
  .map(({ n, way, label, time }) =>
    text(`Received: from way${way}\nFrom: a@b\nMessage-ID: <${n}@b>\n\nbody own${n}\n`, label, time),
  );
const copies = fc
  .array(copy, { minLength: 2, maxLength: 10 })
  .filter((list) => new Set(list.map(({ label }) => label)).size > 1);

describe("training that remembers", () => {
  it("takes copies as learning one after the other does: the first one's terms, the last one's label", () => {
    const choices = fc.constantFrom({}, { minDocuments: 2 }, { tf: "binary" as const });
    forAll(slowRuns(100), [copies, choices], (documents, options) => {
      const trained = bytesOf(train(documents, { ...options, remember: true }));
      expect(trained.equals(bytesOf(learn(newModel(options), documents).model))).toBe(true);
    });
  });

  it("is refused without two classes, without identities, and with settings of a model that cannot learn", () => {
    const documents = ["ham", "spam"].map((label) => text(label, label));
    expect(() => train(documents.slice(1), { remember: true })).toThrow(/only one class to learn/);
    expect(() => train(documents, { remember: true, calibrate: "isotonic" })).toThrow(DataError);
    expect(() => train(documents, { remember: true, tf: "log" })).toThrow(/made of counts/);
    const both = { remember: true, keepDocuments: true };
    expect(() => train(documents, both)).toThrow(/remember and keepDocuments cannot be combined/);
    const data = readCorpus(documents, DEFAULT_SETTINGS);
    const unread = new UsageError("remember: the corpus has no identities: read it with identify");
    expect(() => trainOn(data, DEFAULT_SETTINGS, { remember: true })).toThrow(unread);
  });
});

describe("the calibration of a model that remembers", () => {
  it("is of the documents that it knows, however they came, where only some of them calibrate", () => {
    const atOnce = train(DOCUMENTS, { ...OPTIONS, remember: true });
    const half = learn(newModel(OPTIONS), [...DOCUMENTS.slice(300), text("goes again", "ham")]).model;
    const rest = learn(deserialize(bytesOf(half)), DOCUMENTS.slice(0, 300).reverse()).model;
    const model = unlearn(rest, [text("goes again")]).model;
    expect(bytesOf(model).equals(bytesOf(atOnce))).toBe(true);
    expect(half.calibration).not.toEqual(atOnce.calibration);
    const learner = new Learner(half);
    for (const { label, bytes } of DOCUMENTS.slice(0, 300)) learner.learn(label, bytes);
    expect(learner.classify("t1 w3").probability).not.toBe(classify(atOnce, "t1 w3").probability);
    learner.unlearn(Buffer.from("goes again"));
    expect(learner.classify("t1 w3")).toEqual(classify(atOnce, "t1 w3"));
  });

  it("comes with the third class and goes with it", () => {
    const two = learn(newModel(OPTIONS), DOCUMENTS.filter(({ label }) => label !== "list").slice(0, 20)).model;
    expect(two.calibration).toBeUndefined();
    const lists = DOCUMENTS.filter(({ label }) => label === "list").slice(0, 10);
    const three = learn(two, lists).model;
    expect(three.calibration).toBeDefined();
    expect(bytesOf(unlearn(three, lists).model).equals(bytesOf(two))).toBe(true);
    const none = newModel({ ...OPTIONS, calibrate: "none" });
    expect(learn(none, DOCUMENTS.slice(0, 30)).model.calibration).toBeUndefined();
  });
});
