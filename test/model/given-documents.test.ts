import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import type { LabelledText } from "../../src/documents/given-text.js";
import { classify, classifyAll, counterfactual, explain, similar } from "../../src/model/classify.js";
import { load } from "../../src/model/file/model-file.js";
import { save, serialize } from "../../src/model/file/save-model.js";
import { learn } from "../../src/model/learning/learn.js";
import { Learner } from "../../src/model/learning/learner.js";
import { newModel } from "../../src/model/learning/remembering-model.js";
import type { TextModel } from "../../src/model/text-model.js";
import { trainAsync } from "../../src/model/train-async.js";
import { train } from "../../src/model/training.js";
import { EXAMPLES } from "../helpers/arbitraries.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

const texts = fc.array(fc.record({ label: fc.constantFrom("a", "b"), text: fc.string() }), { maxLength: 12 });
const ofTwoClasses = texts.map((more) => [
  ...lettered("see you at lunch", "win a prize now"),
  ...more.filter(({ text }) => !text.includes("\0")),
]);
/** Documents of classes that are numbered by letters. */
const lettered = (...texts: string[]): LabelledText[] => texts.map((text, i) => ({ label: "abc"[i], text }));
/** The terms of a model. */
const termsOf = ({ vocabulary }: TextModel) => [...vocabulary];
const byColumn = (text: string) => text.split(/[\s,]+/);
async function* later<T>(documents: readonly T[]): AsyncGenerator<T> {
  yield* documents;
}
async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of given) list.push(one);
  return list;
}

const MISSING = "this model was trained with a tokenizer of its own and works only with it";

describe("a tokenizer of one's own", () => {
  const documents = lettered("x,y x", "z,z w");
  const model = train(documents, { tokenizer: byColumn });

  it("gives the terms of a model, those of one character too", () => {
    expect(termsOf(model)).toEqual(["w", "x", "y", "z"]);
    expect(classify(model, "y,x", { tokenizer: byColumn }).label).toBe("a");
    expect(classify(model, { text: "w,z" }, { tokenizer: byColumn }).label).toBe("b");
  });

  it("may return any features, which n-grams and stop words are made of as of words", () => {
    const features = (text: string) => ["the", `length:${text.length}`, "", text.includes("!") ? "shouts" : "calm"];
    const own = train(documents, { tokenizer: features, ngrams: [1, 2], stopWords: "en" });
    expect(termsOf(own)).toEqual(["calm", "length:5", "length:5 calm"]);
  });

  it("is noted in the settings and the file, and needed again", () => {
    const path = join(temporaryFolder(), "own.model");
    save(model, path);
    for (const same of [model, load(path)]) {
      expect(same.settings.tokenizer).toBe("own");
      expect(() => classify(same, "x")).toThrow(DataError);
      for (const use of [classify, explain, counterfactual]) {
        expect(() => use(same, "x")).toThrow(MISSING);
        expect(use(same, "x", { tokenizer: byColumn })).toEqual(use(model, "x", { tokenizer: byColumn }));
      }
    }
    expect(serialize(load(path))).toEqual(serialize(model));
  });

  it("is not in the settings of other models, which refuse one", () => {
    const other = train(documents);
    expect(JSON.stringify(other.settings)).not.toContain("tokenizer");
    const refusal = new UsageError("tokenizer: this model was trained without one of its own: leave it out");
    expect(() => classify(other, "x", { tokenizer: byColumn })).toThrow(refusal);
  });

  it("is needed by `similar`, `learn` and a learner", () => {
    const kept = train(documents, { tokenizer: byColumn, keepDocuments: true });
    expect(similar(kept, "x,y", { tokenizer: byColumn })[0]?.id).toBe("1");
    expect(() => similar(kept, "x,y")).toThrow(MISSING);
    const none = newModel({ tokenizer: byColumn });
    expect(() => learn(none, documents)).toThrow(MISSING);
    const trained = serialize(train(documents, { tokenizer: byColumn, remember: true }));
    expect(serialize(learn(none, documents, { tokenizer: byColumn }).model)).toEqual(trained);
    const learner = new Learner({ tokenizer: byColumn });
    for (const { label, text = "" } of documents) learner.learn(label, text);
    expect(serialize(learner.model())).toEqual(trained);
    expect(learner.classify("z").label).toBe("b");
    expect(new Learner(learner.model(), { tokenizer: byColumn }).classify("z").label).toBe("b");
  });

  it("reads folders with one thread, whatever `jobs` says", () => {
    const corpus = openCorpus(folderWith(twoClasses(501)));
    const [one, four] = [1, 4].map((jobs) => serialize(train(corpus, { tokenizer: byColumn, jobs })));
    expect(Buffer.from(four).equals(one)).toBe(true);
  });

  it("is called with each field and part of mail", () => {
    const mail = (label: string, subject: string) => ({ label, text: `Subject: ${subject}\n\nHello, there\n` });
    const own = train([mail("ham", "A-B"), mail("spam", "C-D")], { as: "mail", tokenizer: (text) => text.split("-") });
    expect(termsOf(own)).toEqual(expect.arrayContaining(["subject:A", "subject:B", "subject:C", "subject:D"]));
  });

  it("is refused beside options that it replaces, and if it gives no strings", () => {
    for (const [name, value] of Object.entries({ tokens: "inner", tokenLength: [1, 9] })) {
      const refusal = `${name}: it has no effect beside a tokenizer of your own: leave out one of the two`;
      expect(() => train(documents, { tokenizer: byColumn, [name]: value })).toThrow(new UsageError(refusal));
    }
    for (const [tokenizer, message] of [
      [() => [1], "it returned a token that is a number"],
      [() => "text", "it must return an array"],
      [() => undefined, "it must return an array"],
      ["words", '"words" is not a function'],
    ]) {
      expect(() => train(documents, { tokenizer: tokenizer as never })).toThrow(`tokenizer: ${message}`);
    }
  });

  it("leaves the filter without a verdict: it refuses the model when it gets it", () => {
    expect(() => messageClassifier({ model, id: "00000000" })(Buffer.from("x"))).toThrow(MISSING);
  });
});

