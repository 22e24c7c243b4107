import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/base/following.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import type { Problem } from "../../src/documents/problem.js";
import { serialize } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

// Worker threads run compiled code, so it is the compiled library that is tested.
const BUILT = new URL("../../dist/src/index.js", import.meta.url).href;
const library = (await import(BUILT)) as typeof import("../../src/index.js");
const { trainAsync, DataError, UsageError } = library;

const path = folderWith(twoClasses(15));
const array = Array.from(openCorpus(path), ({ id, label, bytes }) => ({ id, label, bytes }));

describe("trainAsync", () => {
  it.each([
    { preset: "best" },
    { preset: "best", jobs: 2 },
    { preset: "mail", remember: true },
    { keepDocuments: true, seed: 3, calibrate: "isotonic" },
    { classifier: "nearest-neighbours" },
    { minDocuments: 2, maxTerms: 5 },
    { unlabelled: Array.from({ length: 20 }, (_, i) => `winner lunch prize report number${i}`) },
  ] as const)("makes the model of train, to the last byte: %j", async (options) => {
    const isSlow = "preset" in options && options.preset === "best";
    for (const documents of isSlow ? [path] : [path, array]) {
      const bytes = library.serialize(await trainAsync(documents, options));
      expect(Buffer.from(serialize(train(documents, options))).equals(bytes)).toBe(true);
    }
  });

  it("learns several labels of documents", async () => {
    const documents = array.map(({ label, bytes }, i) => ({ bytes, labels: i % 2 ? [label] : [label, "even"] }));
    const model = await trainAsync(documents, { multiLabel: true });
    expect(library.serialize(model)).toEqual(serialize(train(documents, { multiLabel: true })));
  });

  it("tells how far it is and what it could not read, in the calling thread", async () => {
    const told: Progress[] = [];
    const problems: Problem[] = [];
    const folder = folderWith({ ...twoClasses(3), "stray.txt": "no class" });
    const onProgress = (one: Progress) => told.push(one);
    await trainAsync(folder, { preset: "best", onProgress, onProblem: (one) => problems.push(one) });
    expect([...new Set(told.map(({ phase }) => phase))]).toEqual(["reading", "training"]);
    expect(told).toContainEqual({ phase: "reading", done: 6, total: 6 });
    expect(problems.map(({ where }) => where)).toEqual(["stray.txt"]);
  });

  it.each(["reading", "training"])("ends with the reason of its signal, aborted while %s", async (phase) => {
    for (const jobs of [1, 2]) {
      const controller = new AbortController();
      const { signal } = controller;
      const onProgress = (progress: Progress) => progress.phase === phase && controller.abort("enough");
      await expect(trainAsync(path, { preset: "best", jobs, signal, onProgress })).rejects.toBe("enough");
    }
    await expect(trainAsync(path, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
  });

  it("rejects with the errors of train, of the same class", async () => {
    const one = folderWith({ ham: { a: "tea" } });
    await expect(trainAsync(one)).rejects.toThrow(DataError);
    await expect(trainAsync(one)).rejects.toThrow("there is only one class to learn");
    await expect(trainAsync("no/such/folder")).rejects.toThrow("no/such/folder: no such file or folder");
    await expect(trainAsync([{ label: 5, text: "x" } as never])).rejects.toThrow(UsageError);
    await expect(trainAsync(path, { alpha: -1 })).rejects.toThrow(UsageError);
    const onProgress = () => {
      throw new RangeError("mine");
    };
    await expect(trainAsync(path, { onProgress })).rejects.toThrow(RangeError);
  });

  it("takes an undefined tokenizer for none", async () => {
    expect((await trainAsync(path, { tokenizer: undefined })).labels).toEqual(train(array).labels);
  });

  it("refuses what cannot be sent to a worker", async () => {
    const refused: [documents: unknown, options: object, message: RegExp][] = [
      [new Set(array), {}, /^trainAsync: the documents must be a path, an array or an async iterable of .*, not /],
      [openCorpus(path), {}, /a path, an array/],
      [undefined, {}, /not undefined/],
      [path, { tokenizer: () => [] }, /^trainAsync: a tokenizer cannot be sent to a worker: use train$/],
      [[{ label: "a", text: "x", id: () => "a" }], {}, /^trainAsync: .* cannot be sent to a worker/],
      [path, { preset: "none" }, /preset/],
    ];
    for (const [documents, options, message] of refused) {
      const error = await trainAsync(documents as never, options).catch((error) => error);
      expect(error).toBeInstanceOf(UsageError);
      expect(error.message).toMatch(message);
    }
  });
});
