import fs, { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import { withCalls } from "../helpers/faults-here.js";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, labellingHere, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";

const journalOf = (folder: string) => `${folder}/.thresher-labelling.jsonl`;

/** Starts a session in the phase of questions. */
async function asking(pile = new PileInMemory(threeSubjects(4)), folder = temporaryFolder(), ends: SessionEnd[] = []) {
  const labelling = labellingHere(pile, folder, ends);
  await labelling.ready;
  if (labelling.state().phase !== "questions") {
    await labelling.change({ do: "start-questions" }, labelling.state().version);
  }
  return labelling;
}

describe("a pile in which there is nothing to label", () => {
  const TEXT = "The harbour was full of boats that morning, and nobody minded the rain.";
  it.each([
    [{}, "there is no document to label that is text and can be read"],
    [{ a: TEXT }, "there is only one document: there is nothing to tell apart"],
    [
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i), i % 2 === 0 ? TEXT : `${TEXT}\n`])),
      "all documents are copies of one, or messages of one thread: there is nothing to tell apart",
    ],
    [{ a: "\0\0\x01", b: "\0\x02" }, "there is no document to label that is text and can be read"],
  ])("is refused in one line", async (texts, message) => {
    const labelling = labellingHere(new PileInMemory(texts), temporaryFolder());
    await expect(labelling.ready).rejects.toThrow(message);
    await labelling.close();
  });

  it("leaves out binary files among texts, and says so", async () => {
    const labelling = await asking(new PileInMemory({ ...threeSubjects(2), picture: "\0\0" }));
    expect(labelling.state()).toMatchObject({ progress: { documents: 6 }, notices: ["1 document left out: not text"] });
    await labelling.close();
  });
});

describe("a folder that disappears while one labels", () => {
  it("is passed over, and its answers are kept", async () => {
    const pile = new PileInMemory(threeSubjects(4));
    const labelling = await asking(pile);
    await answerTruly(labelling, 3);
    for (const id of pile.texts.keys()) if (id.startsWith("sea")) pile.texts.delete(id);
    // The question on the screen may be one of them.
    const state = await answerTruly(labelling);
    expect(state.question).toBeUndefined();
    expect(state.progress.labelled).toBeGreaterThanOrEqual(8);
    await labelling.close();
  });

  it("is not asked about any more if all of it is gone", async () => {
    const pile = new PileInMemory(threeSubjects(2));
    const labelling = await asking(pile);
    const { question, version } = labelling.state();
    pile.texts.clear();
    const state = await labelling.change({ do: "answer", item: question?.item ?? 0, label: "sea" }, version);
    expect(state).toMatchObject({ phase: "questions", question: undefined, progress: { labelled: 1 } });
    await labelling.close();
  });

  it("asks again about a document that was changed", async () => {
    const pile = new PileInMemory(threeSubjects(4));
    const folder = temporaryFolder();
    const first = await asking(pile, folder);
    const { name = "" } = first.state().question ?? {};
    await answerTruly(first, 4);
    await first.close();
    pile.texts.set(name, { text: "something else altogether, with words of its own" });
    const second = await asking(pile, folder);
    expect(second.state()).toMatchObject({
      progress: { labelled: 3 },
      notices: ["1 answer left out: their documents are gone or changed"],
    });
    await second.close();
  });
});

describe("the name of a class", () => {
  it.each(["", "  ", "a/b", ".hidden", "a\nb", "a\u202eb", "x".repeat(300), "\ud800"])(
    "is refused if no file system takes it: %j",
    async (label) => {
      const labelling = await asking();
      const { question, version } = labelling.state();
      const change = { do: "answer", item: question?.item ?? 0, label } as const;
      await expect(labelling.change(change, version)).rejects.toThrow(
        label.trim() === "" ? "a folder needs a name" : /^".*" cannot be the name of a folder: give a short/,
      );
      expect(labelling.state()).toMatchObject({ progress: { labelled: 0 }, question: { item: question?.item } });
      await labelling.close();
    },
  );

  it("is the same in other case or with other accents", async () => {
    const labelling = await asking();
    for (const label of ["Caf\u00e9 Sea", "cafe\u0301 sea", " CAF\u00c9 SEA "]) {
      const { question, version } = labelling.state();
      await labelling.change({ do: "answer", item: question?.item ?? 0, label }, version);
    }
    expect(labelling.state().classes).toEqual([{ name: "Caf\u00e9 Sea", key: "c", labelled: 3 }]);
    await labelling.close();
  });

  it("is that of the first of two folders that differ only in case", async () => {
    const folders = {
      "out/Sea/1": ["Sea", "boats and harbours and sails"],
      "out/sea/2": ["sea", "masts and wind"],
    } as const;
    const pile = new PileInMemory(threeSubjects(2), folders as never);
    const labelling = await asking(pile);
    expect(labelling.state()).toMatchObject({
      classes: [{ name: "Sea", labelled: 2 }],
      notices: ["folders whose names differ only in case are one class: documents are filed into the first"],
    });
    await labelling.close();
  });
});

describe("answers that are all the same class", () => {
  it("are filed, and nothing is sure", async () => {
    const ends: SessionEnd[] = [];
    const labelling = await asking(new PileInMemory(threeSubjects(8)), temporaryFolder(), ends);
    for (let n = 0; n < 9; n++) {
      const { question, version } = labelling.state();
      await labelling.change({ do: "answer", item: question?.item ?? 0, label: "all" }, version);
    }
    await expect.poll(() => labelling.state().progress.sure).toBe(0);
    await labelling.change({ do: "finish", how: "copy", sureToo: true }, labelling.state().version);
    expect(ends[0].decided).toHaveLength(9);
    await labelling.close();
  });
});

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
    await second.close();
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
    await again.close();
  });
});

describe("two windows", () => {
  it("do not answer the same question twice", async () => {
    const labelling = await asking();
    const { question, version } = labelling.state();
    const change = { do: "answer", item: question?.item ?? 0, label: "sea" } as const;
    await labelling.change(change, version);
    await expect(labelling.change({ ...change, label: "bread" }, version)).rejects.toThrow("another window changed");
    await expect(labelling.change({ do: "undo" }, version)).rejects.toThrow("another window changed");
    expect(labelling.state().classes).toMatchObject([{ name: "sea", labelled: 1 }]);
    await labelling.close();
  });
});
