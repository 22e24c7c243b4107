import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import type { EngineAnswers, EngineNews, Forecast } from "../../src/labelling/engine/forecast.js";
import { runEngine } from "../../src/labelling/engine/run-engine.js";
import type { StartEngine } from "../../src/labelling/engine/start-engine.js";
import type { Labelling } from "../../src/labelling/labelling.js";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import type { Change, LabellingState } from "../../src/labelling/state.js";
import { settingsFrom } from "../../src/model/settings.js";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, labellingHere, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";

/** Starts a session in the phase of questions. */
async function asking(
  folder = temporaryFolder(),
  texts: Readonly<Record<string, string>> = threeSubjects(6),
  { ends = [], startEngine = runEngine }: { ends?: SessionEnd[]; startEngine?: StartEngine } = {},
): Promise<Labelling> {
  const labelling = labellingHere(new PileInMemory(texts), folder, ends, { startEngine });
  await labelling.ready;
  if (labelling.state().phase === "groups") await make(labelling, { do: "start-questions" });
  return labelling;
}

function make(labelling: Labelling, change: Change): Promise<LabellingState> {
  return labelling.change(change, labelling.state().version);
}

/** Answers the question, and returns its item. */
async function answer(labelling: Labelling, label: string): Promise<number> {
  const { item = -1 } = labelling.state().question ?? {};
  await make(labelling, { do: "answer", item, label });
  return item;
}

const classes = (labelling: Labelling) =>
  labelling
    .state()
    .classes.map(({ name, labelled }) => `${name} ${labelled}`)
    .sort();
const found = (labelling: Labelling, text = "") =>
  labelling.find(text)?.answers.map(({ title, label }) => `${title.split(" ")[0]}: ${label}`);

describe("the question on the screen", () => {
  it("waits for the first forecast after a restart, and then stays as it is when others come", async () => {
    const folder = temporaryFolder();
    const first = await asking(folder);
    expect(first.state().isForecasting).toBe(false);
    await answerTruly(first, 8);
    await first.close();
    const forecasts: Forecast[] = [];
    let tell: (news: EngineNews) => void = () => undefined;
    const startEngine: StartEngine = (task, onNews) => {
      tell = onNews;
      return runEngine(task, (news) => {
        if ("forecast" in news) forecasts.push(news.forecast);
        onNews(news);
      });
    };
    const second = await asking(folder, threeSubjects(6), { startEngine });
    expect(second.state().isForecasting).toBe(true);
    await expect.poll(() => second.state().isForecasting).toBe(false);
    const { question } = second.state();
    expect(question?.proposals.length).toBeGreaterThan(1);
    const [latest] = forecasts.slice(-1);
    const turned = latest.questions.map((plan) => ({ ...plan, proposals: plan.proposals.toReversed() }));
    tell({ forecast: { ...latest, questions: turned } });
    expect(second.state().question).toEqual(question);
    const [{ name = "" }] = second.state().classes;
    await make(second, { do: "rename-class", name, label: "renamed" });
    expect(second.state().isForecasting).toBe(true);
    await expect.poll(() => second.state().isForecasting).toBe(false);
    expect(second.state().question).toMatchObject({ item: question?.item });
    expect(second.state().question?.proposals).not.toEqual([]);
    await make(second, { do: "rename-class", name: "renamed", label: name });
    tell({ error: "the forecast has stopped" });
    expect(second.state().isForecasting).toBe(false);
    await second.close();
  });
});

describe("a new name that is like that of a class", () => {
  it("has to be given twice", async () => {
    const labelling = await asking();
    await answer(labelling, "Invoices");
    for (const typed of ["Invoises", "invoice s"]) {
      await expect(answer(labelling, typed)).rejects.toThrow(
        `"${typed}" is like the folder "Invoices": give the same name again to make a new folder`,
      );
    }
    await expect(answer(labelling, "Invoises")).rejects.toThrow("is like");
    await answer(labelling, "Invoises");
    await answer(labelling, "Receipts");
    expect(classes(labelling)).toEqual(["Invoices 1", "Invoises 1", "Receipts 1"]);
    await labelling.close();
  });
});

