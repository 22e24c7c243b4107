import { existsSync, lstatSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addToHistory, decidedBy, historyOf, parseEntry, previousOf } from "../../../src/delivery/history/history.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { decision } from "../review/entries.js";

const DIGEST = "00".repeat(16);
const correction = (correct: string, time = new Date().toISOString()) => ({ time, digest: DIGEST, correct });
const daysAgo = (days: number) => new Date(Date.now() - days * 864e5).toISOString();
const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");

describe("addToHistory", () => {
  it.each([
    ["so many lines", () => JSON.stringify({ n: 50_000, ...correction("old") })],
    ["so many bytes", () => JSON.stringify({ n: 2, ...correction("x".repeat(2 ** 25)) })],
    ["a first line so old", () => JSON.stringify({ n: 2, ...correction("old", daysAgo(46)) })],
  ])("begins a new file after %s, and keeps one before it", (_, line) => {
    const path = join(temporaryFolder(), "history");
    writeFileSync(previousOf(path), "older\n");
    const old = `${line()}\n`;
    writeFileSync(path, old, { mode: 0o600 });
    addToHistory(path, correction("new"));
    addToHistory(path, correction("next"));
    expect(readFileSync(previousOf(path), "utf8") === old).toBe(true);
    expect(linesOf(path).map((text) => JSON.parse(text).n)).toEqual([1, 2]);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("begins a new line after one that was not written whole", () => {
    const path = join(temporaryFolder(), "history");
    addToHistory(path, correction("a"));
    addToHistory(path, correction("b"));
    truncateSync(path, lstatSync(path).size - 5);
    addToHistory(path, correction("c"));
    const labels = linesOf(path).map((line) => Object(parseEntry(line)).correct);
    expect(labels).toEqual(["a", undefined, "c"]);
  });

  it.each(["x".repeat(20_000), "ж".repeat(10_000)])("refuses an entry of any size", (label) => {
    expect(() => addToHistory(join(temporaryFolder(), "new"), correction(label))).toThrow("the entry is too long");
  });
});

describe("parseEntry", () => {
  it("takes decisions and corrections, and no other line", () => {
    const sound = decision(1, { terms: [["hello", 1.5]] });
    expect(parseEntry(JSON.stringify(sound))).toEqual(sound);
    expect(parseEntry(JSON.stringify(correction("spam")))).toMatchObject({ correct: "spam" });
    const wrong = [{ time: "now" }, { digest: 1 }, { label: null }, { terms: [["a"]] }, { terms: {} }, { filed: 1 }];
    for (const change of wrong) expect(parseEntry(JSON.stringify({ ...sound, ...change }))).toBeUndefined();
    for (const line of ["", "{", "null", "[]", '{"correct":"a"}']) expect(parseEntry(line)).toBeUndefined();
  });
});

const MESSAGE = Buffer.from(
  `From: A <a@example.org>\nMessage-ID: <1@example.org>\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe=E2=80=AE?= ${"x".repeat(200)}\n\nsecret words\n`,
);
describe("historyOf", () => {
  it("keeps sender, subject and reasons, safe and cut, and no text", () => {
    const path = join(temporaryFolder(), "history");
    const keep = historyOf(path, "filter", () => expect.unreachable());
    const ranking = [0.7, 0.3].map((probability, i) => ({ label: ["spam", "ham"][i], probability }));
    const reasons = { against: "ham", terms: [["x", 1.5]] as const, unknown: 0.25, learned: 7 };
    const answer = { ranking, logOdds: 0.8, model: "abcd1234", reasons };
    keep(MESSAGE, decidedBy(answer, {}));
    keep(MESSAGE, decidedBy(answer, { style: "spamassassin" }));
    keep(MESSAGE, decidedBy({ ...answer, knowsWords: false }, {}));
    const [spam, ham, guess] = linesOf(path).map((line) => JSON.parse(line));
    expect(spam).toMatchObject({
      ...{ command: "filter", id: "<1@example.org>", from: "a@example.org", label: "spam", probability: 0.7 },
      ...{ unsure: false, ...reasons, model: "abcd1234", digest: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(spam.subject).toMatch(/^Grüße\\u202e x{50,}…$/);
    expect(spam.subject.length).toBe(120);
    expect(ham).toMatchObject({ label: "ham", probability: 0.3, unsure: false });
    expect(guess).toMatchObject({ label: "spam", unsure: true });
    expect(readFileSync(path, "utf8")).not.toContain("secret");
  });

  it("says once that it cannot be written, and throws nothing", () => {
    const lines: string[] = [];
    const keep = historyOf("/dev/null/history", "filter", (line) => lines.push(line));
    const decided = { label: "a", probability: 1, isUnsure: false, model: "abcd1234" };
    for (let i = 0; i < 3; i++) keep(MESSAGE, decided);
    const fault = /^the history \/dev\/null\/history cannot be opened: .*missing in it$/;
    expect(lines).toEqual([expect.stringMatching(fault)]);
  });
});
