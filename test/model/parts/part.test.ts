import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { partName } from "../../../src/model/parts/merged-model.js";
import { countsOfPart, readPart } from "../../../src/model/parts/part.js";
import { folderWith } from "../../helpers/folder.js";
import { counted, planned } from "./counted.js";

it("is refused with one line if any byte of it is missing, more or different", () => {
  const corpus = folderWith({ ham: { a: "cat ".repeat(300) }, spam: { b: "cash cat cats" } });
  const plan = planned(corpus, {}, 1);
  const path = join(counted(plan), partName(plan, 0));
  const bytes = readFileSync(path);
  expect(readPart(path, plan, 0)).toMatchObject({ shard: 0, labels: ["ham", "spam"], documents: [1, 1] });
  expect(countsOfPart(path, plan, 0).documents).toEqual([1, 1]);
  const refuses = (altered: Uint8Array) => {
    writeFileSync(path, altered);
    expect(() => countsOfPart(path, plan, 0)).toThrow(/^[^\n]+: cut short, altered, or not a file of counts[^\n]+$/);
  };
  for (let size = 0; size < bytes.length; size++) refuses(bytes.subarray(0, size));
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes);
    altered[at] ^= 1 + (at % 255);
    refuses(altered);
  }
  refuses(Buffer.concat([bytes, Buffer.of(0)]));
  refuses(Buffer.from("thresher run 1\n{}\n"));
});