describe("answers", () => {
  it("are listed, the latest first, and each can be changed and taken back", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(folder);
    const items: number[] = [];
    for (const label of ["a", "b", "c", "a"]) items.push(await answer(labelling, label));
    expect(found(labelling)?.map((line) => line.split(": ")[1])).toEqual(["a", "c", "b", "a"]);
    const { question } = labelling.state();
    const asked = await make(labelling, { do: "ask", item: items[1] });
    expect(asked.question).toMatchObject({ item: items[1], answer: "b", isRandom: false });
    await answer(labelling, "c");
    expect(labelling.state().question).toMatchObject({ item: question?.item });
    expect(classes(labelling)).toEqual(["a 2", "b 0", "c 2"]);
    await make(labelling, { do: "undo" });
    expect(labelling.state().question).toMatchObject({ item: items[1], answer: "b" });
    expect(classes(labelling)).toEqual(["a 2", "b 1", "c 1"]);
    await labelling.close();
  });

  it("of none of these are neither filed nor learned from, nor asked about again", async () => {
    const folder = temporaryFolder();
    const ends: SessionEnd[] = [];
    const first = await asking(folder);
    const { item = -1, name } = first.state().question ?? {};
    const state = await make(first, { do: "answer-none", item });
    expect(state.progress.labelled).toBe(0);
    expect(found(first)?.map((line) => line.split(": ")[1])).toEqual([""]);
    await first.close();
    const second = await asking(folder, threeSubjects(6), { ends });
    await answerTruly(second);
    await expect.poll(() => second.state().progress.sure).toBeDefined();
    await make(second, { do: "finish", how: "copy", sureToo: true });
    expect(ends[0].decided).toHaveLength(17);
    expect([...ends[0].decided, ...ends[0].open].map(({ id }) => id)).not.toContain(name);
    await second.close();
  });

  it("of none of these count as wrong forecasts when they are random", async () => {
    const all = await asking(temporaryFolder(), threeSubjects(16));
    await answerTruly(all, 24);
    const some = await asking(temporaryFolder(), threeSubjects(16));
    for (let n = 0; n < 24; n++) {
      const { item = -1, name = "" } = some.state().question ?? {};
      const [subject] = name.split("-");
      await make(some, subject === "sea" ? { do: "answer-none", item } : { do: "answer", item, label: subject });
    }
    const accuracy = ({ progress }: LabellingState) => progress.expectedAccuracy?.value ?? Number.NaN;
    await expect.poll(() => accuracy(all.state())).toBeGreaterThan(0.9);
    await expect.poll(() => accuracy(some.state())).toBeLessThan(0.85);
    await all.close();
    await some.close();
  });

  it("keep the class of the folder into which the user has moved their document since", async () => {
    const folder = temporaryFolder();
    const texts = threeSubjects(6);
    const first = await asking(folder, texts);
    const { name = "" } = first.state().question ?? {};
    await answer(first, "wrong");
    await first.close();
    const { [name]: moved, ...left } = texts;
    const second = labellingHere(new PileInMemory(left, { [`right/${name}`]: ["right", moved] }), folder);
    await second.ready;
    expect(classes(second)).toEqual(["right 1", "wrong 0"]);
    expect(found(second)).toEqual([]);
    const [item] = second.find(moved)?.answers.map((line) => line.item) ?? [];
    await expect(make(second, { do: "ask", item })).rejects.toThrow(
      'the document is in "right" already: move its file to another folder',
    );
    await expect(make(second, { do: "rename-class", name: "right", label: "other" })).rejects.toThrow(
      '"right" is a folder already: rename the folder itself, then run the same command again',
    );
    await second.close();
  });
});

describe("a class", () => {
  it("gets another name, or becomes one with another class, also for the next session", async () => {
    const folder = temporaryFolder();
    const first = await asking(folder);
    await answerTruly(first, 12);
    const before = classes(first);
    await expect.poll(() => first.state().progress.sure).toBeDefined();
    await make(first, { do: "rename-class", name: "sea", label: "Sea" });
    expect(first.state().classes.map(({ name }) => name)).toContain("Sea");
    await make(first, { do: "rename-class", name: "Sea", label: "the ocean" });
    await make(first, { do: "rename-class", name: "bread", label: "The Ocean" });
    const merged = classes(first);
    expect(merged.map((line) => line.replace(/ \d+$/, ""))).toEqual(["chess", "the ocean"]);
    await first.close();
    const second = await asking(folder);
    expect(classes(second)).toEqual(merged);
    const { question } = await answerTruly(second, 1);
    expect(question?.proposals.map(({ label }) => label)).not.toContain("sea");
    for (let n = 0; n < 4; n++) await make(second, { do: "undo" });
    expect(classes(second)).toEqual(before);
    await second.close();
  });

  it("that is like its own old name is not doubted, and one that does not exist is refused", async () => {
    const labelling = await asking();
    await answer(labelling, "Invoises");
    await answer(labelling, "Letters");
    await make(labelling, { do: "rename-class", name: "Invoises", label: "Invoices" });
    const rename = (name: string, label: string) => make(labelling, { do: "rename-class", name, label });
    await expect(rename("Letters", "Invoises")).rejects.toThrow("is like the folder");
    await expect(rename("Bills", "Letters")).rejects.toThrow('there is no class "Bills"');
    await expect(rename("Letters", "a/b")).rejects.toThrow("cannot be the name of a folder");
    expect(classes(labelling)).toEqual(["Invoices 1", "Letters 1"]);
    await labelling.close();
  });
});

