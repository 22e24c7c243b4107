import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shown } from "../../src/base/checks.js";
import { DataError, UsageError } from "../../src/base/errors.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { evaluateByProtocol } from "../../src/evaluation/corpora/evaluate-corpora.js";
import { readCorpus } from "../../src/features/corpus/read-corpus.js";
import { classify, classifyAll, classifyLabels, counterfactual, explain, similar } from "../../src/model/classify.js";
import { deserialize, load } from "../../src/model/file/model-file.js";
import { save, serialize } from "../../src/model/file/save-model.js";
import { learn, relabel, unlearn } from "../../src/model/learning/learn.js";
import { Learner } from "../../src/model/learning/learner.js";
import { DEFAULT_SETTINGS, SETTING_NAMES, settingsFrom } from "../../src/model/settings.js";
import { train } from "../../src/model/training.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

const DOCUMENTS = [
  { label: "a", text: "red apple" },
  { label: "b", text: "blue sky" },
];
const SEVERAL = DOCUMENTS.map(({ label, text }) => ({ labels: [label], text }));
const newModel = () => train(DOCUMENTS, { remember: true });
const model = newModel();

/** An object that contains itself, of which there is no JSON. */
const endless: { self?: unknown } = {};
endless.self = endless;

/** Values of a wrong type, as a caller without types may give them. */
const NO_JSON: readonly unknown[] = [5n, Symbol("a"), () => "a", endless, [endless]];
const NO_LABELS: readonly unknown[] = [undefined, null, "", 5, true, {}, [], ["a"], ...NO_JSON];
const NO_DOCUMENTS: readonly unknown[] = [undefined, null, 5, true, {}, [], { text: 5 }, { bytes: "text" }, ...NO_JSON];
const NO_LISTS: readonly unknown[] = [undefined, null, 5, "mail", {}, new Uint8Array(3), 5n, Symbol("a"), endless];
const NO_MODELS: readonly unknown[] = [undefined, null, 5, "mail.model", {}, ...NO_JSON];
const NO_PATHS: readonly unknown[] = [undefined, null, 5, {}, [], ...NO_JSON];
const NO_OPTIONS: readonly unknown[] = [null, 5, "mail", [], 5n, Symbol("a"), [endless]];

/** Returns the error that a call throws; undefined if it throws none. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Calls with each value; each must be refused in one line. */
function refuses(values: readonly unknown[], call: (value: never) => unknown): void {
  for (const value of values) {
    const error = thrownBy(() => call(value as never));
    expect(error, `${call}: ${shown(value)}`).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(/^[^\n]+$/);
  }
}

describe("a label that is not a string of at least one character", () => {
  it("is refused by train, with one label or several, and by learn and relabel", () => {
    refuses(NO_LABELS, (label) => train([...DOCUMENTS, { label, text: "green" }]));
    refuses([...NO_LABELS, " "], (label) =>
      train([...SEVERAL, { labels: ["a", label], text: "x" }], { multiLabel: true }),
    );
    refuses(NO_LABELS, (label) => learn(model, [{ label, text: "green" }]));
    refuses(NO_LABELS, (label) => relabel(model, [{ label, text: "red apple" }]));
  });

  it("is refused by a Learner, which stays as it was", () => {
    const learner = new Learner(newModel());
    refuses(NO_LABELS, (label) => learner.learn(label, "green"));
    refuses(NO_LABELS, (label) => learner.relabel(label, "red apple"));
    refuses(NO_LABELS, (label) => learner.relabel(label, "unknown"));
    expect(learner.labels).toEqual(["a", "b"]);
    expect(serialize(learner.model())).toEqual(serialize(newModel()));
  });
});

it("a label of any characters is kept in the model file, half surrogate pairs and line ends too", () => {
  const labels = ["\n", "\ud800", "a\0b", "ä"];
  const path = join(temporaryFolder(), "model");
  save(train(labels.map((label) => ({ label, text: `word${label.charCodeAt(0)}` }))), path);
  expect(load(path).labels).toEqual(labels.toSorted());
});

describe("a document that is neither a string nor bytes", () => {
  it("is refused by every function that takes one", () => {
    for (const call of [classify, explain, counterfactual, similar]) refuses(NO_DOCUMENTS, (one) => call(model, one));
    const ofSeveral = train(SEVERAL, { multiLabel: true });
    refuses(NO_DOCUMENTS, (one) => classifyLabels(ofSeveral, one));
    const learner = new Learner(model);
    for (const name of ["labelOf", "unlearn", "classify"] as const) refuses(NO_DOCUMENTS, (one) => learner[name](one));
    refuses(NO_DOCUMENTS, (one) => learner.learn("a", one));
    refuses(NO_DOCUMENTS, (one) => learner.relabel("a", one));
    refuses(["yesterday", Number.NaN, null], (time) => learner.learn("a", "green", time));
    refuses([null, 5, "text", {}, ...NO_DOCUMENTS], (one) => train([...DOCUMENTS, one]));
    refuses(NO_DOCUMENTS, (one) => unlearn(model, [one]));
  });
});

