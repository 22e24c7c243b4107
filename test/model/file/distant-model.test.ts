import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { classify, explain } from "../../../src/model/classify.js";
import { DistantModel, type OpenModel, openModel } from "../../../src/model/file/distant-model.js";
import { load } from "../../../src/model/file/model-file.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { train } from "../../../src/model/training.js";
import { folderWith } from "../../helpers/folder.js";

const WORDS = {
  sport: ["goal", "keeper", "club", "referee", "corner", "league"],
  money: ["bank", "interest", "loan", "shares", "market", "club"],
  garden: ["rose", "hedge", "spade", "corner", "seed", "market"],
};

/** Documents of three classes that share some words. Those of mail have a header. */
const DOCUMENTS = Array.from({ length: 36 }, (_, i) => {
  const label = Object.keys(WORDS)[i % 3] as keyof typeof WORDS;
  const words = [0, 1, 2, 3, 4].map((n) => WORDS[label][(i * (n + 1) + n) % 6]);
  return {
    id: String(i),
    label,
    bytes: Buffer.from(`Subject: ${words[0]} ${i % 5}\n\nThe ${words.join(" ")} no${i}\n`),
  };
});

const TEXTS = [
  "",
  "unknown",
  "the goal of the bank",
  "rose rose rose market",
  "Subject: club\n\nclub corner seeds no3",
];

const opened: OpenModel[] = [];

function opening(path: string): OpenModel["model"] {
  const model = openModel(path);
  opened.push(model);
  return model.model;
}

afterEach(() => {
  for (const { close } of opened.splice(0)) close();
});

const files = new Map<string, Uint8Array>();

/** Each model is trained once. */
function modelFile(options: TrainOptions): string {
  const path = join(folderWith({}), "own.model");
  const key = JSON.stringify(options);
  const bytes = files.get(key) ?? modelToBytes(train(DOCUMENTS, options));
  files.set(key, bytes);
  writeFileSync(path, bytes);
  return path;
}

describe("openModel", () => {
  const learned: readonly TrainOptions[] = [
    { preset: "best" },
    { preset: "best", as: "text" },
    { preset: "mail-best" },
  ];
  for (const options of learned) {
    it(`reads what a document needs: ${JSON.stringify(options)}`, () => {
      const path = modelFile(options);
      const whole = load(path);
      for (const text of TEXTS) {
        const distant = opening(path);
        expect(distant.model).toBeInstanceOf(DistantModel);
        expect(classify(distant, text)).toEqual(classify(whole, text));
        expect(explain(distant, text)).toEqual(explain(whole, text));
      }
    });
  }

  it("reads all for many documents, with the same answers", () => {
    const path = modelFile({ preset: "best" });
    const [whole, distant] = [load(path), opening(path)];
    for (const { bytes } of DOCUMENTS) expect(classify(distant, bytes)).toEqual(classify(whole, bytes));
    expect(modelToBytes(distant)).toEqual(modelToBytes(whole));
  });

  it("loads models that are made of counts, and others without checks, as ever", () => {
    for (const options of [{}, { preset: "mail" }, { classifier: "linear-svm" }] satisfies TrainOptions[]) {
      const path = modelFile(options);
      expect(opening(path).model).not.toBeInstanceOf(DistantModel);
      expect(classify(opening(path), TEXTS[2])).toEqual(classify(load(path), TEXTS[2]));
    }
  });

  it("says which file is damaged, whenever it finds out, or gives the same answer", () => {
    const path = modelFile({ preset: "best" });
    const bytes = modelToBytes(load(path));
    const expected = classify(load(path), TEXTS[4]);
    let damaged = 0;
    for (let at = 0; at < bytes.length; at += 211) {
      const changed = bytes.slice();
      changed[at] ^= 1 << (at & 7);
      writeFileSync(path, changed);
      try {
        expect(classify(opening(path), TEXTS[4]), `byte ${at}`).toEqual(expected);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(DataError);
        expect((error as DataError).message.split(": ")[0], `byte ${at}`).toBe(path);
        damaged++;
      }
      opened.pop()?.close();
    }
    expect(damaged).toBeGreaterThan(10);
  });

  it("says what is wrong with a file that is no model, cut short or missing", () => {
    const path = modelFile({ preset: "best" });
    const bytes = modelToBytes(load(path));
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    expect(() => openModel(path)).toThrow(`${path}: the file is cut short`);
    writeFileSync(path, "no model");
    expect(() => openModel(path)).toThrow(`${path}: not a Thresher model`);
    expect(() => openModel(`${path}.other`)).toThrow(`${path}.other: cannot read the model`);
  });
});
