import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { classify } from "../../src/model/classify.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { withFewLabelDefaults } from "../../src/model/presets.js";
import { settingsFrom } from "../../src/model/settings.js";
import { trainAsync } from "../../src/model/train-async.js";
import { train, trainCorpus } from "../../src/model/training.js";
import { folderWith } from "../helpers/folder.js";
import { TOPICS, topicFiles, topicText } from "../helpers/topics.js";

const numbers = Array.from({ length: 60 }, (_, n) => n);
const textsOf = (n: number) => TOPICS.map((label, topic) => ({ label, text: topicText(topic, n) }));
const labelled = numbers.slice(0, 4).flatMap(textsOf);
const unlabelled = numbers.slice(4).flatMap((n) => textsOf(n).map(({ text }) => text));

/** How many new texts of both topics a model gets right, of 200. */
function right(model: ReturnType<typeof train>): number {
  const fresh = Array.from({ length: 200 }, (_, i) => ({ topic: i % 2, text: topicText(i % 2, 1000 + i) }));
  return fresh.filter(({ topic, text }) => classify(model, text).label === TOPICS[topic]).length;
}

describe("train with documents without labels", () => {
  it("learns words that no labelled document has", () => {
    const model = train(labelled, { unlabelled });
    expect(right(model)).toBeGreaterThan(190);
    expect(model.settings.classifier).toBe("linear-svm");
    expect(deserialize(serialize(model)).labels).toEqual(TOPICS);
  });

  it("takes a path, texts, bytes and objects, and gives the same model, byte for byte, for any number of jobs", () => {
    const bytes = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));
    const one = serialize(train(labelled, { unlabelled }));
    for (const other of [bytes(unlabelled), unlabelled.map((text) => ({ text })), folderWith(topicFiles(4, 60))]) {
      const model = serialize(train(labelled, { unlabelled: other, jobs: 2 }));
      if (typeof other !== "string") expect(Buffer.from(model).equals(one)).toBe(true);
      else expect(right(deserialize(model))).toBeGreaterThan(190);
    }
  });

  it("works with a method or preset that is named", () => {
    const named = [{ classifier: "multinomial" }, { classifier: "nearest-neighbours" }, { preset: "fast" }] as const;
    for (const options of named) {
      const model = train(labelled, { ...options, unlabelled });
      expect(right(deserialize(serialize(model)))).toBeGreaterThan(180);
    }
  });

  it("makes the model of the labelled documents alone if the others clearly hurt", () => {
    // The topics of the pile cut across the labels, which a single word tells.
    const marked = numbers.map((n) => {
      const isPaid = Math.floor(n / 2) % 2 === 0;
      return { label: isPaid ? "paid" : "open", text: `${topicText(n % 2, n)}${isPaid ? " receipt".repeat(9) : ""}` };
    });
    const settings = settingsFrom(withFewLabelDefaults({}));
    const { model, unlabelled: found } = trainCorpus(marked, settings, { unlabelled });
    expect(found?.choice.isUsed).toBe(false);
    expect(serialize(model)).toEqual(serialize(trainCorpus(marked, settings).model));
  });

  it("counts a document once that is also among the labelled ones, with its label", () => {
    const settings = settingsFrom({ classifier: "linear-svm" });
    const all = [...labelled.map(({ text }) => text), ...unlabelled, ...unlabelled.slice(0, 5)];
    const { documents, unlabelled: found } = trainCorpus(labelled, settings, { unlabelled: all });
    expect([documents, found?.documents]).toEqual([labelled.length, unlabelled.length]);
    expect(found?.choice).toMatchObject({ isUsed: true, judged: labelled.length });
    // Fewer labelled documents than folds are learned from, too.
    const few = trainCorpus(labelled.slice(0, 2), settings, { unlabelled });
    expect(few.unlabelled?.choice.judged).toBe(0);
  });

  it("takes unlabelled texts: one document, of copies only, and of other topics only", () => {
    for (const others of [["ball goal"], Array<string>(9).fill(unlabelled[0]), ["rain", "snow", "rain snow wind"]]) {
      expect(right(train(labelled, { unlabelled: others }))).toBeGreaterThan(120);
    }
  });

  it("refuses labels of one class, no unlabelled documents, binary ones, and copies of labelled documents", () => {
    const none =
      "there is no document without a label that can be read: leave out the unlabelled documents, or add some";
    for (const unread of [[], [Uint8Array.of(0, 1, 2, 0)]]) {
      expect(() => train(labelled, { unlabelled: unread })).toThrow(new DataError(none));
    }
    const ofOne = labelled.filter(({ label }) => label === "money");
    expect(() => train(ofOne, { unlabelled })).toThrow('there is only one class to learn, "money"');
    const copies =
      /^every document without a label is a copy of a labelled one: leave out the unlabelled .*, or add others$/;
    expect(() => train(labelled, { unlabelled: [labelled[0].text] })).toThrow(copies);
  });

  it("refuses what cannot be combined with it", async () => {
    for (const option of ["multiLabel", "remember", "keepDocuments"]) {
      const options = { [option]: true, preset: "mail", unlabelled } as object;
      expect(() => train(labelled, options)).toThrow(`${option} and unlabelled cannot be combined`);
    }
    async function* later() {
      yield* labelled;
    }
    await expect(trainAsync(later(), { unlabelled })).rejects.toThrow(UsageError);
  });
});
