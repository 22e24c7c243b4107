import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { classifyRow } from "../../../src/classifiers/classification.js";
import { messageClassifier } from "../../../src/delivery/filter/mail-filter.js";
import { answerFrom } from "../../../src/delivery/filter/message-answer.js";
import { LOOKUP } from "../../../src/model/file/array-names.js";
import { sealLookup } from "../../../src/model/file/lookup-arrays.js";
import { loadToFilter } from "../../../src/model/file/model-file.js";
import { decodeSafetensors, encodeSafetensors } from "../../../src/model/file/safetensors.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

const DOCUMENTS = [
  "prize money now",
  "meet at home",
  "win money",
  "home at noon, or noon",
  "money prize prize",
  "home",
].map((text, i) => ({
  id: String(i),
  label: ["spam", "ham"][i % 2],
  bytes: Buffer.from(`Subject: ${text}\n\n${text}\n`),
}));
const MESSAGES = [
  "",
  "\n",
  "Subject: money\n\nprize at home",
  "nothing known",
  "\0\xff\n\n<html>",
  "a: b\n\nmoney ".repeat(500),
];
const path = join(temporaryFolder(), "model");

function written(options: TrainOptions): Uint8Array {
  const bytes = modelToBytes(train(DOCUMENTS, options));
  writeFileSync(path, bytes);
  return bytes;
}

describe("answerFrom", () => {
  const choices: readonly TrainOptions[] = [
    {},
    { preset: "mail" },
    { as: "mail", classifier: "multinomial" },
    { as: "mail", prior: "uniform", alpha: 0, ngrams: [1, 2] },
    { as: "mail", mEstimate: 2 },
    { as: "mail", minCount: 2, dropTop: 1 },
    { as: "mail", calibrate: "isotonic" },
    { as: "mail", calibrate: "temperature" },
    { as: "mail", remember: true } as TrainOptions,
    { as: "mail", classifier: "bernoulli" },
    { as: "mail", classifier: "complement" },
    { as: "mail", tf: "log", idf: "smooth" },
    { as: "mail", classifier: "logistic-regression" },
  ];
  it.each(choices)("gives what the loaded model gives, every bit, with %j", (options) => {
    written(options);
    const classify = messageClassifier(loadToFilter(path));
    for (const text of MESSAGES) {
      const message = Buffer.from(text, "latin1");
      expect(answerFrom(path, message)).toStrictEqual(classify(message));
    }
  });

  it("gives what the loaded model gives, every bit, where it calibrated itself for three classes", () => {
    const lists = ["news at noon", "news of home", "money news"].map((text, i) => ({
      id: `list/${i}`,
      label: "list",
      bytes: Buffer.from(`Subject: ${text}\n\n${text}\n`),
    }));
    for (const remember of [false, true]) {
      const model = train([...DOCUMENTS, ...lists], { preset: "mail", remember });
      expect(model.calibration).toBeDefined();
      writeFileSync(path, modelToBytes(model));
      const classify = messageClassifier(loadToFilter(path));
      for (const text of [...MESSAGES, "Subject: news\n\nat home"]) {
        const message = Buffer.from(text, "latin1");
        const { ranking, logOdds } = classifyRow(model.model, model.rowOf(message), 0, model.calibration);
        expect(answerFrom(path, message)).toStrictEqual(classify(message));
        expect(answerFrom(path, message)).toMatchObject({ ranking, logOdds });
      }
    }
  });

  it("gives the right answer of a damaged file or none", () => {
    const bytes = Buffer.from(written({ preset: "mail" }));
    const message = Buffer.from(MESSAGES[2]);
    const right = answerFrom(path, message);
    let refused = 0;
    // A step that meets every place of a number.
    for (let at = 0; at < bytes.length; at += 11) {
      bytes[at] ^= 0x21;
      writeFileSync(path, bytes);
      bytes[at] ^= 0x21;
      let answer: unknown = right;
      try {
        answer = answerFrom(path, message);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(DataError);
        refused++;
      }
      expect(answer, `byte ${at}`).toEqual(right);
    }
    // The header and what it needs of the rest.
    expect(refused).toBeGreaterThan(100);
  });

  it("refuses a file that is missing, none, cut short, continued or of another version, and says which", () => {
    const bytes = Buffer.from(written({ preset: "mail" }));
    const refusal = (content: Uint8Array) => {
      writeFileSync(path, content);
      return () => answerFrom(path, Buffer.from("x"));
    };
    expect(() => answerFrom(join(path, "..", "none"), Buffer.alloc(0))).toThrow(/none: .*no such file or folder/);
    expect(() => answerFrom(join(path, ".."), Buffer.alloc(0))).toThrow(/it is a folder/);
    expect(refusal(Buffer.alloc(0))).toThrow(/the file has only 0 bytes/);
    expect(refusal(Buffer.from("Dear Sir or Madam"))).toThrow(/not a Thresher model/);
    for (const length of [9, 100, bytes.length - 1]) expect(refusal(bytes.subarray(0, length))).toThrow(/cut short/);
    expect(refusal(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(/something was appended/);
    const { arrays, metadata } = decodeSafetensors(bytes);
    const later = encodeSafetensors({ arrays, metadata: { ...metadata, version: "4" } });
    expect(refusal(later)).toThrow(/version 4, but this Thresher reads version 3: update Thresher/);
  });

  it("refuses arrays that do not fit together, and looks nothing up where there is nothing", () => {
    const { arrays, metadata } = decodeSafetensors(written({ preset: "mail" }));
    const wrong: readonly (readonly [string, (typeof arrays)[string] | undefined])[] = [
      [LOOKUP.terms, Uint32Array.of(1)],
      [LOOKUP.terms, undefined],
      [LOOKUP.starts, Uint32Array.of(0)],
      [LOOKUP.starts, Float64Array.of(0, 1)],
      [LOOKUP.starts, Uint32Array.of(0, 1, 2, 3)],
      [LOOKUP.totals, undefined],
    ];
    for (const [name, array] of wrong) {
      const others = Object.fromEntries(
        Object.entries({ ...arrays, [name]: array }).filter(([, a]) => a !== undefined),
      );
      writeFileSync(path, encodeSafetensors({ arrays: others as typeof arrays, metadata }));
      expect(() => answerFrom(path, Buffer.from("money")), name).toThrow(DataError);
    }
    const { [LOOKUP.buckets]: _, ...without } = arrays;
    writeFileSync(path, encodeSafetensors({ arrays: without, metadata }));
    expect(answerFrom(path, Buffer.from("money")).ranking[0].label).toBe("spam");
  });

  it("refuses a number of terms that the file has no room for, under right checks: room would be made for them", () => {
    const { arrays, metadata } = decodeSafetensors(written({ preset: "mail" }));
    const [size, seed] = arrays[LOOKUP.terms];
    for (const [claimed, isRefused] of [
      [size, false],
      [arrays[LOOKUP.buckets].length + 1, true],
      [2 ** 32 - 1, true],
    ] as const) {
      const forged = { ...arrays, [LOOKUP.terms]: Uint32Array.of(claimed, seed) };
      const file = encodeSafetensors({ arrays: forged, metadata }, [], [LOOKUP.buckets]);
      sealLookup(file);
      writeFileSync(path, file);
      const answer = () => answerFrom(path, Buffer.from("money")).ranking[0].label;
      if (isRefused) expect(answer).toThrow(DataError);
      else expect(answer()).toBe("spam");
    }
  });
});
