import { describe, expect, it } from "vitest";
import { runEngine } from "../../src/labelling/engine/engine.js";
import type { EngineNews, Forecast, StartEngine } from "../../src/labelling/engine/forecast.js";
import type { Labelling } from "../../src/labelling/labelling.js";
import type { SessionEnd } from "../../src/labelling/session-end.js";
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

/** The labels of all answers, the latest first. */
const labelsFound = (labelling: Labelling) => labelling.find("")?.answers.map(({ label }) => label);

it("the question on the screen waits for the first forecast after a restart, and then stays as it is when others come", async () => {
  const folder = temporaryFolder();
  const first = await asking(undefined, folder);
  expect(first.state().isForecasting).toBe(false);
  await answerTruly(first, 8);
  await first.close();
  let latest: Forecast | undefined;
  let tell: (news: EngineNews) => void = () => undefined;
  const startEngine: StartEngine = (task, onNews) => {
    tell = (news) => {
      if ("forecast" in news) latest = news.forecast;
      onNews(news);
    };
    return runEngine(task, tell);
  };
  const second = await asking(undefined, folder, { startEngine });
  const forecast = async () => {
    expect(second.state().isForecasting).toBe(true);
    await expect.poll(() => second.state().isForecasting).toBe(false);
    return second.state();
  };
  const { question, classes } = await forecast();
  expect(question?.proposals.length).toBeGreaterThan(1);
  const questions = latest?.questions.map((plan) => ({ ...plan, proposals: plan.proposals.toReversed() })) ?? [];
  if (latest !== undefined) tell({ forecast: { ...latest, questions } });
  expect(second.state().question).toEqual(question);
  const [{ name }] = classes;
  await make(second, { do: "rename-class", name, label: "renamed" });
  const renamed = await forecast();
  expect(renamed.question).toMatchObject({ item: question?.item });
  expect(renamed.question?.proposals).not.toEqual([]);
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
    const labelling = await asking();
    const items: number[] = [];
    for (const label of ["a", "b", "c", "a"]) items.push(await answer(labelling, label));
    expect(labelsFound(labelling)).toEqual(["a", "c", "b", "a"]);
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
    expect(await make(first, { do: "answer-none", item })).toMatchObject({ progress: { labelled: 0 } });
    expect(labelsFound(first)).toEqual([""]);
    await first.close();
    const second = await asking(undefined, folder, { ends });
    await answerTruly(second);
    await expect.poll(() => second.state().progress.sure).toBeDefined();
    await make(second, { do: "finish", how: "copy", sureToo: true });
    expect(ends[0].decided).toHaveLength(17);
    expect([...ends[0].decided, ...ends[0].open].map(({ id }) => id)).not.toContain(name);
  });

  it("show the accuracy from ten random ones on", async () => {
    const labelling = await asking(new PileInMemory(threeSubjects(16)));
    await answerTruly(labelling, 9);
    await expect.poll(() => labelling.state().progress.sure).toBeDefined();
    expect(labelling.state().progress.expectedAccuracy).toBeUndefined();
    await answerTruly(labelling);
    await expect.poll(() => labelling.state().progress.expectedAccuracy?.answers).toBeGreaterThanOrEqual(10);
  });

  it("of none of these count as wrong forecasts when they are random", async () => {
    const accuracyWith = async (isClass: (subject: string) => boolean) => {
      const labelling = await asking(new PileInMemory(threeSubjects(16)));
      for (let n = 0; n < 24; n++) {
        const { item = -1, name = "" } = labelling.state().question ?? {};
        const [label] = name.split("-");
        await make(labelling, isClass(label) ? { do: "answer", item, label } : { do: "answer-none", item });
      }
      return () => labelling.state().progress.expectedAccuracy?.value ?? Number.NaN;
    };
    await expect.poll(await accuracyWith(() => true)).toBeGreaterThan(0.9);
    await expect.poll(await accuracyWith((subject) => subject !== "sea")).toBeLessThan(0.85);
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
    expect(labelsFound(second)).toEqual([]);
    const [{ item }] = second.find(moved)?.answers ?? [];
    for (const [change, message] of [
      [{ do: "ask", item }, 'the document is in "right" already: move its file to another folder'],
      [{ do: "rename-class", name: "right", label: "other" }, '"right" is a folder already: rename the folder itself'],
    ] as const) {
      await expect(make(second, change)).rejects.toThrow(message);
    }
  });
});

describe("a class", () => {
  it("gets another name, or becomes one with another class, also for the next session", async () => {
    const folder = temporaryFolder();
    const first = await asking(undefined, folder);
    await answerTruly(first, 12);
    const before = classesOf(first);
    await expect.poll(() => first.state().progress.sure).toBeDefined();
    const rename = (name: string, label: string) => make(first, { do: "rename-class", name, label });
    expect((await rename("sea", "Sea")).classes.map(({ name }) => name)).toContain("Sea");
    await rename("Sea", "the ocean");
    const { classes } = await rename("bread", "The Ocean");
    expect(classes.map(({ name }) => name).sort()).toEqual(["chess", "the ocean"]);
    const merged = classesOf(first);
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
    const rename = (name: string, label: string) => make(labelling, { do: "rename-class", name, label });
    await rename("Invoises", "Invoices");
    await expect(rename("Letters", "Invoises")).rejects.toThrow("is like the folder");
    await expect(rename("Bills", "Letters")).rejects.toThrow('there is no class "Bills"');
    await expect(rename("Letters", "a/b")).rejects.toThrow("cannot be the name of a folder");
    expect(classesOf(labelling)).toEqual(["Invoices 1", "Letters 1"]);
  });
});
