import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadToFilter } from "../../../src/model/file/model-file.js";
import { encodeSafetensors } from "../../../src/model/file/safetensors.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

const WIDTHS: Readonly<Record<string, number>> = { U8: 1, U16: 2, U32: 4, F32: 4, F64: 8 };
const LARGE = 200 << 20;

/** The header of a model of mail. */
function headerOfMail(): { strings: Record<string, string>; arrays: Map<string, { type: string; length: number }> } {
  const documents = ["spam", "ham"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }));
  const file = Buffer.from(modelToBytes(train(documents, { preset: "mail" })));
  const { __metadata__: strings, ...entries } = JSON.parse(
    file.toString("utf8", 8, 8 + Number(file.readBigUInt64LE(0))),
  );
  const extents = Object.entries<{ dtype: string; shape: [number] }>(entries);
  return {
    strings,
    arrays: new Map(extents.map(([name, { dtype, shape }]) => [name, { type: dtype, length: shape[0] }])),
  };
}

/** A file whose header fits its size, and which has nothing but zeros after it: it takes no room on the disk. */
function sparse({ strings, arrays }: ReturnType<typeof headerOfMail>): string {
  const header: Record<string, unknown> = { __metadata__: strings };
  let end = 0;
  for (const [name, { type, length }] of arrays) {
    const start = end;
    end += length * WIDTHS[type];
    header[name] = { dtype: type, shape: [length], data_offsets: [start, end] };
  }
  const json = JSON.stringify(header);
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  const path = join(temporaryFolder(), "model");
  writeFileSync(path, Buffer.concat([size, text]));
  truncateSync(path, 8 + text.length + end);
  return path;
}

/** Kilobytes of memory that the refusal of a model takes, more than this process ever took before. */
function memoryToRefuse(path: string, message: RegExp): number {
  const before = process.resourceUsage().maxRSS;
  expect(() => loadToFilter(path)).toThrow(message);
  return process.resourceUsage().maxRSS - before;
}

describe("a forged model takes little memory until it is refused", () => {
  it.each([
    ["that has more numbers of classes than classes", "classes.documents", LARGE / 8],
    ["with very many bytes of terms", "vocabulary.bytes", LARGE],
  ])("%s", (_, name, length) => {
    const header = headerOfMail();
    resize(header.arrays, name, length);
    expect(memoryToRefuse(sparse(header), /altered or damaged/)).toBeLessThan(100_000);
  });

  it("whose header is larger than that of any model, as one with a million classes", () => {
    const { strings, arrays } = headerOfMail();
    const labels = JSON.stringify(Array.from({ length: 1_000_000 }, (_, i) => String(i)));
    const path = sparse({ strings: { ...strings, labels }, arrays });
    expect(
      memoryToRefuse(path, /the header has \d+ bytes, but a model's has at most 8388608: train it with fewer/),
    ).toBeLessThan(50_000);
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

function resize(arrays: Map<string, { type: string; length: number }>, name: string, length: number): void {
  const { type } = arrays.get(name) ?? { type: "U8" };
  arrays.set(name, { type, length });
}
