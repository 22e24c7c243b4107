import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import type * as Library from "../../src/model/browser.js";
import { classify, classifyLabels, explain } from "../../src/model/classify.js";
import { serialize } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import type { TextModel } from "../../src/model/text-model.js";
import { type TrainingOptions, train } from "../../src/model/training.js";
import { browser } from "./start-browser.js";

/** The library, as the page has imported it, and a function of the page. */
declare const thresher: typeof Library;
declare const fromBase64: (text: string) => Uint8Array;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CORPORA = join(ROOT, "corpora");
const TEXTS = join(ROOT, "dist/browser/texts.js");

/** Eight posts, a text in several scripts, and bytes that are not UTF-8. */
const TEN_TEXTS: readonly Uint8Array[] = [
  ..."alt.atheism comp.graphics misc.forsale rec.autos sci.crypt sci.med sci.space talk.politics.guns"
    .split(" ")
    .map((group) => join(CORPORA, "newsgroups", group))
    .map((folder) => readFileSync(join(folder, readdirSync(folder).sort()[3]))),
  Buffer.from("The “shuttle” can’t reach Zürich – Москва, 東京の天気 and ไทย: God, bike, windows 3.1, 10:30."),
  Buffer.from("the key\xe9 of the encryption\x80\xff chip \xe2\x82 and the goalie", "latin1"),
];

const WORKER = `import { classify, deserialize } from "/module.js";
  addEventListener("message", ({ data: { model, texts } }) => {
    const restored = deserialize(model);
    postMessage(texts.map((text) => classify(restored, text)));
  });`;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const trained = (corpus: string, options: TrainingOptions = {}) => train(openCorpus(join(CORPORA, corpus)), options);

/** The answers of Node.js for documents. They are compared as JSON, which has every digit of a number. */
function answersOf(model: TextModel, documents: readonly Uint8Array[]): string {
  return JSON.stringify(documents.map((bytes) => [classify(model, bytes), explain(model, bytes)]));
}

/** The answers of a page for the same. */
function answersIn(page: Page, model: TextModel, documents: readonly Uint8Array[]): Promise<string> {
  return page.evaluate(
    ({ bytes, texts }) => {
      const restored = thresher.deserialize(fromBase64(bytes));
      const answer = (text: Uint8Array) => [thresher.classify(restored, text), thresher.explain(restored, text)];
      return JSON.stringify(texts.map((text) => answer(fromBase64(text))));
    },
    { bytes: base64(serialize(model)), texts: documents.map(base64) },
  );
}

/** Opens a page that has imported a module as `thresher`. */
async function pageWith(module: string): Promise<Page> {
  const scripts: Readonly<Record<string, string>> = { "/module.js": module, "/worker.js": WORKER };
  const page = await browser.newPage();
  await page.route("http://thresher.example/**", (route) => {
    const body = scripts[new URL(route.request().url()).pathname];
    const contentType = body === undefined ? "text/html" : "text/javascript";
    return route.fulfill({ contentType, body: body ?? "<!doctype html>" });
  });
  await page.goto("http://thresher.example/");
  const content = `import * as thresher from "/module.js";
    const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    Object.assign(globalThis, { thresher, fromBase64 });`;
  await page.addScriptTag({ type: "module", content });
  await page.waitForFunction(() => "thresher" in globalThis);
  return page;
}

