import { describe, expect, it } from "vitest";
import { runEngine } from "../../src/labelling/engine/engine.js";
import type { EngineNews, Forecast, StartEngine } from "../../src/labelling/engine/forecast.js";
import type { Labelling } from "../../src/labelling/labelling.js";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import type { LabellingState } from "../../src/labelling/state.js";
import { temporaryFolder } from "../helpers/folder.js";
import {
  answer,
  answerTruly,
  asking,
  classesOf,
  labellingHere,
  make,
  PileInMemory,
  threeSubjects,
} from "../helpers/labelling-here.js";

const found = (labelling: Labelling) =>
  labelling.find("")?.answers.map(({ title, label }) => `${title.split(" ")[0]}: ${label}`);

it("the question on the screen waits for the first forecast after a restart, and then stays as it is when others come", async () => {
  const folder = temporaryFolder();
  const first = await asking(undefined, folder);
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
  const second = await asking(undefined, folder, { startEngine });
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
});

it("a new name that is like that of a class has to be given twice", async () => {
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
  expect(classesOf(labelling)).toEqual(["Invoices 1", "Invoises 1", "Receipts 1"]);
});

describe("answers", () => {
  it("are listed, the latest first, and each can be changed and taken back", async () => {
    const folder = temporaryFolder();
    const labelling = await asking(undefined, folder);
    const items: number[] = [];
    for (const label of ["a", "b", "c", "a"]) items.push(await answer(labelling, label));
    expect(found(labelling)?.map((line) => line.split(": ")[1])).toEqual(["a", "c", "b", "a"]);
    const { question } = labelling.state();
    const asked = await make(labelling, { do: "ask", item: items[1] });
    expect(asked.question).toMatchObject({ item: items[1], answer: "b", isRandom: false });
    await answer(labelling, "c");
    expect(labelling.state().question).toMatchObject({ item: question?.item });
    expect(classesOf(labelling)).toEqual(["a 2", "b 0", "c 2"]);
    await make(labelling, { do: "undo" });
    expect(labelling.state().question).toMatchObject({ item: items[1], answer: "b" });
    expect(classesOf(labelling)).toEqual(["a 2", "b 1", "c 1"]);
  });

  it("of none of these are neither filed nor learned from, nor asked about again", async () => {
    const folder = temporaryFolder();
    const ends: SessionEnd[] = [];
    const first = await asking(undefined, folder);
    const { item = -1, name } = first.state().question ?? {};
    const state = await make(first, { do: "answer-none", item });
    expect(state.progress.labelled).toBe(0);
    expect(found(first)?.map((line) => line.split(": ")[1])).toEqual([""]);
    await first.close();
    const second = await asking(undefined, folder, { ends });
    await answerTruly(second);
    await expect.poll(() => second.state().progress.sure).toBeDefined();
    await make(second, { do: "finish", how: "copy", sureToo: true });
    expect(ends[0].decided).toHaveLength(17);
    expect([...ends[0].decided, ...ends[0].open].map(({ id }) => id)).not.toContain(name);
  });

  it("of none of these count as wrong forecasts when they are random", async () => {
    const all = await asking(new PileInMemory(threeSubjects(16)));
    await answerTruly(all, 24);
    const some = await asking(new PileInMemory(threeSubjects(16)));
    for (let n = 0; n < 24; n++) {
      const { item = -1, name = "" } = some.state().question ?? {};
      const [subject] = name.split("-");
      await make(some, subject === "sea" ? { do: "answer-none", item } : { do: "answer", item, label: subject });
    }
    const accuracy = ({ progress }: LabellingState) => progress.expectedAccuracy?.value ?? Number.NaN;
    await expect.poll(() => accuracy(all.state())).toBeGreaterThan(0.9);
    await expect.poll(() => accuracy(some.state())).toBeLessThan(0.85);
  });

  it("keep the class of the folder into which the user has moved their document since", async () => {
    const folder = temporaryFolder();
    const texts = threeSubjects(6);
    const first = await asking(new PileInMemory(texts), folder);
    const { name = "" } = first.state().question ?? {};
    await answer(first, "wrong");
    await first.close();
    const { [name]: moved, ...left } = texts;
    const second = labellingHere(new PileInMemory(left, { [`right/${name}`]: ["right", moved] }), folder);
    await second.ready;
    expect(classesOf(second)).toEqual(["right 1", "wrong 0"]);
    expect(found(second)).toEqual([]);
    const [item] = second.find(moved)?.answers.map((line) => line.item) ?? [];
    await expect(make(second, { do: "ask", item })).rejects.toThrow(
      'the document is in "right" already: move its file to another folder',
    );
    await expect(make(second, { do: "rename-class", name: "right", label: "other" })).rejects.toThrow(
      '"right" is a folder already: rename the folder itself, then run the same command again',
    );
  });
});

describe("a class", () => {
  it("gets another name, or becomes one with another class, also for the next session", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    await answerTruly(first, 12);
    const before = classesOf(first);
    await expect.poll(() => first.state().progress.sure).toBeDefined();
    await make(first, { do: "rename-class", name: "sea", label: "Sea" });
    expect(first.state().classes.map(({ name }) => name)).toContain("Sea");
    await make(first, { do: "rename-class", name: "Sea", label: "the ocean" });
    await make(first, { do: "rename-class", name: "bread", label: "The Ocean" });
    const merged = classesOf(first);
    expect(merged.map((line) => line.replace(/ \d+$/, ""))).toEqual(["chess", "the ocean"]);
    await first.close();
    const second = await asking(undefined, folder);
    expect(classesOf(second)).toEqual(merged);
    const { question } = await answerTruly(second, 1);
    expect(question?.proposals.map(({ label }) => label)).not.toContain("sea");
    for (let n = 0; n < 4; n++) await make(second, { do: "undo" });
    expect(classesOf(second)).toEqual(before);
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
    expect(classesOf(labelling)).toEqual(["Invoices 1", "Letters 1"]);
  });
});
