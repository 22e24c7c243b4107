import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { classify } from "../../src/model/classify.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import { limitTest } from "../../src/model/limits.js";
import { train } from "../../src/model/training.js";

const random = seededRandom(1);
const words = (from: number) => Array.from({ length: 5 }, () => `w${from + random(60)}`).join(" ");
/** Documents of two classes that share most of their words. */
const documents = Array.from({ length: 400 }, (_, i) => ({ label: i % 2 ? "spam" : "ham", text: words(24 * (i % 2)) }));
/** New documents. */
const others = Array.from({ length: 200 }, (_, i) => words(24 * (i % 2)));
const notes = (model: Parameters<typeof limitTest>[0], errorsAtMost: number) => {
  const test = limitTest(model, { errorsAtMost });
  return others.map((text) => test?.(classify(model, text)));
};

describe("a limit of errors", () => {
  it("makes the same documents unsure after saving, and more of them the stricter it is", () => {
    const model = train(documents, { preset: "best" });
    const [few, more] = [0.2, 0.05].map((limit) => notes(model, limit));
    const unsure = (list: readonly unknown[]) => list.filter((note) => note === "unsure").length;
    expect(unsure(more)).toBeGreaterThan(unsure(few));
    expect(unsure(more)).toBeLessThan(others.length);
    expect(notes(deserialize(serialize(model)), 0.05)).toEqual(more);
  });

  it("follows what a model that remembers has learned", () => {
    const learner = new Learner({ preset: "mail" });
    for (const { label, text } of documents) learner.learn(label, text);
    const trained = train(documents, { preset: "mail", remember: true });
    expect(trained.leftOut).toBeUndefined();
    expect(notes(learner.model(), 0.1)).toEqual(notes(trained, 0.1));
    expect(new Set(notes(trained, 0.1)).size).toBe(2);
  });

  it("calls documents none of these that resemble no class, and few others", () => {
    const model = train(documents, { preset: "best" });
    const test = limitTest(model, { noneBelow: 0.05 });
    const none = (texts: readonly string[]) =>
      texts.filter((text) => test?.(classify(model, text)) === "none of these").length / texts.length;
    expect(none(others)).toBeLessThan(0.15);
    expect(none(["unheard of"])).toBe(1);
    expect(() => limitTest(model, { noneBelow: 2 })).toThrow(/^noneBelow must/);
    expect(() => limitTest(train(documents), { noneBelow: 0.1 })).toThrow(/^noneBelow: this model does not know/);
  });

  it("is refused with the reason if the model cannot keep it, and says if nothing can be filed", () => {
    const lines: string[] = [];
    const of = (options: object, errorsAtMost: number) => () =>
      limitTest(train(documents.slice(0, 30), options), { errorsAtMost }, (line) => lines.push(line));
    expect(of({}, 0.1)).toThrow(/^errorsAtMost: this model does not know how often it errs: train it again with cal/);
    expect(of({ calibrate: "auto", unlabelled: others }, 0.1)).toThrow("this model does not know how often it errs");
    expect(of({ multiLabel: true }, 0.1)).toThrow("several labels");
    for (const limit of [0, -1, 1, Number.NaN]) expect(of({ calibrate: "auto" }, limit)).toThrow(/^errorsAtMost must/);
    expect(lines).toEqual([]);
    expect(of({ calibrate: "auto" }, 0.029)()?.({ label: "ham", logOdds: 99, clarity: 9 })).toBe("unsure");
    expect(lines).toEqual([
      expect.stringMatching(
        /^errors at most 2\.9 %: the answers to 30 left-out training documents, \d+\.\d % of them wrong, cannot promise this, so all documents are unsure, however probable their class: allow at least \d\d %, or train with more documents$/,
      ),
    ]);
    expect(limitTest(train(documents, {}), {})).toBeUndefined();
  });
});