describe("text-thresher/browser", () => {
  let page: Page;
  beforeAll(async () => {
    page = await pageWith(readFileSync(TEXTS, "utf8"));
  });

  it("takes at most 250 kB", () => {
    expect(statSync(TEXTS).size).toBeLessThanOrEqual(250_000);
  });

  it.each<[string, TrainingOptions]>([
    ["of the lectures", {}],
    ["of the preset fast", { preset: "fast" }],
    ["of the preset best", { preset: "best" }],
    ["of Bernoulli naive Bayes", { classifier: "bernoulli" }],
    ["of a calibrated support vector machine", { classifier: "linear-svm", idf: "smooth", calibrate: "beta" }],
    ["of logistic regression", { classifier: "logistic-regression", epochs: 5 }],
    ["of nearest neighbours", { classifier: "nearest-neighbours" }],
  ])("classifies and explains ten texts with a model %s as Node.js does, to the last bit", async (_, options) => {
    const model = trained("newsgroups", options);
    expect(await answersIn(page, model, TEN_TEXTS)).toBe(answersOf(model, TEN_TEXTS));
  });

  it("gives several labels as Node.js does", async () => {
    const model = trained("headlines.csv", { multiLabel: true });
    const headline = "The minister opens the new stadium before the final match";
    const labels = await page.evaluate(
      ({ bytes, text }) => JSON.stringify(thresher.classifyLabels(thresher.deserialize(fromBase64(bytes)), text)),
      { bytes: base64(serialize(model)), text: headline },
    );
    expect(labels).toBe(JSON.stringify(classifyLabels(model, headline)));
  });

  it("learns and unlearns texts, and makes the bytes of the same model as Node.js", async () => {
    const teach = (learner: Library.Learner) => {
      learner.learn("space", "The shuttle reaches orbit in eight minutes.");
      learner.learn("hockey", "Our goalie stopped 38 shots — in Zürich!");
      learner.learn("hockey", "The launch was late.");
      learner.relabel("space", "The launch was late.");
      learner.learn("space", "A mistake");
      learner.unlearn("A mistake");
      return learner.model();
    };
    const bytes = await page
      .evaluate(`(${teach})(new thresher.Learner())`)
      .then(() => page.evaluate<number[]>(`[...thresher.serialize((${teach})(new thresher.Learner()))]`));
    expect(Buffer.from(bytes)).toEqual(Buffer.from(serialize(teach(new Learner()))));
  });

  it("classifies in a web worker as Node.js does, to the last bit", async () => {
    const model = trained("newsgroups", { preset: "fast" });
    const texts = TEN_TEXTS.map((bytes) => Buffer.from(bytes).toString());
    const answers = await page.evaluate(
      ({ bytes, texts }) => {
        const worker = new Worker("/worker.js", { type: "module" });
        return new Promise<string>((resolve) => {
          worker.addEventListener("message", ({ data }) => resolve(JSON.stringify(data)));
          worker.postMessage({ model: fromBase64(bytes), texts });
        });
      },
      { bytes: base64(serialize(model)), texts },
    );
    expect(answers).toBe(JSON.stringify(texts.map((text) => classify(model, text))));
  });

  it.each<[string, TrainingOptions, string]>([
    ["mail", { preset: "mail" }, "has no reader of mail"],
    ["stems", { stem: "porter" }, "has no stemmers"],
    ["stop words", { stopWords: "en" }, "has no stop words"],
    ["a charset of DOS", { encoding: "cp850" }, "has no older charsets"],
  ])("refuses a model of %s, and says which entry takes it", async (_, options, reason) => {
    const model = train(
      ["a", "b"].map((label) => ({ label, text: `text of ${label}` })),
      options,
    );
    const classified = page.evaluate(
      (bytes) => thresher.classify(thresher.deserialize(fromBase64(bytes)), Uint8Array.of(0xe9)),
      base64(serialize(model)),
    );
    await expect(classified).rejects.toThrow(
      `DataError: text-thresher/browser ${reason}: import text-thresher/browser-mail, or use Node.js`,
    );
  });
});

describe("text-thresher/browser-mail, in a bundle", () => {
  let page: Page;
  beforeAll(async () => {
    const bundle = await rolldown({ input: join(ROOT, "test/browser/mail-application.ts"), platform: "browser" });
    const { output } = await bundle.generate({ format: "es", codeSplitting: false });
    expect(output[0].imports).toEqual([]);
    page = await pageWith(output[0].code);
  });

  it.each<[string, TrainingOptions]>([
    ["of the preset mail", { preset: "mail" }],
    ["of the preset mail-best", { preset: "mail-best" }],
    ["of stems without stop words", { as: "mail", stem: "porter", stopWords: "en" }],
  ])("classifies and explains messages with a model %s as Node.js does, to the last bit", async (_, options) => {
    const model = trained("mail", options);
    const messages = ["inbox", "broken"]
      .map((folder) => join(CORPORA, folder))
      .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    expect(messages.length).toBeGreaterThan(60);
    expect(await answersIn(page, model, messages)).toBe(answersOf(model, messages));
  });
});
