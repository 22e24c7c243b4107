import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Following, Phase } from "../../../src/base/following.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import {
  evaluateByProtocol,
  evaluateLabelsByProtocol,
  learningCurvesOf,
} from "../../../src/evaluation/corpora/evaluate-corpora.js";
import { findDoubts } from "../../../src/evaluation/studies/doubts.js";
import { DEFAULT_SETTINGS, resolve, settingsFrom } from "../../../src/model/settings.js";
import { trainAsync } from "../../../src/model/train-async.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

// Worker threads run compiled code, so these calls are those of the compiled library.
const built = (entry: string) => import(new URL(`../../../dist/src/${entry}.js`, import.meta.url).href);
const { train } = (await built("index")) as typeof import("../../../src/index.js");
const { readCorpora, tuneCorpus } = (await built("jobs/index")) as typeof import("../../../src/jobs/index.js");

const corpus = openCorpus(folderWith(twoClasses(20)));
const best = settingsFrom({ preset: "best" });
const labels = settingsFrom({ multiLabel: true });
const folds = { kind: "folds", folds: 2, repeats: 1, seed: 1 } as const;
const test = { kind: "test", test: "test" } as const;
const oneOut = { kind: "leave-one-out" } as const;
const READING: readonly Phase[] = ["reading"];
const TRAINING: readonly Phase[] = ["reading", "training"];
const TESTING: readonly Phase[] = ["reading", "testing"];

const [data] = readCorpora([corpus], DEFAULT_SETTINGS);

async function* later() {
  yield* corpus;
}

/** Calls that take long, and the phases of each. */
const CALLS: readonly [name: string, phases: readonly Phase[], call: (how: Following) => unknown][] = [
  ["train on counts", TRAINING, (how) => train(corpus, how)],
  ["train best", TRAINING, (how) => train(corpus, { preset: "best", ...how })],
  ["train best with threads", TRAINING, (how) => train(corpus, { preset: "best", jobs: 2, ...how })],
  ["train on documents that come later", TRAINING, (how) => trainAsync(later(), how)],
  ["readCorpora with threads", READING, (how) => readCorpora([corpus], best, { jobs: 2, perThread: 10, ...how })],
  ["evaluateByProtocol", TESTING, (how) => evaluateByProtocol([corpus], best, folds, { withAudit: true, ...how })],
  ["leave one out", TESTING, (how) => evaluateByProtocol([corpus], DEFAULT_SETTINGS, oneOut, how)],
  ["a test corpus", TESTING, (how) => evaluateByProtocol([corpus, corpus], DEFAULT_SETTINGS, test, how)],
  ["evaluateLabelsByProtocol", TESTING, (how) => evaluateLabelsByProtocol([corpus], labels, folds, how)],
  ["learningCurvesOf", TESTING, (how) => learningCurvesOf([corpus], [best], { points: 2, ...how })],
  ["tuneCorpus with a grid", TESTING, (how) => tuneCorpus(corpus, { grid: { alpha: [1, 2] }, ...how })],
  ["tuneCorpus", ["reading", "searching"], (how) => tuneCorpus(corpus, { minutes: 0.2, ...how })],
  ["findDoubts", ["testing"], (how) => findDoubts(data, resolve(DEFAULT_SETTINGS).classifier, how)],
];

describe("a signal", () => {
  it.each(
    CALLS.flatMap((call) =>
      [call, call].map(([name, phases, make], i) => [name, i === 0 ? "at once" : "later", phases, make] as const),
    ),
  )("stops %s in each phase, %s, and leaves no temporary file", async (_, when, phases, call) => {
    const folder = temporaryFolder();
    const before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    try {
      for (const phase of phases) {
        const controller = new AbortController();
        const reason = new Error(`stopped while ${phase}`);
        const after: Phase[] = [];
        const onProgress: Following["onProgress"] = (progress) => {
          if (controller.signal.aborted) after.push(progress.phase);
          if (progress.phase === phase && (when === "at once" || progress.done > 0)) controller.abort(reason);
        };
        const stopped = (async () => call({ onProgress, signal: controller.signal }))();
        // A phase that is short may end before anything is done.
        const [outcome] = await Promise.allSettled([stopped]);
        expect("reason" in outcome && outcome.reason).toBe(controller.signal.aborted && reason);
        expect(after).toEqual([]);
      }
    } finally {
      process.env.TMPDIR = before;
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(CALLS)("that is aborted stops %s before it does anything", async (_, _phases, call) => {
    const told: Phase[] = [];
    const stopped = (async () =>
      call({ signal: AbortSignal.abort("no"), onProgress: ({ phase }) => told.push(phase) }))();
    await expect(stopped).rejects.toBe("no");
    expect(told).toEqual([]);
  });

  it("stops waiting for a document that never comes, and a search while it is at work", async () => {
    const controller = new AbortController();
    async function* never() {
      yield* corpus;
      setTimeout(() => controller.abort("enough"));
      await new Promise(() => undefined);
    }
    await expect(trainAsync(never(), { signal: controller.signal })).rejects.toBe("enough");

    const searching = new AbortController();
    const tuning = tuneCorpus(corpus, {
      minutes: 10,
      signal: searching.signal,
      onProgress: ({ phase, done }) =>
        phase === "searching" && done === 0 && setTimeout(() => searching.abort("enough")),
    });
    await expect(tuning).rejects.toBe("enough");
  });
});