describe("something else in place of documents, a model, a path or options", () => {
  it("is refused", () => {
    refuses([undefined, null, 5, {}, new Uint8Array(3), endless], (list) => train(list));
    expect(() => train("no/corpus")).toThrow("no/corpus: no such file or folder");
    for (const call of [learn, unlearn, relabel]) refuses(NO_LISTS, (list) => call(model, list));
    refuses(NO_LISTS, (list) => classifyAll(model, list));
    for (const call of [classify, classifyLabels, explain, counterfactual, similar]) {
      refuses(NO_MODELS, (one) => call(one, "text"));
      refuses(NO_OPTIONS, (options) => call(model, "text", options));
    }
    refuses(NO_MODELS, (one) => learn(one, []));
    refuses(NO_MODELS, (one) => save(one, "nowhere/model"));
    for (const call of [serialize, deserialize]) refuses(NO_MODELS, call);
    refuses([null, 5, "mail.model"], (from) => new Learner(from));
    refuses(NO_OPTIONS, (options) => train(DOCUMENTS, options));
    for (const name of ["onProgress", "signal"]) {
      refuses([null, 5, "mail", {}, 5n], (value) => train(DOCUMENTS, { [name]: value }));
    }
    refuses(NO_PATHS, (path) => save(model, path));
    for (const call of [load, openCorpus, readFolders]) refuses(NO_PATHS, call);
    const corpus = folderWith(twoClasses());
    for (const open of [openCorpus, readFolders]) {
      const patterns = [{ include: 5 }, { include: "ham" }, { exclude: [5] }];
      refuses([...NO_OPTIONS, ...patterns], (options) => open(corpus, options));
    }
  });
});

describe("a mistake that programs make", () => {
  const later = Promise.resolve(model) as never;
  const tested = (protocol: unknown, corpora: unknown = []) =>
    evaluateByProtocol(corpora as never, DEFAULT_SETTINGS, protocol as never);
  const mistakes: readonly (readonly [message: string, call: () => unknown])[] = [
    ["strings, not a promise", () => train(DOCUMENTS, { tokenizer: (async () => []) as never })],
    ['there is no option "alhpa"; there are', () => train(DOCUMENTS, { alhpa: 1 } as never)],
    ["neither a text (a string) nor bytes (a Uint8Array), it is", () => classify(model, undefined as never)],
    ["the model must be one that train or load made, not a promise: await it first", () => classify(later, "x")],
    ["unlearn: the model must be one that train or load made, not a promise", () => unlearn(later, ["x"] as never)],
    ["learn: time must be a number that is finite, not NaN", () => new Learner().learn("spam", "x", Number.NaN)],
    ['train: the documents must be an iterable, such as an array or openCorpus("mail"), not a', () => train(later)],
    ["Learner: the options must be an object, not a promise: await it first", () => new Learner(later)],
    ["document: it has neither a text", () => classify(model, ["x"] as never)],
    ['remember must be true or false, not "yes"', () => train(DOCUMENTS, { remember: "yes" as never })],
    ["reading: the documents must be an iterable", () => readCorpus("mail" as never, DEFAULT_SETTINGS)],
    ['must be an array, such as [openCorpus("mail")], not object', () => tested({ kind: "leave-one-out" }, model)],
    ["the protocol must be an object", () => tested(undefined)],
    ['must be one of test, holdout, leave-one-out, folds, by-date, not "fold"', () => tested({ kind: "fold" })],
  ];

  it.each(mistakes)("is told in one line: %s", (message, call) => {
    const error = thrownBy(call);
    expect(error instanceof UsageError || error instanceof DataError, String(error)).toBe(true);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).toMatch(/^[^\n]+$/);
  });
});

describe("a setting of a wrong type", () => {
  const values = [
    ...[null, [], [[]], {}, [null], "a\nb", { toString: 1 }, [{ toString: 1 }], [Symbol("a")], [1, {}]],
    ...NO_JSON,
  ];
  const bases: readonly object[] = [{}, { as: "mail" }, { classifier: "nb-svm" }, { preset: "best" }];

  it.each(SETTING_NAMES)("%s is refused in one line, or allowed", (name) => {
    for (const base of bases) {
      for (const value of values) {
        const error = thrownBy(() => settingsFrom({ ...base, [name]: value }));
        if (error === undefined) continue;
        const where = `${shown(base)}, ${shown(value)}`;
        const isRefusal = error instanceof UsageError || error instanceof DataError;
        expect([isRefusal, (error as Error).message], where).toEqual([true, expect.stringMatching(/^[^\n]+$/)]);
        expect((error as Error).message, where).not.toMatch(/not iterable|\w\.\w+ is not|Cannot|\[object/);
      }
    }
  });
});
