import { describe, expect, it } from "vitest";
import { runEngine } from "../../../src/labelling/engine/engine.js";
import type { EngineAnswers, StartEngine } from "../../../src/labelling/engine/forecast.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { temporaryFolder } from "../../helpers/folder.js";
import {
  answer,
  asking,
  classesOf,
  labellingHere,
  make,
  PileInMemory,
  threeSubjects,
} from "../../helpers/labelling-here.js";

describe("a search", () => {
  it("finds documents with all words, and labels those without an answer in one step", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    const item = await answer(labelling, "mine");
    const { title = "" } = labelling.find("")?.answers.at(0) ?? {};
    const [subject] = title.split(" ");
    const all = labelling.find(`Letter, ${subject.toUpperCase()}!`);
    expect(all).toMatchObject({ found: 6, open: 5, answers: [{ item, label: "mine" }] });
    expect(all?.samples.map((line) => line.title.split(" ")[0])).toEqual(Array(5).fill(subject));
    await make(labelling, { do: "answer-found", text: subject, label: "theirs" });
    expect(classesOf(labelling)).toEqual(["mine 1", "theirs 5"]);
    const none = make(labelling, { do: "answer-found", text: subject, label: "x" });
    await expect(none).rejects.toThrow("no document without an answer has these words");
    await labelling.close();
    const again = await asking(undefined, folder);
    expect(classesOf(again)).toEqual(["mine 1", "theirs 5"]);
    await make(again, { do: "undo" });
    expect(classesOf(again)).toEqual(["mine 1"]);
  });

  it("finds nothing for words that no document has together, and for no words", async () => {
    const labelling = await asking();
    for (const text of ["letters", "sea chess", "?!", "sea unheardof"]) {
      expect(labelling.find(text), text).toEqual({ found: 0, open: 0, samples: [], answers: [] });
    }
  });

  it("finds words of the subject and the sender of mail", async () => {
    const mail = (from: string, subject: string, text: string) => `From: ${from}\nSubject: ${subject}\n\n${text}\n`;
    const pile = new PileInMemory({
      a: mail("Ann <ann@example.org>", "Zeppelin", "An airship over the lake, seen at noon by many people."),
      b: mail("Ben <ben@example.org>", "Lunch", "Is there a table for four at the usual place tomorrow?"),
    });
    const settings = settingsFrom({ as: "mail", tokens: "inner", tokenLength: [1, 256], fields: ["from", "subject"] });
    const labelling = labellingHere(pile, temporaryFolder(), [], { settings });
    await labelling.ready;
    const found = (text: string) =>
      labelling
        .find(text)
        ?.samples.map(({ title }) => title)
        .join();
    const words = ["zeppelin", "ben", "ann airship", "ann lunch"];
    expect(words.map(found)).toEqual(["Zeppelin", "Lunch", "Zeppelin", ""]);
  });

  it("keeps its answers when all that looks the same as the question is filed", async () => {
    const note = (i: number) =>
      `${"boats in the harbour sail at dawn ".repeat(3)} ${i % 2 ? "even" : "odd"} x${i} y${i} z${i}`;
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`note-${i}`, note(i)]));
    const labelling = await asking(new PileInMemory({ ...notes, ...threeSubjects(3) }));
    await answer(labelling, "a");
    await answer(labelling, "b");
    await expect.poll(() => labelling.state().progress.sure).toBeDefined();
    const skip = () => make(labelling, { do: "skip", item: labelling.state().question?.item ?? -1 });
    while (labelling.state().question?.alike === undefined) await skip();
    const { item = -1, text = "" } = labelling.state().question ?? {};
    const other = text.includes("odd") ? "even" : "odd";
    const { open } = labelling.find(other) ?? {};
    await make(labelling, { do: "answer-found", text: other, label: "found" });
    await make(labelling, { do: "answer-alike", item, label: "alike" });
    expect(classesOf(labelling)).toContain(`found ${open}`);
  });

  it("leaves the estimate of accuracy alone: its documents are no random answers", async () => {
    const told: EngineAnswers[] = [];
    const startEngine: StartEngine = (task, onNews) => {
      const engine = runEngine(task, onNews);
      return { ...engine, tell: (answers) => engine.tell(told[told.push(answers) - 1]) };
    };
    const labelling = await asking(undefined, undefined, { startEngine });
    const { open = 0 } = labelling.find("sea") ?? {};
    await make(labelling, { do: "answer-found", text: "sea", label: "sea" });
    expect(open).toBe(6);
    expect(told.at(-1)).toMatchObject({ labels: { length: open }, given: { length: open - 1 } });
  });
});
