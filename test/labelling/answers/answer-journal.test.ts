import fs, { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { withCalls } from "../../helpers/faults-here.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { answerTruly, asking, labellingHere, make, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

const journalOf = (folder: string) => `${folder}/.thresher-labelling.jsonl`;

describe("the journal", () => {
  it("of another pile is refused, and stays as it is", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    await answerTruly(first, 2);
    await first.close();
    const before = readFileSync(journalOf(folder), "utf8");
    const second = labellingHere(
      new PileInMemory({ a: "one text about trains", b: "another text about flowers" }),
      folder,
    );
    await expect(second.ready).rejects.toThrow(/ holds answers for a different pile: use that/);
    await second.close();
    expect(readFileSync(journalOf(folder), "utf8")).toBe(before);
  });

  it.each([
    [
      '{"format":"thresher labelling","version":1}\n{"do":"answer"}\n',
      /line 2 is damaged: remove that line, or move the file/,
    ],
    ['{"format":"thresher labelling","version":1}\n\0\0\0\0\n', /line 2 is damaged/],
    ['{"format":"thresher labelling","version":1}\n{"do":"answer","items":[["a"]],"label":"x"}\n', /line 2 is damaged/],
    ['{"format":"thresher labelling","version":2}\n', /is not a journal of thresher label, or of a newer version/],
    ["my diary\n", /is not a journal of thresher label/],
  ])("is refused if it is damaged: %j", async (text, message) => {
    const folder = temporaryFolder();
    writeFileSync(journalOf(folder), text, { mode: 0o600 });
    expect(() => labellingHere(new PileInMemory(threeSubjects()), folder)).toThrow(message);
    expect(readFileSync(journalOf(folder), "utf8")).toBe(text);
    // The lock is free again.
    fs.rmSync(journalOf(folder));
    await (await asking(undefined, folder)).close();
  });

  it("is refused if a class in it has a name that no user could have typed", async () => {
    const folder = temporaryFolder();
    const pile = new PileInMemory(threeSubjects());
    const first = await asking(pile, folder);
    await answerTruly(first, 1);
    await first.close();
    const text = readFileSync(journalOf(folder), "utf8").replace(/"label":"\w+"/, '"label":"../../x"');
    writeFileSync(journalOf(folder), text);
    const second = labellingHere(pile, folder);
    await expect(second.ready).rejects.toThrow(/line 3 is damaged: remove that line/);
    await second.close();
    expect(readFileSync(journalOf(folder), "utf8")).toBe(text);
  });

  it("without the end of its last line has lost only that", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    await answerTruly(first, 3);
    await first.close();
    const text = readFileSync(journalOf(folder), "utf8");
    writeFileSync(journalOf(folder), text.slice(0, -5));
    const second = await asking(undefined, folder);
    expect(second.state().progress.labelled).toBe(2);
  });

  it("is refused if other users may have written it", () => {
    const folder = temporaryFolder();
    writeFileSync(journalOf(folder), '{"format":"thresher labelling","version":1}\n');
    chmodSync(journalOf(folder), 0o666);
    const start = () => labellingHere(new PileInMemory(threeSubjects()), folder);
    expect(start).toThrow(/can be written to by other users, .* run chmod go-w on it/);
    if (getuid?.() !== 0) return;
    chmodSync(journalOf(folder), 0o600);
    chownSync(journalOf(folder), 4711, 4711);
    expect(start).toThrow(/belongs to user 4711, .* let that user run the command/);
  });

  it("belongs to one process at a time", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    expect(() => labellingHere(new PileInMemory(threeSubjects()), folder)).toThrow(
      /^another window labels into this folder: go on in that one, or end it first; .* still locked by process \d+/,
    );
    await first.close();
    await (await asking(undefined, folder)).close();
  });

  it("that cannot be written, because the disk is full, refuses the answer and keeps the others", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    await answerTruly(labelling, 2);
    const { question, version } = labelling.state();
    const full = () => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    const change = { do: "answer", item: question?.item ?? 0, label: "sea" } as const;
    // The journal is written before the call returns its promise to wait for.
    await labelling.ready;
    const answer = withCalls({ writeSync: full, fdatasyncSync: full }, () => labelling.change(change, version));
    await expect(answer).rejects.toThrow(/\.thresher-labelling\.jsonl cannot be written: no space left on the device/);
    expect(labelling.state()).toMatchObject({ progress: { labelled: 2 }, question: { item: question?.item } });
    await labelling.change(change, labelling.state().version);
    await labelling.close();
    const again = await asking(undefined, folder);
    expect(again.state().progress.labelled).toBe(3);
  });

  it("has only steps that the version before also reads", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    await answerTruly(labelling, 3);
    await make(labelling, { do: "answer-none", item: labelling.state().question?.item ?? -1 });
    await make(labelling, { do: "answer-found", text: "baker", label: "bread" });
    await make(labelling, { do: "rename-class", name: "bread", label: "Loaves" });
    await labelling.close();
    const [head, ...lines] = readFileSync(journalOf(folder), "utf8").trim().split("\n");
    expect(JSON.parse(head)).toEqual({ format: "thresher labelling", version: 1 });
    const steps = lines.map((line) => JSON.parse(line));
    expect(steps.map((step) => [step.do, step.label !== undefined])).toEqual([
      ["start-questions", false],
      ["answer", true],
      ["answer", true],
      ["answer", true],
      ["skip", false],
      ["answer", true],
      ["answer", true],
    ]);
  });
});
