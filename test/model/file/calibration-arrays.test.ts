import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { train } from "../../../src/model/training.js";
import { changedFile } from "./changed-file.js";

const DOCUMENTS = Array.from({ length: 60 }, (_, i) => {
  const label = i % 2 === 0 ? "ham" : "spam";
  const words = (i % 7 === 0) === (label === "ham") ? "prize money home" : "letter home friend";
  return { id: `${label}/${i}`, label, bytes: Buffer.from(`Subject: ${words}\n\n${words} w${i % 5}\n`) };
});

const trained = (options: TrainOptions) => serialize(train(DOCUMENTS, options));

/** Whether a file with other arrays is refused. */
function isRefused(file: Uint8Array, changes: Record<string, NumberArray | undefined>) {
  try {
    deserialize(changedFile(file, changes));
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message).toMatch(/damaged: calibration/);
    return true;
  }
  return false;
}

describe("the calibration in a model file", () => {
  it("is what the settings name", () => {
    const names = (options: TrainOptions) =>
      Object.keys(decodeSafetensors(trained(options)).arrays).filter((name) => name.startsWith("calibration."));
    const [temperature, beta, curve] = [
      [],
      ["calibration.beta"],
      ["calibration.curve-from", "calibration.curve-to"],
    ].map((shape) => ["calibration.temperature", ...shape].sort());
    expect(names({ calibrate: "temperature" }).sort()).toEqual(temperature);
    expect(names({ calibrate: "beta" }).sort()).toEqual(beta);
    expect(names({ calibrate: "isotonic" }).sort()).toEqual(curve);
    expect([temperature, beta, curve]).toContainEqual(names({ calibrate: "auto" }).sort());
    expect(names({})).toEqual([]);
  });

  it("is there even if no document says how sure the model may be", () => {
    const labels = ["ham", "spam"].flatMap((label) => Array<string>(4).fill(label));
    const apart = labels.map((label) => ({ label, text: `${label} ${label} ${label}` }));
    for (const calibrate of ["temperature", "beta", "isotonic", "auto"] as const) {
      const model = train(apart, { alpha: 0, calibrate });
      expect(deserialize(serialize(model)).calibration).toEqual(model.calibration);
    }
  });

  it("is refused where it is missing or does not fit", () => {
    const isotonic = trained({ calibrate: "isotonic" });
    for (const name of ["calibration.temperature", "calibration.curve-from", "calibration.curve-to"]) {
      expect(isRefused(isotonic, { [name]: undefined })).toBe(true);
    }
    const curve = {
      "calibration.curve-from": Float64Array.of(0, 1),
      "calibration.curve-to": Float64Array.of(0.2, 0.4),
    };
    expect(isRefused(isotonic, curve)).toBe(false);
    const wrong: Readonly<Record<string, readonly number[][]>> = {
      temperature: [[1], [1, Number.NaN], [Number.POSITIVE_INFINITY, 1]],
      "curve-from": [
        [0, 1, 2],
        [1, 1],
        [0, Number.NaN],
        [0, 5e-324],
        [0, Number.POSITIVE_INFINITY],
      ],
      "curve-to": [
        [0.4, 0.2],
        [0.4, 0.4],
        [0, Number.POSITIVE_INFINITY],
      ],
    };
    for (const [name, lists] of Object.entries(wrong)) {
      for (const numbers of lists) {
        const changes = { ...curve, [`calibration.${name}`]: Float64Array.from(numbers) };
        expect(isRefused(isotonic, changes), `${name} ${numbers}`).toBe(true);
      }
    }
    for (const points of [[], [1]].map((numbers) => Float64Array.from(numbers))) {
      const short = { "calibration.curve-from": points, "calibration.curve-to": points };
      expect(isRefused(isotonic, short), `${points}`).toBe(true);
    }
    const beta = trained({ calibrate: "beta" });
    expect(isRefused(beta, { "calibration.beta": undefined })).toBe(true);
    const faults = ["1 1", "0 1 0", "1 -1 0", "1 NaN 0", "1 1 Infinity"].map((text) => text.split(" ").map(Number));
    for (const numbers of faults) {
      expect(isRefused(beta, { "calibration.beta": Float64Array.from(numbers) })).toBe(true);
    }
  });
});
