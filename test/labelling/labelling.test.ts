import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, asking, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";

describe("a labelling session", () => {
  it("asks about each document, and ends with their classes", async () => {
    const ends: SessionEnd[] = [];
    const labelling = await asking(new PileInMemory(threeSubjects(4)), undefined, { ends });
    let state = labelling.state();
    expect(state).toMatchObject({ phase: "questions", progress: { labelled: 0, documents: 12 } });
    state = await answerTruly(labelling);
    expect(state.question).toBeUndefined();
    expect(state.classes.map(({ name, labelled }) => [name, labelled]).sort()).toEqual([
      ["bread", 4],
      ["chess", 4],
      ["sea", 4],
    ]);
    state = await labelling.change({ do: "finish", how: "copy", sureToo: false }, state.version);
    expect(state).toMatchObject({ phase: "done", result: { filed: 12 } });
    expect(ends[0].decided.every(({ id, label }) => id.startsWith(label))).toBe(true);
  });

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
