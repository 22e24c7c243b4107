import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parseResults } from "../../scripts/trec-jig/jig-lines.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { mailCorpus, withFakeBogofilter } from "./fake-bogofilter.js";
import { runBuilt, startBuilt } from "./run-built.js";

describe.skipIf(process.platform === "win32")("npm run jig", () => {
  it("plays mail in the order of its date to thresher, to its four commands, and to bogofilter", async () => {
    const dir = mailCorpus([
      ["ham", "the minutes of the meeting on Monday"],
      ["spam", "you have won a prize of money"],
      ["spam", "money for you"],
      ["ham", "a crash, and then a meeting"],
      ["spam", "a prize, and a crash"],
      ["ham", "never reached"],
    ]);
    writeFileSync(join(dir, "ham", "0"), "no date at all, and so by its file: today");
    const results = temporaryFolder();
    // The commands run in folders of their own, wherever the path begins.
    const args = [relative(process.cwd(), dir), "--limit", "5", "--process", "--results", results, "--json"];
    const { code, stdout, stderr } = await runBuilt("jig", args, withFakeBogofilter());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout);
    expect(report.messages).toBe(5);
    const names = ["thresher", "thresher, four commands", "bogofilter 0.0.9"];
    expect(report.filters.map(({ name }: { name: string }) => name)).toEqual(names);

    const read = (file: string) => readFileSync(join(results, file), "utf8");
    const played = ["thresher", "thresher-four-commands", "bogofilter-0-0-9"];
    const [inProcess, asCommands, bogofilter] = played.map((name) => read(`${name}.results`));
    expect(asCommands).toBe(inProcess);
    // A message that crashes the filter counts as ham with score 0, and the next message is played.
    expect(bogofilter.split("\n")).toEqual([
      "ham/99 judge=ham class=ham score=0.001",
      "spam/98 judge=spam class=spam score=0.999",
      "spam/97 judge=spam class=ham score=0.001",
      "ham/96 judge=ham class=ham score=0",
      "spam/95 judge=spam class=ham score=0",
      "",
    ]);
    expect(report.filters[2]).toMatchObject({ ham: 2, spam: 3, unanswered: 2 });
    // There are six pairs: one ham is above the last spam, and two are level with a spam.
    expect(report.filters[2].oneMinusRoca.percent).toBeCloseTo((100 * (1 + 0.5 + 0.5)) / 6, 9);
    expect(report.filters[2].spamMisclassified.percent).toBeCloseTo(200 / 3, 9);
    // The track prints eight digits.
    expect(inProcess.split("\n")[4]).toMatch(/score=-?\d+\.\d{8}$/);
    // Before both classes are known, only the prior answers: of nothing, then of one ham.
    expect(parseResults(inProcess).slice(0, 2)).toMatchObject([
      { class: "ham", score: 0 },
      { class: "ham", score: Number((-Math.LN2).toFixed(8)) },
    ]);
  });

  it("says that bogofilter is not there, and goes on without", async () => {
    const dir = mailCorpus((["ham", "spam", "ham"] as const).map((label, n) => [label, `meeting ${n}`]));
    const { code, stdout } = await runBuilt("jig", [dir, "--quiet"], { PATH: temporaryFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain("3 messages in order of date, 2 ham and 1 spam");
    expect(stdout).toContain("Not beside bogofilter: it is not installed");
    expect(stdout).not.toMatch(/^bogofilter/m);
  });

  it("plays in an order drawn from a seed, the same each time", async () => {
    const dir = mailCorpus(Array.from({ length: 8 }, (_, n) => [n % 2 === 0 ? "ham" : "spam", `${n}`] as const));
    const play = async (...seed: string[]) => {
      const results = temporaryFolder();
      const { stdout } = await runBuilt("jig", [
        dir,
        "--no-peers",
        "--quiet",
        "--results",
        results,
        "--shuffle",
        ...seed,
      ]);
      const lines = parseResults(readFileSync(join(results, "thresher.results"), "utf8"));
      return { order: lines.map(({ file }) => file), stdout };
    };
    const [one, again, other] = [await play("1"), await play("1"), await play("2")];
    expect(one.stdout).toContain("8 messages shuffled with seed 1, 4 ham and 4 spam");
    expect(one.order).toEqual(again.order);
    expect(one.order).not.toEqual(other.order);
    expect(one.order.toSorted()).toEqual(other.order.toSorted());
  });

  it("refuses folders other than ham and spam, and streams of one of them, in one line", async () => {
    const dir = folderWith({ cats: { 1: "meow" } });
    const stderr = `jig: ${dir}: it must have the folders ham and spam and no others, but it has cats\n`;
    expect(await runBuilt("jig", [dir])).toEqual({ code: 1, stdout: "", stderr });
    const ham = mailCorpus((["ham", "ham", "spam"] as const).map((label, n) => [label, `${n}`]));
    const ofOne = { code: 1, stderr: "jig: the messages are all of one class; use more of them\n" };
    expect(await runBuilt("jig", [ham, "--limit", "2", "--no-peers"])).toMatchObject(ofOne);
  });

  it("leaves nothing behind when Ctrl-C stops it", async () => {
    const dir = mailCorpus(Array.from({ length: 60 }, (_, n) => [n % 2 === 0 ? "ham" : "spam", `${n}`] as const));
    // The commands of the track take long enough to be stopped among them.
    const { running, scratch } = startBuilt("jig", [dir, "--process"], withFakeBogofilter());
    await until(() => readdirSync(scratch).length === 1);
    expect(await running.end("SIGINT")).toMatchObject({ code: 130, stderr: "jig: stopped, nothing is left behind\n" });
    expect(readdirSync(scratch)).toEqual([]);
  });
});
