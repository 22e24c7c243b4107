import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { FilteringModel } from "../../../src/delivery/serving/filtering-model.js";
import { changeLessons, readLessons } from "../../../src/delivery/users/lesson-file.js";
import { OwnAnswers } from "../../../src/delivery/users/own-answer.js";
import { UserModel } from "../../../src/delivery/users/user-model.js";
import { save } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

const WORDS = "orbit lunch budget garden engine violin harbour lantern pepper anchor meadow copper".split(" ");

/** A message of a mailing list. */
const news = (list: string, n: number) =>
  Buffer.from(`Message-ID: <${n}@${list}>
Date: Mon, ${1 + (n % 28)} Jan 2024 10:00:00 +0000
From: ${WORDS[n % 12]}@people${n}.example
To: ${list}@lists.example
Subject: [${list}] ${WORDS[(n * 5) % 12]}
Received: from ${list}.lists.example by mx.example.com

${WORDS[(n * 7) % 12]} and ${WORDS[(n * 11) % 12]} for members of ${list}, number${n}
To leave ${list}: https://${list}.lists.example/
`);
const bait = (n: number) =>
  Buffer.from(`From: win${n}@casino.example\nSubject: cash ${n}\n\nwin cash in the casino now${n}\n`);

const SPAM = { kind: "learn", label: "spam" } as const;
const HAM = { kind: "learn", label: "ham" } as const;
let folder = "";
let path = "";
let site: FilteringModel;

/** Trains the model for all users: mail of lists is ham. @param more other documents */
function trainSite(more: readonly Buffer[] = [], spam = "spam"): void {
  const ham = ["roses", "chess", "boats"].flatMap((list) => Array.from({ length: 12 }, (_, n) => news(list, n)));
  const documents = [
    ...[...ham, ...more].map((bytes, n) => ({ id: `h${n}`, label: "ham", bytes })),
    ...Array.from({ length: 20 }, (_, n) => ({ id: `s${n}`, label: spam, bytes: bait(n) })),
  ];
  save(train(documents, { preset: "mail" }), join(folder, "site.model"));
}

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "anna.model");
  trainSite();
  site = new FilteringModel(join(folder, "site.model"), { tell: () => undefined });
});

const anna = () => new UserModel(path, "anna", site);
const labelOf = (message: Buffer, user = anna()) => user.answer(message).ranking[0].label;