describe("a search", () => {
  it("finds documents with all words, and labels those without an answer in one step", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(folder);
    const item = await answer(labelling, "mine");
    const { title = "" } = labelling.find("")?.answers.at(0) ?? {};
    const [subject] = title.split(" ");
    const all = labelling.find(`Letter, ${subject.toUpperCase()}!`);
    expect(all).toMatchObject({ found: 6, open: 5, answers: [{ item, label: "mine" }] });
    expect(all?.samples.map((line) => line.title.split(" ")[0])).toEqual(Array(5).fill(subject));
    await make(labelling, { do: "answer-found", text: subject, label: "theirs" });
    expect(classes(labelling)).toEqual(["mine 1", "theirs 5"]);
    await expect(make(labelling, { do: "answer-found", text: subject, label: "x" })).rejects.toThrow(
      "no document without an answer has these words",
    );
    await labelling.close();
    const again = await asking(folder);
    expect(classes(again)).toEqual(["mine 1", "theirs 5"]);
    await make(again, { do: "undo" });
    expect(classes(again)).toEqual(["mine 1"]);
    await again.close();
  });

  it.each(["letters", "sea chess", "?!", "sea unheardof"])("finds nothing for %j", async (text) => {
    const labelling = await asking();
    expect(labelling.find(text)).toEqual({ found: 0, open: 0, samples: [], answers: [] });
    await labelling.close();
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
    const titles = (text: string) => labelling.find(text)?.samples.map(({ title }) => title);
    expect(["zeppelin", "ben", "ann airship", "ann lunch"].map(titles)).toEqual([
      ["Zeppelin"],
      ["Lunch"],
      ["Zeppelin"],
      [],
    ]);
    await labelling.close();
  });

  it("keeps its answers when all that looks the same as the question is filed", async () => {
    const note = (i: number) =>
      `${"boats in the harbour sail at dawn ".repeat(3)} ${i % 2 ? "even" : "odd"} x${i} y${i} z${i}`;
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`note-${i}`, note(i)]));
    const labelling = await asking(temporaryFolder(), { ...notes, ...threeSubjects(3) });
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
    expect(classes(labelling)).toContain(`found ${open}`);
    await labelling.close();
  });

  it("leaves the estimate of accuracy alone: its documents are no random answers", async () => {
    const told: EngineAnswers[] = [];
    const startEngine: StartEngine = (task, onNews) => {
      const engine = runEngine(task, onNews);
      const tell = (answers: EngineAnswers) => {
        told.push(answers);
        engine.tell(answers);
      };
      return { ...engine, tell };
    };
    // Half of the pile is easy to label by a word; chance decides the class of the others.
    const random = seededRandom(5);
    const word = () => `w${random(400)}`;
    const texts = Object.fromEntries(
      Array.from({ length: 160 }, (_, i) => {
        const own = Array.from({ length: 12 }, word).join(" ");
        return [`${i}`, i % 2 === 0 ? `newsletter offers ${own}` : own];
      }),
    );
    const labelling = await asking(temporaryFolder(), texts, { startEngine });
    for (let n = 0; n < 40; n++) {
      const isNews = Number(labelling.state().question?.name) % 2 === 0;
      await answer(labelling, isNews ? "news" : ["heads", "tails"][random(2)]);
    }
    const { open = 0 } = labelling.find("newsletter") ?? {};
    await make(labelling, { do: "answer-found", text: "newsletter", label: "news" });
    expect(told.at(-1)?.given).toHaveLength(open - 1);
    await expect.poll(() => labelling.state().progress.expectedAccuracy?.value).toBeLessThan(0.75);
    const { answers = 0 } = labelling.state().progress.expectedAccuracy ?? {};
    expect(answers).toBeLessThanOrEqual(41);
    await labelling.close();
  });
});

describe("the journal", () => {
  it("has only steps that the version before also reads", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(folder);
    await answerTruly(labelling, 3);
    await make(labelling, { do: "answer-none", item: labelling.state().question?.item ?? -1 });
    await make(labelling, { do: "answer-found", text: "baker", label: "bread" });
    await make(labelling, { do: "rename-class", name: "bread", label: "Loaves" });
    await labelling.close();
    const [head, ...lines] = readFileSync(join(folder, ".thresher-labelling.jsonl"), "utf8").trim().split("\n");
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
