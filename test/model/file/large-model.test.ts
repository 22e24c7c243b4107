import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadToFilter } from "../../../src/model/file/model-file.js";
import { encodeSafetensors } from "../../../src/model/file/safetensors.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** A file of 200 MB with nothing but zeros after its beginning: it takes no room on the disk. */
function sparse(beginning: Uint8Array): string {
  const path = join(temporaryFolder(), "model");
  writeFileSync(path, beginning);
  truncateSync(path, 200 << 20);
  return path;
}

describe("a large file", () => {
  const length = Buffer.alloc(8);
  length.writeUInt32LE(1 << 24);

  it.each([
    ["is no model", Buffer.from("From: a@b.example"), /not a Thresher model/],
    [
      "has a larger header than any model, as one with a million classes",
      Buffer.concat([length, Buffer.from("{")]),
      /the header has 16777216 bytes, but a model's has at most 8388608: train it with fewer/,
    ],
  ])("is refused before it is read if it %s", (_, beginning, message) => {
    const path = sparse(beginning);
    const before = process.resourceUsage().maxRSS;
    expect(() => loadToFilter(path)).toThrow(message);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50_000);
  });
});

describe("a model with more terms or names of classes than a file has room for", () => {
  it("is not written", () => {
    // Takes no memory, as nothing is written to it.
    const arrays = { terms: new Uint8Array(2 ** 32 - 1) };
    expect(() => encodeSafetensors({ arrays, metadata: {} })).toThrow(
      "the model would take 4295.0 MB, but a model file takes at most 4 GB: use fewer kinds of terms",
    );
    const metadata = { labels: "x".repeat(1 << 23) };
    expect(() => encodeSafetensors({ arrays: {}, metadata })).toThrow(
      /the names of the classes take \d+ bytes with the settings, .*: use fewer classes or shorter names/,
    );
  });
});
