import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { analyzerFor } from "../../../src/features/analyzer.js";
import { TermCounter } from "../../../src/features/corpus/term-counter.js";
import type { ShardCounts, WantedSums } from "../../../src/features/runs/document-sums.js";
import { countsOfRun, readRun } from "../../../src/features/runs/read-run.js";
import { encodeRun } from "../../../src/features/runs/run-format.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { corpora, forAll, slowRuns } from "../../helpers/arbitraries.js";
import { temporaryFolder } from "../../helpers/folder.js";

const BOTH: WantedSums = { occurrences: true, presences: true };
const { read, hasWords } = analyzerFor(DEFAULT_SETTINGS);

function counted(documents: readonly LabelledDocument[], wanted = BOTH) {
  const counter = new TermCounter(wanted, hasWords);
  for (const { bytes, label } of documents) counter.add(read(bytes), label, bytes.length);
  return counter.finish();
}

function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), "a.run");
  writeFileSync(path, bytes);
  return path;
}

function readBack(bytes: Uint8Array, facts: Pick<ShardCounts, "labels" | "documents">, wanted = BOTH): ShardCounts {
  return countsOfRun(readRun(fileOf(bytes), true), facts, wanted);
}

describe("a run in a file", () => {
  it("gives back its header and its sums, of either kind", () => {
    forAll(slowRuns(25), [corpora], (documents) => {
      for (const wanted of [BOTH, { ...BOTH, presences: false }, { ...BOTH, occurrences: false }]) {
        const sums = counted(documents, wanted);
        const bytes = Buffer.concat([...encodeRun({ shard: 3 }, sums)]);
        const { header } = readRun(fileOf(bytes), false);
        const hasPresence = wanted.occurrences && wanted.presences;
        expect(header).toEqual({ shard: 3, hasPresence, classes: sums.labels.length });
        const again = new TermCounter(wanted, hasWords);
        again.merge(readBack(bytes, { labels: sums.labels, documents: [...sums.documents] }, wanted));
        const { vocabulary, ...others } = again.finish();
        expect([...vocabulary]).toEqual([...sums.vocabulary]);
        expect({ ...others, vocabulary: 0 }).toEqual({ ...sums, vocabulary: 0 });
      }
    });
  });

  it("is refused with one line if any byte is missing, more or different", () => {
    const documents = [
      { id: "1", label: "ham", bytes: Buffer.from("cat ".repeat(300)) },
      { id: "2", label: "spam", bytes: Buffer.from("cash cat cats") },
    ];
    const sums = counted(documents);
    const bytes = Buffer.concat([...encodeRun({}, sums)]);
    const faultOf = (altered: Uint8Array) => {
      try {
        readBack(altered, { labels: sums.labels, documents: [1, 1] });
        return "none";
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faultOf(bytes)).toBe("none");
    for (let size = 0; size < bytes.length; size++) {
      expect(faultOf(bytes.subarray(0, size))).toMatch(/: (cut short|not a file of counts|altered|its header)/);
    }
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] ^= 1 + (at % 255);
      expect(faultOf(altered)).toMatch(/^\/[^\n]+: [^\n]+$/);
    }
    expect(faultOf(Buffer.concat([bytes, Buffer.of(0)]))).toContain("altered");
    expect(faultOf(Buffer.from("thresher run 9\n{}\n"))).toContain("format 9");
  });
});
