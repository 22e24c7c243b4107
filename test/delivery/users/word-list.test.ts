import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { FilteringModel } from "../../../src/delivery/serving/filtering-model.js";
import { changeLessons } from "../../../src/delivery/users/lesson-file.js";
import { UserModel } from "../../../src/delivery/users/user-model.js";
import { readWordList } from "../../../src/delivery/users/word-list.js";
import { save } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

const BOGOFILTER = `.MSG_COUNT 20 30 20260101
.WORDLIST_VERSION 20040500 0 20260101
Roses 3 12 20260101
roses 2 11 20260101
subj:roses 0 25 20260101
casino 18 0 20260101
chess 19 0
from:winner 9 1 20260101
`;
const hash = (token: string) => createHash("sha1").update(token).digest("hex").slice(-10);
const token = (text: string, spam: number, ham: number) => `t\t${spam}\t${ham}\t1700000000\t${hash(text)}\n`;
const SPAMASSASSIN = `v\t3\tdb_version # this must be the first line!!!
v\t20\tnum_spam
v\t30\tnum_nonspam
${token("roses", 2, 25)}${token("chess", 19, 0)}${token("H*F:N*Winner", 9, 1)}${token("UD:clubs.example", 18, 0)}s\th\tabc@sa_generated
`;

let folder = "";
const listed = (text: string) => {
  const path = join(folder, "list.txt");
  writeFileSync(path, text);
  return path;
};
beforeEach(() => {
  folder = temporaryFolder();
});

describe("a word list of another program", () => {
  it("of bogofilter ignores case", () => {
    const { list, found } = readWordList(listed(BOGOFILTER));
    expect(found).toBe(6);
    expect(list).toMatchObject({ program: "bogofilter", messages: [30, 20] });
    const at = list.keys.indexOf(Number.parseInt(hash("roses"), 16));
    expect(list.counts.slice(2 * at, 2 * at + 2)).toEqual([23, 5]);
    expect(list.keys).toEqual(list.keys.toSorted((a, b) => a - b));
  });

  it("keeps at most 5000 tokens, those that tell most", () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `word${n} 1 1 20260101\n`).join("");
    const { list, found } = readWordList(listed(BOGOFILTER + many));
    expect([found, list.keys.length]).toEqual([10_006, 5000]);
    expect(list.keys).toContain(Number.parseInt(hash("casino"), 16));
  });

  it.each([
    ["nothing", "", "names no version"],
    ["a letter", "From: anna@example.org\n\nHello\n", "this is no word list"],
    ["another program", '{"tokens": {"roses": [1, 2]}}\n', "this is no word list"],
    ["a list cut short", BOGOFILTER.slice(0, -9), "cut short"],
    ["a list without its totals", "roses 1 1 20260101\n.WORDLIST_VERSION 20040500 0 20260101\n", "0 ham and 0 spam"],
    ["another version", SPAMASSASSIN.replace("v\t3", "v\t2"), "has version 2, and only version 3"],
    ["numbers that are none", SPAMASSASSIN.replace("t\t19", "t\t-19"), "line 5 is damaged"],
    ["endless numbers", BOGOFILTER.replace("18 0", "99999999999999999999 0"), "line 6 is damaged"],
    ["a line without end", `${BOGOFILTER}${"x".repeat(100_000)}`, "line 9 is too long"],
  ])("that is %s is refused", (_, text, why) => {
    expect(() => readWordList(listed(text))).toThrow(why);
  });
});

describe("an imported word list", () => {
  const message = (from: string, subject: string, text: string) =>
    Buffer.from(`From: ${from} <${from}@mail.example>\nSubject: ${subject}\n\n${text}\n`);
  const chess = (n: number) => message("club", `evening ${n}`, `chess at https://clubs.example/ on day ${n}`);
  const casino = (n: number) => message("winner", `cash ${n}`, `casino and cash ${n}`);
  const anna = () => {
    const site = new FilteringModel(join(folder, "site.model"), { tell: () => undefined });
    return new UserModel(join(folder, "anna.model"), "anna", site);
  };
  const spamIn = (bytes: Buffer, user = anna()) =>
    user.answer(bytes).ranking.find(({ label }) => label === "spam")?.probability ?? 0;

  beforeEach(() => {
    const documents = Array.from({ length: 12 }, (_, n) => [
      { id: `h${n}`, label: "ham", bytes: chess(n) },
      { id: `s${n}`, label: "spam", bytes: casino(n) },
    ]).flat();
    save(train(documents, { preset: "mail" }), join(folder, "site.model"));
  });

  it.each([
    ["bogofilter", BOGOFILTER],
    ["SpamAssassin", SPAMASSASSIN],
  ])("of %s changes the answers to mail with its tokens, and no others", (_, text) => {
    const [known, other] = [chess(30), message("eve", "lunch", "a picnic by the harbour")];
    const before = [known, other].map((bytes) => spamIn(bytes));
    changeLessons(join(folder, "anna.model"), "anna", (lessons) => lessons, readWordList(listed(text)).list);
    expect(before[0]).toBeLessThan(0.5);
    expect(spamIn(known)).toBeGreaterThan(before[0] + 0.1);
    expect(spamIn(other)).toBeCloseTo(before[1], 6);
  });

  it("stays beside lessons, and lessons stay when another list takes its place", () => {
    const path = join(folder, "anna.model");
    const user = anna();
    user.teach({ kind: "learn", label: "spam" }, chess(40));
    changeLessons(path, "anna", (lessons) => lessons, readWordList(listed(BOGOFILTER)).list);
    const both = spamIn(chess(41), user);
    user.teach({ kind: "learn", label: "ham" }, message("eve", "lunch", "a picnic"));
    expect(spamIn(chess(41), user)).toBeCloseTo(both, 1);
    const bytes = readFileSync(path);
    changeLessons(path, "anna", (lessons) => lessons, readWordList(listed(BOGOFILTER)).list);
    expect(readFileSync(path)).toEqual(bytes);
    writeFileSync(path, bytes.toString().replace(/^words .{9}/m, "words 01234567 "));
    expect(anna).toThrow("damaged (line 2)");
  });
});
