import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCached } from "../../src/cli/code-cache.js";
import { folderWith, namesIn } from "../helpers/folder.js";

const CACHE = `module.cjs.${process.version}-${process.arch}.cache`;

/** A file that ends with its digest. */
function moduleOf(answer: number): string {
  const source = `exports.answer = () => ${answer};`;
  return `${source}\n//${createHash("sha256").update(source).digest("hex")}`;
}

function loaded(folder: string): number {
  const { exports, keep } = loadCached<{ answer(): number }>(join(folder, "module.cjs"));
  const answer = exports.answer();
  keep();
  return answer;
}

describe("loadCached", () => {
  it("keeps what was compiled beside the file, and takes it the next time", () => {
    const folder = folderWith({ "module.cjs": moduleOf(41) });
    expect(loaded(folder)).toBe(41);
    expect(namesIn(folder).sort()).toEqual(["module.cjs", CACHE]);
    const before = statSync(join(folder, CACHE)).mtimeMs;
    expect(loaded(folder)).toBe(41);
    expect(statSync(join(folder, CACHE)).mtimeMs).toBe(before);
  });

  it("loads a file as Node does", () => {
    const folder = folderWith({
      "module.cjs": 'exports.parts = [__filename, __dirname, module.exports === exports, require("./other.cjs").one];',
      "other.cjs": "exports.one = 1;",
    });
    const { exports } = loadCached<{ parts: unknown[] }>(join(folder, "module.cjs"));
    expect(exports.parts).toEqual([join(folder, "module.cjs"), folder, true, 1]);
  });

  it("takes a file that has changed for what it is now, of the same length or not", () => {
    const folder = folderWith({ "module.cjs": moduleOf(41) });
    loaded(folder);
    writeFileSync(join(folder, "module.cjs"), moduleOf(42));
    expect(loaded(folder)).toBe(42);
    writeFileSync(join(folder, "module.cjs"), moduleOf(1000));
    expect(loaded(folder)).toBe(1000);
    expect(loaded(folder)).toBe(1000);
  });

  it("takes no cache that is cut short or none, and writes a better one", () => {
    const folder = folderWith({ "module.cjs": moduleOf(41) });
    loaded(folder);
    const whole = readFileSync(join(folder, CACHE));
    const none = Buffer.concat([Buffer.alloc(whole.length - 64, "x"), whole.subarray(-64)]);
    const [tail, digest] = [whole.subarray(-68), whole.subarray(-64)];
    for (const broken of [whole.subarray(0, 100), Buffer.alloc(0), Buffer.from("x"), digest, tail, none]) {
      writeFileSync(join(folder, CACHE), broken);
      expect(loaded(folder)).toBe(41);
      expect(readFileSync(join(folder, CACHE)).length).toBeGreaterThan(100);
    }
  });

  it("takes no cache of which a byte is another, which V8 might die of", () => {
    const folder = folderWith({ "module.cjs": moduleOf(41) });
    loaded(folder);
    const whole = readFileSync(join(folder, CACHE));
    for (let at = 0; at < whole.length; at += 29) {
      const damaged = Buffer.from(whole);
      damaged[at] ^= 1 << (at & 7);
      writeFileSync(join(folder, CACHE), damaged);
      expect(loaded(folder), `byte ${at}`).toBe(41);
      expect(readFileSync(join(folder, CACHE)).equals(damaged), `byte ${at}`).toBe(false);
    }
  });

  it("does without where it cannot be written", () => {
    const folder = folderWith({ "module.cjs": moduleOf(41), [CACHE]: { "a folder": "" } });
    expect(loaded(folder)).toBe(41);
    expect(namesIn(folder)).not.toContainEqual(expect.stringMatching(/\d\.cache\.|cache\.\d/));
  });
});