describe("the lessons of a user", () => {
  it("turn the answers to similar mail after few lessons, and no others", () => {
    const user = anna();
    const others = [...[1, 2, 3].flatMap((n) => [news("boats", 20 + n), news("chess", 20 + n)]), bait(30)];
    const before = others.map((message) => user.answer(message).ranking);
    for (const n of [13, 14]) user.teach(SPAM, news("roses", n));
    for (const n of [21, 22, 23, 24]) expect(labelOf(news("roses", n))).toBe("spam");
    expect(others.map((message) => user.answer(message).ranking)).toEqual(before);
    expect(user.answer(others[0])).toMatchObject({ isOwn: true });
  });

  it("change nothing if the site had the answer", () => {
    const before = anna().answer(news("roses", 21)).ranking;
    for (let n = 13; n < 18; n++) anna().teach(HAM, news("roses", n));
    const { weight, ranking } = anna().explain(news("roses", 21));
    expect(weight).toBeLessThan(0.2);
    expect(ranking[1].probability).toBeLessThanOrEqual(before[1].probability);
  });

  it("weigh less if they contradict each other", () => {
    const user = anna();
    for (let n = 0; n < 12; n++) user.teach(n % 2 === 0 ? SPAM : HAM, news("roses", 13 + n));
    const wavering = user.explain(news("roses", 12)).weight;
    rmSync(path);
    const sure = anna();
    for (let n = 0; n < 12; n++) sure.teach(SPAM, news("roses", 13 + n));
    expect(wavering).toBeLessThan(sure.explain(news("roses", 12)).weight);
  });

  it("are the same bytes after a lesson was learned and unlearned, or moved and moved back", () => {
    const user = anna();
    for (const n of [13, 14, 15]) user.teach(SPAM, news("roses", n));
    const bytes = readFileSync(path);
    expect(user.teach(HAM, news("chess", 13)).fates).toEqual(["learned"]);
    expect(user.teach({ kind: "unlearn" }, news("chess", 13)).fates).toEqual(["unlearned"]);
    expect(user.teach(HAM, news("roses", 13)).fates).toEqual(["relabelled"]);
    expect(user.teach({ kind: "relabel", label: "spam" }, news("roses", 13)).fates).toEqual(["relabelled"]);
    expect(user.teach(SPAM, news("roses", 13)).fates).toEqual(["known"]);
    expect(user.teach({ kind: "unlearn" }, news("chess", 13)).fates).toEqual(["unknown"]);
    expect(user.teach({ kind: "relabel", label: "ham" }, news("chess", 13)).fates).toEqual(["unknown"]);
    expect(readFileSync(path)).toEqual(bytes);
    expect(user.teach({ kind: "ask" }).classes).toEqual([
      { label: "ham", documents: 0 },
      { label: "spam", documents: 3 },
    ]);
    expect(user.teach({ kind: "forget", before: Date.parse("2024-01-16") }).fates).toEqual(["unlearned", "unlearned"]);
  });

  it("stay when the model for all users is trained again", async () => {
    for (const n of [13, 14, 15]) anna().teach(SPAM, news("roses", n));
    trainSite(Array.from({ length: 30 }, (_, n) => news(`new${n % 3}`, n)));
    expect(labelOf(news("roses", 21))).toBe("spam");
    expect(labelOf(news("new1", 40))).toBe("ham");
    // The classes of the lessons may be gone.
    trainSite([], "junk");
    const [{ ranking }, { ranking: all }] = [anna().answer(news("roses", 21)), await site.answer(news("roses", 21))];
    expect(ranking.map(({ label }) => label)).toEqual(["ham", "junk"]);
    expect(ranking[0].probability).toBeCloseTo(all[0].probability, 4);
  });

  it("of another process are used at once", () => {
    const user = anna();
    expect(labelOf(news("roses", 21), user)).toBe("ham");
    for (const n of [13, 14]) anna().teach(SPAM, news("roses", n));
    expect(labelOf(news("roses", 21), user)).toBe("spam");
  });

  it("take at most 20 kB if there are 50, however long the messages are", () => {
    const long = (n: number) =>
      Buffer.from(`${news("roses", n)}${Array.from({ length: 500 }, (_, i) => `word${n}x${i}`).join(" ")}\n`);
    const user = anna();
    for (let n = 0; n < 50; n++) user.teach(SPAM, long(n));
    expect(readFileSync(path).length).toBeLessThan(20_000);
  });

  it("answer the same after they are read again", () => {
    const user = anna();
    for (const n of [13, 14, 15]) user.teach(n === 15 ? HAM : SPAM, news("roses", n));
    for (const n of [21, 22]) {
      expect(anna().answer(news("roses", n))).toEqual(user.answer(news("roses", n)));
    }
  });

  it("are at most 2,000: the oldest leaves for a new one", () => {
    changeLessons(path, "anna", () =>
      Array.from({ length: 2000 }, (_, n) => {
        const digest = Buffer.alloc(16);
        digest.writeUInt32BE(n);
        return { digest, label: "spam", seconds: 3 + n, site: 1, numbers: Uint32Array.of(n), totals: [1, 0, 0] };
      }),
    );
    // Although its message is older.
    const old = Buffer.from("Date: Thu, 01 Jan 1970 00:00:01 +0000\nSubject: roses\n\nroses\n");
    expect(anna().teach(HAM, old).fates).toEqual(["learned"]);
    const seconds = readLessons(path, "anna").lessons.map((lesson) => lesson.seconds);
    expect([seconds.length, seconds.includes(3), seconds.includes(1), seconds.includes(4)]).toEqual([
      ...[2000, false, true, true],
    ]);
  });

  it("say nothing if there are ten, and only one is a little similar", () => {
    const lesson = (first: number, length: number) => ({
      ...{ digest: new Uint8Array(16).fill(first), label: "spam", seconds: 0, site: 0 },
      ...{ numbers: Uint32Array.from({ length }, (_, i) => first + i), totals: [length, 0, 0] },
    });
    const similar = lesson(100, 10);
    const others = Array.from({ length: 9 }, (_, n) => lesson(1000 * (n + 1), 10));
    const answered = (count: number) =>
      new OwnAnswers([similar, ...others.slice(0, count)]).answer({ numbers: similar.numbers, totals: [10, 0, 0] });
    expect(answered(8)?.nearest).toBeCloseTo(1 / 3, 9);
    expect(answered(9)).toBeUndefined();
    expect(new OwnAnswers([similar, similar, ...others]).answer(similar)).toBeDefined();
  });

  it("are refused with one line if the file is damaged in any byte", () => {
    anna().teach(SPAM, news("roses", 13));
    const sound = readFileSync(path);
    for (let at = 0; at < sound.length; at += 3) {
      const bytes = Buffer.from(sound);
      bytes[at] ^= 1;
      writeFileSync(path, bytes);
      // Without the beginning, it is no file of lessons.
      if (at < 19) continue;
      expect(() => anna()).toThrow(/^.*anna\.model: (?:this file of lessons is damaged|another version|these are the)/);
    }
  });
});
