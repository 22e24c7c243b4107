import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { evaluateByProtocol } from "../../../src/evaluation/corpora/evaluate-corpora.js";
import { withFewLabelDefaults } from "../../../src/model/presets.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { folderWith } from "../../helpers/folder.js";
import { topicFolders, topicText } from "../../helpers/topics.js";

const SETTINGS = settingsFrom(withFewLabelDefaults({}));
const PILE = Array.from({ length: 100 }, (_, i) => topicText(i % 2, 200 + i));

describe("evaluateByProtocol with documents without labels", () => {
  const corpus = openCorpus(folderWith(topicFolders(0, 8)));

  it("tests the labelled documents on models that learn from the pile, too", () => {
    const protocol = { kind: "folds", folds: 4, repeats: 1, seed: 1 } as const;
    const { evaluation, tested } = evaluateByProtocol([corpus], SETTINGS, protocol, { unlabelled: PILE });
    expect(tested.ids).toHaveLength(16);
    expect(evaluation.predictions).toHaveLength(16);
    expect(evaluation.documents).toEqual({ train: 112, test: 4 });
    const { evaluation: alone } = evaluateByProtocol([corpus], SETTINGS, protocol);
    expect(evaluation.accuracy).toBeGreaterThanOrEqual(alone.accuracy);
    expect(evaluation.accuracy).toBeGreaterThan(0.9);
  });

  it("tests on another corpus, and leaves copies of the labelled documents out of the pile", () => {
    const test = openCorpus(folderWith(topicFolders(500, 520)));
    const pile = [...PILE, topicText(0, 3)];
    const protocol = { kind: "test", test: test.root } as const;
    const { evaluation } = evaluateByProtocol([corpus, test], SETTINGS, protocol, { unlabelled: pile });
    expect(evaluation.documents).toEqual({ train: 116, test: 40 });
    expect(evaluation.accuracy).toBeGreaterThan(0.9);
  });

  it("refuses protocols that it cannot split by", () => {
    const refused = () => evaluateByProtocol([corpus], SETTINGS, { kind: "leave-one-out" }, { unlabelled: PILE });
    expect(refused).toThrow("unlabelled documents need a test corpus, a hold-out or folds without groups");
  });
});
