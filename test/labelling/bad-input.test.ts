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
  const COPIES = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}`, i % 2 === 0 ? TEXT : `${TEXT}\n`]));
  it.each([
    [{}, "there is no document to label that is text and can be read"],
    [{ a: TEXT }, "there is only one document: there is nothing to tell apart"],
    [COPIES, "all documents are copies of one, or messages of one thread: there is nothing to tell apart"],
    [{ a: "\0\0\x01", b: "\0\x02" }, "there is no document to label that is text and can be read"],
  ])("is refused in one line", async (texts, message) => {
    await expect(labellingHere(new PileInMemory(texts), temporaryFolder()).ready).rejects.toThrow(message);
  });

  it("leaves out binary files among texts, and says so", async () => {
    const labelling = await asking(new PileInMemory({ ...threeSubjects(2), picture: "\0\0" }));
    expect(labelling.state()).toMatchObject({ progress: { documents: 6 }, notices: ["1 document left out: not text"] });
  });
});

describe("documents that disappear or change while one labels", () => {
  it("are passed over, and their answers are kept", async () => {
    const pile = new PileInMemory(threeSubjects(4));
    const labelling = await asking(pile);
    await answerTruly(labelling, 3);
    for (const id of pile.texts.keys()) if (id.startsWith("sea")) pile.texts.delete(id);
    // The question on the screen may be one of them.
    const { question, progress } = await answerTruly(labelling);
    expect(question).toBeUndefined();
    expect(progress.labelled).toBeGreaterThanOrEqual(8);
  });

  it("are not asked about any more if all are gone", async () => {
    const pile = new PileInMemory(threeSubjects(2));
    const labelling = await asking(pile);
    pile.texts.clear();
    await answer(labelling, "sea");
    expect(labelling.state()).toMatchObject({ phase: "questions", question: undefined, progress: { labelled: 1 } });
  });

  it("are asked about again if they were changed", async () => {
    const pile = new PileInMemory(threeSubjects(4));
    const folder = temporaryFolder();
    const first = await asking(pile, folder);
    const { name = "" } = first.state().question ?? {};
    await answerTruly(first, 4);
    await first.close();
    pile.texts.set(name, { text: "something else altogether, with words of its own" });
    const notices = ["1 answer left out: their documents are gone or changed"];
    expect((await asking(pile, folder)).state()).toMatchObject({ progress: { labelled: 3 }, notices });
  });
});

describe("the name of a class", () => {
  it("is refused if no file system takes it", async () => {
    const labelling = await asking();
    const { question } = labelling.state();
    for (const label of ["", "  ", "a/b", ".hidden", "a\nb", "a\u202eb", "x".repeat(300), "\ud800"]) {
      const why = label.trim() === "" ? "a folder needs a name" : /^".*" cannot be the name of a folder: give a short/;
      await expect(answer(labelling, label)).rejects.toThrow(why);
      expect(labelling.state()).toMatchObject({ progress: { labelled: 0 }, question: { item: question?.item } });
    }
  });

  it("is the same in other case or with other accents", async () => {
    const labelling = await asking();
    for (const label of ["Caf\u00e9 Sea", "cafe\u0301 sea", " CAF\u00c9 SEA "]) await answer(labelling, label);
    expect(labelling.state().classes).toEqual([{ name: "Caf\u00e9 Sea", key: "c", labelled: 3 }]);
  });

  it("is that of the first of two folders that differ only in case", async () => {
    const [a, b] = ["boats and harbours and sails", "masts and wind"];
    const labelling = await asking(
      new PileInMemory(threeSubjects(2), { "out/Sea/1": ["Sea", a], "out/sea/2": ["sea", b] }),
    );
    const notices = ["folders whose names differ only in case are one class: documents are filed into the first"];
    expect(labelling.state()).toMatchObject({ classes: [{ name: "Sea", labelled: 2 }], notices });
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
  const { version } = labelling.state();
  const item = await answer(labelling, "sea");
  for (const change of [{ do: "answer", item, label: "bread" }, { do: "undo" }] as const) {
    await expect(labelling.change(change, version)).rejects.toThrow("another window changed");
  }
  expect(labelling.state().classes).toMatchObject([{ name: "sea", labelled: 1 }]);
});
