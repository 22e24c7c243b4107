import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openShard } from "../../src/documents/shards/shard.js";
import { evaluateCorpora } from "../../src/evaluation/evaluate.js";
import { type CountedPlan, evaluateShards } from "../../src/evaluation/evaluate-shards.js";
import { shardCurve } from "../../src/evaluation/studies/shard-curve.js";
import { readCorpora } from "../../src/features/corpus/dataset.js";
import type { TrainOptions } from "../../src/model/options.js";
import { partSet } from "../../src/model/parts/merge-parts.js";
import { CONTAINERS } from "../documents/containers.js";
import { counted, planned, VERSION } from "../model/parts/counted.js";

const WORDS = ["cash", "prize", "lunch", "home", "draw", "noon", "friend", "bank"];

/** Messages of three classes, the third of which is rare. */
const MESSAGES = Array.from({ length: 61 }, (_, i) => {
  const label = i % 20 === 7 ? "junk" : i % 2 === 0 ? "ham" : "spam";
  const words = [WORDS[i % 3], WORDS[(i * i) % 7], WORDS[label === "spam" ? 1 : 2], `only${i}`];
  return { label, text: `Subject: ${words[0]}\n\n${words.join(" ")}\n` };
});

function countedPlan(form: string, options: TrainOptions, shards: number, deal = true): CountedPlan {
  const plan = planned(CONTAINERS[form](MESSAGES), options, shards, deal);
  return { plan, parts: partSet(counted(plan), VERSION, plan), root: plan.root };
}

/** As if the documents of the other shards were read. */
function evaluatedFold({ plan, root }: CountedPlan, learned: readonly number[], tested: readonly number[]) {
  const corpora = [learned, tested].map((numbers) =>
    openShard(
      numbers.flatMap((shard) => plan.shards[shard]),
      root,
      false,
    ),
  );
  const { settings } = plan;
  const read = readCorpora(corpora, settings);
  return { evaluation: evaluateCorpora(read, [], settings, { calibrate: "none" }), ids: read[1].ids };
}

const OPTIONS: readonly TrainOptions[] = [
  {},
  { classifier: "bernoulli", minDocuments: 2 },
  { classifier: "complement", maxTerms: 9, selectBy: "information-gain" },
  { dropTop: 2, maxDocumentShare: 0.5 },
  { preset: "mail" },
];

describe("counted shards as folds", () => {
  it.each(OPTIONS.map((options) => [JSON.stringify(options), options] as const))(
    "give the predictions of models that read the other shards: %s",
    (_, options) => {
      const shards = 5;
      const plan = countedPlan("a folder per class", options, shards);
      for (const folds of [5, 2]) {
        const { evaluation, ids } = evaluateShards(plan, folds);
        expect(ids.length).toBe(MESSAGES.length);
        const numbers = [0, 1, 2, 3, 4];
        const told = numbers.slice(0, folds).flatMap((fold) => {
          const own = evaluatedFold(
            plan,
            numbers.filter((shard) => shard % folds !== fold),
            numbers.filter((shard) => shard % folds === fold),
          );
          const { labels, predictions } = own.evaluation;
          return predictions.map(({ row, predicted, probability }) => [own.ids[row], labels[predicted], probability]);
        });
        const { labels, predictions } = evaluation;
        expect(
          predictions.map(({ row, predicted, probability }) => [ids[row], labels[predicted], probability]),
        ).toEqual(told);
        expect(evaluation.runs.length).toBe(folds);
      }
    },
  );

  it("give a learning curve whose points are such models", () => {
    for (const options of OPTIONS.slice(1, 3)) {
      const plan = countedPlan("comma-separated values", options, 6);
      const { curves, withheld, repeats } = shardCurve(plan, { repeats: 3 });
      expect({ withheld, repeats }).toEqual({ withheld: 2, repeats: 3 });
      const [{ points }] = curves.curves;
      for (const [size, learned] of [[2], [2, 3], [2, 3, 4], [2, 3, 4, 5]].entries()) {
        const { evaluation } = evaluatedFold(plan, learned, [0, 1]);
        const { documents, vocabulary, accuracies } = points[size];
        expect([documents, vocabulary]).toEqual([evaluation.documents.train, evaluation.vocabulary]);
        expect(accuracies[0]).toBe(evaluation.accuracy);
      }
      const { evaluation } = evaluatedFold(plan, [0, 1, 4, 5], [2, 3]);
      expect(points[3].accuracies[1]).toBe(evaluation.accuracy);
    }
  });

  it("are refused where they would measure nothing", () => {
    expect(() => evaluateShards(countedPlan("a folder per class", {}, 4, false), 2)).toThrow("with --deal");
    expect(() => evaluateShards(countedPlan("a folder per class", {}, 1), 2)).toThrow("this plan has one shard");
    const plan = countedPlan("a folder per class", {}, 3);
    expect(() => evaluateShards(plan, 4)).toThrow("4 folds are more than the 3 shards of the plan");
    expect(() => shardCurve(plan, { withheld: 3 })).toThrow("3 withheld shards leave none of 3 to learn from");
    expect(() => shardCurve(plan, { repeats: 4 })).toThrow("4 repeats are more than the 3 shards");
  });

  it("are refused if the corpus has changed since it was counted", () => {
    const changed = countedPlan("a folder per class", {}, 3);
    const [{ plan, root }] = [changed];
    const [piece] = plan.shards[1];
    const file = join(root, piece.kind === "files" ? piece.ids[0] : "");
    writeFileSync(file, "more bytes than there were before, by far, as it seems to everybody");
    expect(() => evaluateShards(changed, 3)).toThrow("the corpus has changed since it was planned: ");
    rmSync(file);
    expect(() => shardCurve(changed)).toThrow("is missing");
  });
});
