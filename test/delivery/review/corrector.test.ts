import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { labelFolders } from "../../../src/delivery/filing/label-folders.js";
import { historyOf } from "../../../src/delivery/history/history.js";
import { correctorOf } from "../../../src/delivery/review/corrector.js";
import { DecisionLog } from "../../../src/delivery/review/decision-log.js";
import { readFolders } from "../../../src/index.js";
import { load } from "../../../src/model/file/model-file.js";
import { save } from "../../../src/model/file/save-model.js";
import { learn } from "../../../src/model/learning/learn.js";
import { train } from "../../../src/model/training.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";
import { folderFiles } from "./entries.js";

const LETTER =
  "Message-ID: <1@x>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nFrom: a@x\nSubject: urgent\n\nprize winner zebra\n";

/** Adds decisions to a history: each message is spam. */
function keeping(path: string) {
  const keep = historyOf(path, "sort", (line) => expect.unreachable(line));
  const decided = { label: "spam", probability: 0.9, isUnsure: false, model: "12345678" };
  return (message: Uint8Array, place: Parameters<typeof keep>[2]) => keep(message, decided, place);
}

/** A model that learns, a folder with a letter in its folder `spam`, and a history that says so. */
async function desk({ into = temporaryFolder(), learns = true, maildir = false } = {}) {
  const place = temporaryFolder();
  const model = join(place, "mail.model");
  const corpus = folderWith(twoClasses());
  save(train([...readFolders(corpus)], { preset: "mail", remember: learns }), model);
  const before = readFileSync(model);
  const inbox = folderWith({ "1.eml": LETTER });
  const filer = new Filer(into, { mode: "move", maildir, folders: labelFolders(["ham", "spam"]) });
  const filing = { source: join(inbox, "1.eml"), folder: "spam", label: "spam", probability: 0.9 };
  const { target: filed } = await filer.file(filing);
  filer.finish();
  const path = join(place, "history");
  keeping(path)(Buffer.from(LETTER), { id: join(inbox, "1.eml"), into, filed });
  const open = (from = path, folders: string[] = [], later?: string) => {
    const log = new DecisionLog(from, () => undefined);
    const corrector = correctorOf(log, { model, labels: ["ham", "spam"], folders, later });
    return { log, corrector, correct: (label = "ham", rows = [log.rows[0]]) => corrector.correct(rows, label) };
  };
  return { corpus, into, model, before, path, filed: filed ?? "", open };
}

describe("a corrector", () => {
  it("keeps a correction, teaches the model exactly that message, and moves it", async () => {
    const { corpus, into, model, open, path } = await desk();
    const { log, correct } = open();
    expect(await correct()).toBe(`ham: learned; filed as ${join(into, "ham/1.eml")}.`);
    expect(folderFiles(into)).toEqual(["ham/1.eml"]);
    expect(readFileSync(join(into, "ham/1.eml"), "utf8")).toBe(LETTER);
    const { corrections } = new DecisionLog(path, () => undefined);
    expect(corrections.get(log.rows[0].digest)).toMatchObject({ correct: "ham", filed: join(into, "ham/1.eml") });
    const all = [...readFolders(corpus), { id: "1", label: "ham", bytes: Buffer.from(LETTER) }];
    const expected = join(temporaryFolder(), "expected.model");
    save(train(all, { preset: "mail", remember: true }), expected);
    expect(readFileSync(model).equals(readFileSync(expected))).toBe(true);
  });

  it("finds a message under another name of a Maildir, and one that was moved below a folder that is named", async () => {
    const one = await desk({ maildir: true });
    renameSync(one.filed, `${one.filed.replace("/new/", "/cur/")}:2,S`);
    expect(await one.open().correct()).toMatch(/^ham: learned; filed as .*\/ham\/cur\/.*:2,S\.$/);

    const two = await desk();
    const other = temporaryFolder();
    mkdirSync(join(other, "deep/er"), { recursive: true });
    renameSync(two.filed, join(other, "deep/er/x"));
    writeFileSync(join(other, "y"), "another");
    const outcome = await two.open(two.path, [other]).correct();
    expect(outcome).toBe(`ham: learned; filed as ${join(other, "ham/x")}.`);
  });

  it("keeps only the correction of a message that is gone, or whose file is another now", async () => {
    const { open, filed, model, before, into } = await desk();
    rmSync(filed);
    writeFileSync(filed, "another message");
    const { log, correct } = open();
    expect(await correct()).toBe("ham: kept. The message is gone, so the model does not learn it.");
    expect(log.corrections.size).toBe(1);
    expect(folderFiles(into)).toEqual(["spam/1.eml"]);
    expect(readFileSync(model).equals(before)).toBe(true);
  });

  it("files a message although the model cannot learn, and says which command trains it again", async () => {
    const cannot = await desk({ learns: false });
    const why = /^ham: not learned: this model does not remember .*: train it again .*; filed as .*\/ham\/1\.eml\.$/;
    expect(await cannot.open().correct()).toMatch(why);
    const { open, into } = await desk({ learns: false });
    const command = "thresher sort --learn-moves sorted -m m";
    const outcome = await open(undefined, [], command).correct();
    expect(outcome).toBe(`ham: learned when you run: ${command}; filed as ${join(into, "ham/1.eml")}.`);
    const missing = await desk();
    rmSync(missing.model);
    expect(await missing.open().correct()).toMatch(/^ham: not learned: .*no such file or folder; filed as /);
  });

  it("corrects many decisions in one step, and counts what was done", async () => {
    const { into, model, open } = await desk();
    const bodies = ["first", "second", "second"].map((word, n) => `${LETTER}${word} ${n}\n`);
    for (const [n, body] of bodies.entries()) writeFileSync(join(into, `spam/more-${n}.eml`), body);
    writeFileSync(join(into, "spam/gone.eml"), "gone");
    const history = join(temporaryFolder(), "history");
    for (const name of ["more-0", "more-1", "more-2", "gone"].flatMap((name) => [name, name])) {
      const filed = join(into, `spam/${name}.eml`);
      keeping(history)(readFileSync(filed), { id: filed, into, filed });
    }
    rmSync(join(into, "spam/gone.eml"));
    const { log, correct } = open(history);
    const gone = "1 × kept. The message is gone, so the model does not learn it";
    expect(await correct("ham", log.rows)).toBe(`ham: ${gone}, 3 × learned; filed.`);
    expect(folderFiles(into)).toEqual(["ham/more-0.eml", "ham/more-1.eml", "ham/more-2.eml", "spam/1.eml"]);
    expect(log.corrections.size).toBe(4);
    const texts = bodies.map((body) => ({ id: "x", label: "ham", bytes: Buffer.from(body) }));
    expect(learn(load(model), texts).documents.map(({ fate }) => fate)).toEqual(["known", "known", "known"]);
    expect(await correct("ham", log.rows)).toBe(`ham: ${gone}, 3 × learned; in its folder already.`);
  });

  it("reads the journals of a folder, and its own moves are no decisions", async () => {
    const { open, into } = await desk();
    const { log, correct } = open(into, [into]);
    expect(log.rows).toMatchObject([{ label: "spam", probability: 0.9 }]);
    await correct();
    expect(folderFiles(into)).toEqual(["ham/1.eml"]);
    expect(existsSync(join(into, ".thresher-history"))).toBe(true);
    const again = open(into, [into]);
    expect(again.log.rows).toMatchObject([{ label: "spam" }]);
    expect([...again.log.corrections.values()]).toMatchObject([{ correct: "ham" }]);
    await again.correct("spam");
    expect(folderFiles(into)).toEqual(["spam/1.eml"]);
  });
});
