import { chmodSync, chownSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { answerTruly, asking, labellingHere, make, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

const HEAD = '{"format":"thresher labelling","version":1}\n';
const OTHER_PILE = new PileInMemory({ a: "one text about trains", b: "another text about flowers" });

const journalOf = (folder: string) => `${folder}/.thresher-labelling.jsonl`;
const read = (folder: string) => readFileSync(journalOf(folder), "utf8");

/** A folder with the journal of a session. */
async function answered(answers: number) {
  const folder = temporaryFolder();
  const labelling = await asking(undefined, folder);
  await answerTruly(labelling, answers);
  await labelling.close();
  return folder;
}

/** Begins a session, and ends it. */
async function begun(folder: string, pile = new PileInMemory(threeSubjects())) {
  const labelling = labellingHere(pile, folder);
  await labelling.ready.finally(() => labelling.close());
}

describe("the journal", () => {
  it.each<[string, (text: string) => string, RegExp, PileInMemory?]>([
    ["of another pile", (text) => text, / holds answers for a different pile: use that/, OTHER_PILE],
    ["with half a step", () => `${HEAD}{"do":"answer"}\n`, /line 2 is damaged: remove that line, or move the file/],
    ["with zeros", () => `${HEAD}\0\0\0\0\n`, /line 2 is damaged/],
    ["without digests", () => `${HEAD}{"do":"answer","items":[["a"]],"label":"x"}\n`, /line 2 is damaged/],
    ["with a class that no user could have typed", (text) => text.replace(/"\w+"}/, '"../../x"}'), /line 3 is damaged/],
    ["of a newer version", () => HEAD.replace("1", "2"), /is not a journal of thresher label, or of a newer version/],
    ["that is something else", () => "my diary\n", /is not a journal of thresher label/],
  ])("%s is refused, and stays as it is", async (_, change, message, pile) => {
    const folder = await answered(1);
    const text = change(read(folder));
    writeFileSync(journalOf(folder), text);
    await expect(begun(folder, pile)).rejects.toThrow(message);
    expect(read(folder)).toBe(text);
    // The lock is free again.
    rmSync(journalOf(folder));
    await begun(folder);
  });

  it("is where the next session goes on; without the end of its last line, it has lost only that", async () => {
    const folder = await answered(5);
    const again = await asking(undefined, folder);
    expect(again.state()).toMatchObject({ phase: "questions", progress: { labelled: 5 }, notices: [] });
    expect(await make(again, { do: "undo" })).toMatchObject({ progress: { labelled: 4 } });
    await again.close();
    expect(read(folder)).toMatch(/\n{"do":"undo","items":\[\]}\n$/);
    writeFileSync(journalOf(folder), read(folder).slice(0, -5));
    expect((await asking(undefined, folder)).state().progress.labelled).toBe(5);
  });

  it("is refused if other users may have written it", async () => {
    const folder = await answered(1);
    chmodSync(journalOf(folder), 0o666);
    await expect(begun(folder)).rejects.toThrow(/can be written to by other users, .* run chmod go-w on it/);
    if (getuid?.() !== 0) return;
    chmodSync(journalOf(folder), 0o600);
    chownSync(journalOf(folder), 4711, 4711);
    await expect(begun(folder)).rejects.toThrow(/belongs to user 4711, .* let that user run the command/);
  });

  it("belongs to one process at a time", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    const inUse = /^another window labels into this folder: go on in that one, or end it first; .* by process \d+/;
    await expect(begun(folder)).rejects.toThrow(inUse);
    await first.close();
    await begun(folder);
  });

  it("that cannot be written, because the disk is full, refuses the answer and keeps the others", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    await answerTruly(labelling, 2);
    const { question, version } = labelling.state();
    const change = { do: "answer", item: question?.item ?? 0, label: "sea" } as const;
    // The journal is written before the call returns its promise to wait for.
    await labelling.ready;
    const full = { writeSync: refusing("ENOSPC"), fdatasyncSync: refusing("ENOSPC") };
    const answer = withCalls(full, () => labelling.change(change, version));
    await expect(answer).rejects.toThrow(/\.thresher-labelling\.jsonl cannot be written: no space left on the device/);
    expect(labelling.state()).toMatchObject({ progress: { labelled: 2 }, question: { item: question?.item } });
    await make(labelling, change);
    await labelling.close();
    expect((await asking(undefined, folder)).state().progress.labelled).toBe(3);
  });

  it("has only steps that the version before also reads", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    await answerTruly(labelling, 1);
    await make(labelling, { do: "answer-none", item: labelling.state().question?.item ?? -1 });
    await make(labelling, { do: "answer-found", text: "baker", label: "bread" });
    await make(labelling, { do: "rename-class", name: "bread", label: "Loaves" });
    expect(read(folder).startsWith(HEAD)).toBe(true);
    const steps = read(folder).slice(HEAD.length).trim().split("\n");
    const kinds = steps.map((line) => JSON.parse(line)).map((step) => `${step.do} ${step.label !== undefined}`);
    expect(kinds).toEqual(["start-questions false", "answer true", "skip false", "answer true", "answer true"]);
  });
});
