import { describe, expect, expectTypeOf, it } from "vitest";
import type { TextModel } from "../../src/index.js";
import * as library from "../../src/index.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

const { classify, classifyAll, classifyLabels, deserialize, Learner, load, openCorpus, train, trainAsync } = library;

type Label = "ham" | "spam";

const [lunch, prize] = [{ label: "ham", text: "lunch" } as const, { label: "spam", text: "prize" } as const];
const model = train([lunch, prize]);

// `npm run types` checks what is expected here.
describe("the types of labels", () => {
  it("are those of a list that is written out, in the answers too", () => {
    expectTypeOf(model).toEqualTypeOf<TextModel<Label>>();
    expectTypeOf(model.labels).toEqualTypeOf<readonly Label[]>();
    const { label, ranking } = classify(model, "prize");
    expectTypeOf(label).toEqualTypeOf<Label>();
    expectTypeOf(ranking[0].label).toEqualTypeOf<Label>();
    // @ts-expect-error: the model has no such label
    expect(label === "eggs").toBe(false);
    expect(label).toBe("spam");
  });

  it("are those of answers for several documents, and for several labels", () => {
    for (const { label } of classifyAll(model, ["prize"])) expectTypeOf(label).toEqualTypeOf<Label>();
    const both = { labels: ["ham", "spam"] as Label[], text: "lunch" };
    const several = train([both, { labels: ["spam"], text: "prize" }], { multiLabel: true });
    const { labels } = classifyLabels(several, "prize");
    expectTypeOf(labels).toEqualTypeOf<readonly Label[]>();
    expect(labels).toEqual(["spam"]);
  });

  it("can be named for other documents and for a model from a file", () => {
    const path = folderWith(twoClasses(4));
    expectTypeOf(train<Label>(path)).toEqualTypeOf<TextModel<Label>>();
    expectTypeOf(train<Label>(openCorpus(path), { preset: "fast" })).toEqualTypeOf<TextModel<Label>>();
    expectTypeOf(trainAsync<Label>).returns.toEqualTypeOf<Promise<TextModel<Label>>>();
    expectTypeOf(load<Label>).returns.toEqualTypeOf<TextModel<Label>>();
    expectTypeOf(deserialize<Label>).returns.toEqualTypeOf<TextModel<Label>>();
    expect(train<Label>(path).labels).toEqual(["ham", "spam"]);
  });

  it("are strings if nobody names them", () => {
    const path = folderWith(twoClasses(4));
    expectTypeOf(train(path)).toEqualTypeOf<TextModel>();
    expectTypeOf(classify(train(openCorpus(path)), "tea").label).toEqualTypeOf<string>();
    const documents = ["ham", "spam"].map((label) => ({ label, text: label }));
    expectTypeOf(classify(train(documents), "ham").label).toEqualTypeOf<string>();
    expect(classify(train(documents), "ham").label).toBe("ham");
  });

  it("are required of a learner that knows them", () => {
    const learner = new Learner<Label>();
    learner.learn("ham", "lunch");
    learner.learn("spam", "prize");
    // @ts-expect-error: no such label
    expect(() => learner.learn("eggs", "omelette")).not.toThrow();
    expectTypeOf(learner.classify("prize").label).toEqualTypeOf<Label>();
    const remembering = train<Label>(folderWith(twoClasses(4)), { remember: true });
    expectTypeOf(new Learner(remembering)).toEqualTypeOf<library.Learner<Label>>();
  });
});
