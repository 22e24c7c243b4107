import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { communities } from "../../src/labelling/groups/communities.js";
import { tellingTerms } from "../../src/labelling/groups/telling-terms.js";
import type { LabellingState } from "../../src/labelling/state.js";
import { temporaryFolder } from "../helpers/folder.js";
import { labellingHere, make, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";

/** Starts a session and waits for its groups. */
async function withGroups(folder = temporaryFolder(), texts = threeSubjects(12)) {
  const labelling = labellingHere(new PileInMemory(texts), folder);
  await labelling.ready;
  await expect.poll(() => labelling.state().groups.length).toBeGreaterThan(1);
  return labelling;
}

describe("communities of a graph", () => {
  it("are its dense parts, however many there are, or single nodes if there are no edges", () => {
    const parts = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2];
    const rows = parts.map((a, i) => parts.map((b, j) => (i === j ? 0 : a === b ? 1 : 0.02)));
    expect([...communities(matrixFromRows(rows))]).toEqual(parts);
    expect([...communities(matrixFromRows(Array(2).fill([0, 0])))]).toEqual([0, 1]);
  });
});

describe("the proposed groups", () => {
  it.each([12, 5])("are of one subject each, with terms that tell them apart, of %d documents each", async (each) => {
    const labelling = await withGroups(temporaryFolder(), threeSubjects(each));
    const { groups, phase } = labelling.state();
    expect(phase).toBe("groups");
    for (const { examples, terms } of groups) {
      expect(new Set(examples.map(({ title }) => title.split(" ")[0])).size).toBe(1);
      expect(terms.length).toBeGreaterThan(2);
    }
  });

  it("of Chinese texts are named by words of a dictionary, and not by pairs of letters", async () => {
    const texts = [
      [
        "我昨天买了很多 妹妹最喜欢吃 生日的时候收到 这家小店卖的",
        "巧克力",
        "味道甜得刚好 做成了美味的蛋糕 配牛奶一起喝很棒",
      ],
      ["早上八点等了 下雨天乘坐 司机师傅开着 从车站开来的", "公共汽车", "晚到了二十分钟 一路上堵得厉害 终点站非常遥远"],
    ].flatMap(([befores, word, afters]) =>
      befores.split(" ").flatMap((before) => afters.split(" ").map((after) => before + word + after)),
    );
    const labelling = await withGroups(temporaryFolder(), Object.fromEntries(texts.entries()));
    const terms = labelling.state().groups.flatMap((group) => group.terms);
    expect(terms).toContain("巧克力");
    expect(terms.filter((term) => ["巧克", "克力", "车来"].includes(term))).toEqual([]);
  });

  it("are named and set aside, which can be taken back, also later", async () => {
    const folder = temporaryFolder();
    const first = await withGroups(folder);
    const { groups } = first.state();
    const [a, b] = groups;
    const without = await make(first, { do: "set-aside-group", group: a.id });
    expect(without.groups).toHaveLength(groups.length - 1);
    expect((await make(first, { do: "undo" })).groups).toEqual(groups);
    await make(first, { do: "name-group", group: a.id, label: "Things" });
    const [step] = readFileSync(join(folder, ".thresher-labelling.jsonl"), "utf8").trim().split("\n").slice(-1);
    const ids = JSON.parse(step).items.map(([id]: [string]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const named = await make(first, { do: "set-aside-group", group: b.id });
    expect(named).toMatchObject({ classes: [{ name: "Things", labelled: 0 }], progress: { labelled: 0 } });
    await first.close();
    const second = await withGroups(folder);
    const idsAndNames = (state: LabellingState) => state.groups.map(({ id, name }) => [id, name]);
    expect(idsAndNames(second.state())).toEqual(idsAndNames(named));
    const again = make(second, { do: "name-group", group: b.id, label: "x" });
    await expect(again).rejects.toThrow("there is no group");
  });
});

it("the terms of groups are no words such as the, she, are and many, and none that most of the others have", () => {
  const groups = [
    ["she said the boats are many", "she said the harbour are many", "she said the boats harbour"],
    ["a gambit said und knight", "this knight said gambit", "this gambit said knight und"],
  ];
  const words = [...new Set(groups.flat().flatMap((text) => text.split(" ")))].sort();
  const rows = groups.flat().map((text) => words.map((word) => Number(text.split(" ").includes(word))));
  const x = matrixFromRows(Array.from({ length: 40 }, () => rows).flat());
  const placesOf = (isOf: (row: number) => boolean) =>
    Uint32Array.from({ length: x.rows }, (_, i) => i).filter((i) => isOf(i % 6));
  const [sea, chess] = tellingTerms(x, [placesOf((row) => row < 3), placesOf((row) => row >= 3)], Vocabulary.of(words));
  expect(sea.toSorted()).toEqual(["boats", "harbour"]);
  expect(chess.toSorted()).toEqual(["gambit", "knight", "und"]);
});
