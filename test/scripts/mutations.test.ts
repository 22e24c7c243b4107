import { afterEach, describe, expect, it } from "vitest";
import { mutatedMessage } from "../../scripts/mutations/message-mutations.js";
import { mutatedModel } from "../../scripts/mutations/model-mutations.js";
import { seedModels } from "../../scripts/mutations/seeds.js";
import { withinBounds } from "../../scripts/mutations/within-bounds.js";
import { seededRandom } from "../../src/base/random.js";
import { deserialize } from "../../src/model/file/model-file.js";

const inherited = Object.prototype as { polluted?: number };

afterEach(() => {
  delete inherited.polluted;
});

describe("mutated messages and model files", () => {
  it("are the same bytes for the same seed and index, and others for others", () => {
    const seeds = [Buffer.from("Subject: hello\n\nworld\n"), Buffer.from("From: a@b.example\n\nhello\n")];
    const models = seedModels();
    for (const [mutated, from] of [[mutatedMessage, seeds] as const, [mutatedModel, models] as const]) {
      const of = (index: number) => Buffer.from(mutated(from, seededRandom(1, index))).toString("base64");
      const some = Array.from({ length: 30 }, (_, index) => of(index));
      expect(some).toEqual(Array.from({ length: 30 }, (_, index) => of(index)));
      expect(new Set(some).size).toBeGreaterThan(20);
    }
  });

  it("are model files of which some still load, some with right checksums do not, and the seeds stay as they were", () => {
    const seeds = seedModels();
    const before = seeds.map((file) => Buffer.from(file).toString("base64"));
    const said = Array.from({ length: 300 }, (_, index) => {
      try {
        return `loaded ${deserialize(mutatedModel(seeds, seededRandom(1, index))).labels.length}`;
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(said.filter((what) => what.startsWith("loaded")).length).toBeGreaterThan(10);
    expect(said.filter((what) => what.includes("the model file is damaged")).length).toBeGreaterThan(50);
    expect(said.filter((what) => what.includes("checksum")).length).toBeGreaterThan(20);
    expect(seeds.map((file) => Buffer.from(file).toString("base64"))).toEqual(before);
  });
});

describe("the bounds of a check", () => {
  it("let through what keeps them, and what is thrown", () => {
    expect(() => withinBounds(10, () => {})).not.toThrow();
    expect(() => withinBounds(10, () => JSON.parse("{"))).toThrow(SyntaxError);
  });

  it("are broken by memory beside the size of the input, and by what changes all objects", () => {
    let kept: unknown;
    expect(() => withinBounds(10, () => (kept = new Float64Array(1 << 24)))).toThrow(/took 13\d MB for 10 bytes/);
    expect(kept).toBeDefined();
    expect(() => withinBounds(10, () => (inherited.polluted = 1))).toThrow("changed what all objects inherit");
  });
});
