import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { decoderFor } from "../../src/base/decode.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import type { LabelledDocument } from "../../src/documents/document.js";
import { labelsIn } from "../../src/documents/label-cells.js";
import { holdouts } from "../../src/model/fitting/splits.js";

/** The files with the documents to learn from and to test on: a line of JSON each. */
export interface Sides {
  readonly train: string;
  readonly test: string;
  /** Whether a document has several labels. */
  readonly multiLabel: boolean;
}

/** The names of the two sides of an official split. */
const SIDES = ["train", "test"] as const;

/** The ends of names of an official split: folders or tables. */
const ENDS = ["", ".csv", ".jsonl"];

/** The share of each class that is tested without an official split. */
const HOLDOUT = 1 / 3;

/**
 * Writes the documents of a corpus into two files, so that all contestants see the same texts.
 *
 * @param path a corpus, or a folder with `train` and `test`
 */
export function writeSides(path: string, encoding: string, folder: string): Sides {
  const end = ENDS.find((each) => SIDES.every((side) => existsSync(join(path, side + each))));
  const [train, test] = SIDES.map((side) => join(folder, `${side}.jsonl`));
  const multiLabel = end === ".jsonl";
  const read = (from: string) => [...openCorpus(from, { multiLabel })];
  const sides = end === undefined ? heldOut(read(path)) : SIDES.map((side) => read(join(path, side + end)));
  for (const [i, file] of [train, test].entries()) write(file, sides[i], encoding, multiLabel);
  return { train, test, multiLabel };
}

/** Draws the documents to test on. */
function heldOut(all: readonly LabelledDocument[]): LabelledDocument[][] {
  const numbers = new Map([...new Set(all.map(({ label }) => label))].sort().map((label, c) => [label, c]));
  const y = Uint32Array.from(all, ({ label }) => numbers.get(label) ?? 0);
  const [{ train, test }] = holdouts(y, HOLDOUT, 1, 1);
  return [train, test].map((rows) => Array.from(rows, (row) => all[row]));
}

function write(path: string, documents: readonly LabelledDocument[], encoding: string, multiLabel: boolean): void {
  const decode = decoderFor(encoding);
  const file = openSync(path, "w", 0o600);
  for (const { bytes, label } of documents) {
    const labels = multiLabel ? { labels: labelsIn(label) } : { label };
    writeSync(file, `${JSON.stringify({ text: Buffer.from(decode(bytes)).toString(), ...labels })}\n`);
  }
  closeSync(file);
}