describe("documents that a program brings", () => {
  it("train the same model as strings, as bytes and one after another", async () => {
    await fc.assert(
      fc.asyncProperty(ofTwoClasses, async (documents) => {
        const options = { remember: true };
        const asBytes = documents.map(({ label, text = "" }) => ({ label, bytes: Buffer.from(text) }));
        const expected = serialize(train(documents, options));
        expect(serialize(train(asBytes, options))).toEqual(expected);
        expect(serialize(await trainAsync(later(documents), options))).toEqual(expected);
        const learner = new Learner();
        for (const { label, text = "" } of documents) learner.learn(label, text);
        expect(serialize(learner.model())).toEqual(expected);
        expect(serialize(learn(newModel(), documents).model)).toEqual(expected);
        for (const { text = "" } of documents) learner.unlearn(text);
        expect(learner.size).toBe(0);
      }),
      { ...EXAMPLES, numRuns: 12 },
    );
  });

  it("are refused by name if there is no label, no content or two", async () => {
    const good = { label: "a", text: "one" };
    const refused: [object, string][] = [
      [{ text: "two" }, 'document "2": its label must be a string, not undefined'],
      [{ label: "b" }, 'document "2": it has neither a text (a string) nor bytes (a Uint8Array)'],
      [{ label: "b", id: "x", text: 2 }, 'document "x": its text must be a string, not number'],
      [{ label: "b", text: "", bytes: Buffer.of() }, 'document "2": it has both text and bytes: give one'],
    ];
    for (const [wrong, message] of refused) {
      const documents = [good, wrong as LabelledText];
      expect(() => train(documents)).toThrow(new UsageError(message));
      await expect(trainAsync(later(documents))).rejects.toThrow(message);
    }
  });
});

describe("classifyAll", () => {
  const model = train(lettered("see you at lunch", "win a prize now"));

  it("gives what classify gives for each document, in order, with its id", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), fc.boolean(), async (documents, isAsync) => {
        const answers = isAsync ? await all(classifyAll(model, later(documents))) : [...classifyAll(model, documents)];
        expect(answers).toEqual(documents.map((text, i) => ({ id: String(i + 1), ...classify(model, text) })));
      }),
      EXAMPLES,
    );
    const others = [Buffer.from("a prize"), { id: "x", text: "lunch" }, { bytes: Buffer.from("lunch") }];
    expect(Array.from(classifyAll(model, others), ({ id, label }) => `${id} ${label}`)).toEqual(["1 b", "x a", "3 a"]);
  });

  it("gives each answer before it takes the next document", () => {
    const documents = ["lunch", "prize", "win"][Symbol.iterator]();
    const [answer] = classifyAll(model, { [Symbol.iterator]: () => documents });
    expect([answer.id, documents.next().value]).toEqual(["1", "prize"]);
  });

  it("names the document that cannot be classified", () => {
    const broken = (text: string) => {
      if (text === "bad") throw new RangeError("no words");
      return [text];
    };
    const own = train(lettered("x", "y"), { tokenizer: broken });
    const answers = classifyAll(own, ["x", { id: "letter", text: "bad" }], { tokenizer: broken });
    expect(answers.next().value).toMatchObject({ id: "1", label: "a" });
    expect(() => answers.next()).toThrow(new RangeError('document "letter": no words'));
    expect(() => classifyAll(model, [3 as never]).next()).toThrow(/^document "1": it has neither/);
    expect(() => classifyAll(own, ["x"]).next()).toThrow(`document "1": ${MISSING}`);
  });
});
