import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, asking, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";

describe("a labelling session", () => {
  it("says how accurate it is from ten random answers on", async () => {
    const labelling = await asking(new PileInMemory(threeSubjects(16)));
    await answerTruly(labelling, 9);
    await expect.poll(() => labelling.state().progress.sure).toBeDefined();
    expect(labelling.state().progress.expectedAccuracy).toBeUndefined();
    await answerTruly(labelling);
    await expect.poll(() => labelling.state().progress.expectedAccuracy?.answers).toBeGreaterThanOrEqual(10);
  });

  it("goes on where it stopped, and takes back answers of before", async () => {
    const folder = temporaryFolder();
    const pile = new PileInMemory(threeSubjects(4));
    const first = await asking(pile, folder);
    await answerTruly(first, 5);
    await first.close();
    const second = await asking(pile, folder);
    expect(second.state()).toMatchObject({ phase: "questions", progress: { labelled: 5 }, notices: [] });
    const state = await second.change({ do: "undo" }, second.state().version);
    expect(state.progress.labelled).toBe(4);
    await second.close();
    expect(readFileSync(`${folder}/.thresher-labelling.jsonl`, "utf8").split("\n").at(-2)).toBe(
      '{"do":"undo","items":[]}',
    );
  });
});
