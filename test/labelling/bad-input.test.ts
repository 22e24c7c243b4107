import { describe, expect, it } from "vitest";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import { temporaryFolder } from "../helpers/folder.js";
import {
  answer,
  answerTruly,
  asking,
  labellingHere,
  make,
  PileInMemory,
  threeSubjects,
} from "../helpers/labelling-here.js";

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
  });

  it("leaves out binary files among texts, and says so", async () => {
    const labelling = await asking(new PileInMemory({ ...threeSubjects(2), picture: "\0\0" }));
    expect(labelling.state()).toMatchObject({ progress: { documents: 6 }, notices: ["1 document left out: not text"] });
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
  });

  it("is not asked about any more if all of it is gone", async () => {
    const pile = new PileInMemory(threeSubjects(2));
    const labelling = await asking(pile);
    const { question, version } = labelling.state();
    pile.texts.clear();
    const state = await labelling.change({ do: "answer", item: question?.item ?? 0, label: "sea" }, version);
    expect(state).toMatchObject({ phase: "questions", question: undefined, progress: { labelled: 1 } });
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
  });
});

describe("the name of a class", () => {
  it.each(["", "  ", "a/b", ".hidden", "a\nb", "a\u202eb", "x".repeat(300), "\ud800"])(
    "is refused if no file system takes it: %j",
    async (label) => {
      const labelling = await asking();
      const { question } = labelling.state();
      await expect(answer(labelling, label)).rejects.toThrow(
        label.trim() === "" ? "a folder needs a name" : /^".*" cannot be the name of a folder: give a short/,
      );
      expect(labelling.state()).toMatchObject({ progress: { labelled: 0 }, question: { item: question?.item } });
    },
  );

  it("is the same in other case or with other accents", async () => {
    const labelling = await asking();
    for (const label of ["Caf\u00e9 Sea", "cafe\u0301 sea", " CAF\u00c9 SEA "]) {
      await answer(labelling, label);
    }
    expect(labelling.state().classes).toEqual([{ name: "Caf\u00e9 Sea", key: "c", labelled: 3 }]);
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
  });
});

it("answers that are all the same class are filed, and nothing is sure", async () => {
  const ends: SessionEnd[] = [];
  const labelling = await asking(new PileInMemory(threeSubjects(8)), undefined, { ends });
  for (let n = 0; n < 9; n++) await answer(labelling, "all");
  await expect.poll(() => labelling.state().progress.sure).toBe(0);
  await make(labelling, { do: "finish", how: "copy", sureToo: true });
  expect(ends[0].decided).toHaveLength(9);
});

it("two windows do not answer the same question twice", async () => {
  const labelling = await asking();
  const { question, version } = labelling.state();
  const change = { do: "answer", item: question?.item ?? 0, label: "sea" } as const;
  await labelling.change(change, version);
  await expect(labelling.change({ ...change, label: "bread" }, version)).rejects.toThrow("another window changed");
  await expect(labelling.change({ do: "undo" }, version)).rejects.toThrow("another window changed");
  expect(labelling.state().classes).toMatchObject([{ name: "sea", labelled: 1 }]);
});
