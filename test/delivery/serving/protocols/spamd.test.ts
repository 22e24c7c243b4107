import { describe, expect, it } from "vitest";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import type { Lesson, Models, Taught } from "../../../../src/delivery/filter/teacher.js";
import { newDesk } from "../../../../src/delivery/serving/protocols/desk.js";
import { spamdProtocol } from "../../../../src/delivery/serving/protocols/spamd.js";
import type { SpamdCommand, SpamdRequest } from "../../../../src/delivery/serving/protocols/spamd-request.js";

const LETTER = "From: a@example.com\nSubject: lunch\n\nsee you\n\nthen\n";

/** A model with these probabilities, which remembers what it is asked and taught. */
function fakeModels(
  classes: Readonly<Record<string, number>>,
  fate: Taught["fates"][number] = "learned",
  knowsWords = true,
) {
  const [asked, taught]: [unknown[], unknown[]] = [[], []];
  const ranking = Object.entries(classes).map(([label, probability]) => ({ label, probability }));
  ranking.sort((a, b) => b.probability - a.probability);
  const [{ probability }] = ranking;
  const answer = { model: "1a2b3c4d", logOdds: Math.log(probability / (1 - probability)), ranking, knowsWords };
  return {
    ...{ asked, taught },
    answer(message: Uint8Array, user?: string): MessageAnswer {
      asked.push({ user, message });
      return answer;
    },
    async teach(lesson: Lesson, _?: Uint8Array, user?: string): Promise<Taught> {
      taught.push({ ...lesson, user });
      return { fates: [fate], classes: [] };
    },
  };
}

const SPAM = { spam: 0.998, ham: 0.002 };
const HAM = { spam: 0.001, work: 0.7, friends: 0.299 };

const protocolOf = (models: Models) => spamdProtocol(newDesk(models, { program: "1.2.3" }));

/** The answer to a command as text. */
async function answered(models: Models, command: SpamdCommand, message = LETTER, more: Partial<SpamdRequest> = {}) {
  const plain = { version: 1.5, user: "ann", messageClass: undefined, isSet: false, isRemoved: false };
  const request = { ...plain, command, message: Buffer.from(message, "latin1"), ...more };
  const { bytes } = await protocolOf(models).answer(request);
  return Buffer.from(bytes).toString("latin1");
}

/** The message in the answer to PROCESS or HEADERS. */
const messageIn = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

describe("an answer to a client of spamd", () => {
  it.each([
    ["CHECK", SPAM, "Spam: True ; 19.4 / 5.0\r\n\r\n"],
    ["CHECK", HAM, "Spam: False ; -19.9 / 5.0\r\n\r\n"],
    ["SYMBOLS", SPAM, "Content-length: 22\r\nSpam: True ; 19.4 / 5.0\r\n\r\nBAYES_99,THRESHER_SPAM"],
    ["SYMBOLS", HAM, "Content-length: 21\r\nSpam: False ; -19.9 / 5.0\r\n\r\nBAYES_00,THRESHER_HAM"],
    ["REPORT_IFSPAM", HAM, "Content-length: 0\r\nSpam: No ; -19.9 / 5.0\r\n\r\n"],
  ] as const)("is the verdict, a score and 5.0, which all programs read: %s %j", async (command, classes, text) => {
    expect(await answered(fakeModels(classes), command)).toBe(`SPAMD/1.1 0 EX_OK\r\n${text}`);
  });

  it("has a score that grows with the probability, and reaches 5.0 where spam begins", async () => {
    const probabilities = [0, 1e-12, 0.01, 0.3, 0.5, 0.79, 0.8, 0.9, 0.999, 1 - 1e-12, 1];
    const answer = (spam: number) => answered(fakeModels({ spam, ham: 1 - spam }), "CHECK");
    const lines = await Promise.all(probabilities.map(answer));
    const found = lines.map((line) => /Spam: (\w+) ; (-?\d+\.\d) \/ 5\.0/.exec(line) ?? []);
    expect(found.map(([, isSpam]) => isSpam === "True")).toEqual(probabilities.map((spam) => spam >= 0.8));
    const scores = found.map(([, , score]) => Number(score));
    expect([scores.toSorted((a, b) => a - b), scores[6]]).toEqual([scores, 5]);
  });

  it("is 0 points and unsure if the model knows nothing of the message", async () => {
    const models = fakeModels(SPAM, "learned", false);
    expect(await answered(models, "SYMBOLS")).toContain("Spam: False ; 0.0 / 5.0\r\n\r\nTHRESHER_UNSURE");
    expect(await answered(models, "PROCESS")).toContain("\tautolearn=no label=unsure version=thresher\n");
  });

  it("reports to people, and with REPORT_IFSPAM about spam only", async () => {
    const report = messageIn(await answered(fakeModels(SPAM), "REPORT"));
    expect(report).toContain("Thresher, model 1a2b3c4d: 19.4 points, spam from 5.0\n");
    expect(report).toMatch(/^ 19\.4 BAYES_99,THRESHER_SPAM label=spam, spam with a probability of 0\.99\d\d$/m);
    const aboutSpam = await answered(fakeModels(SPAM), "REPORT_IFSPAM");
    expect(messageIn(aboutSpam)).toBe(report);
    expect(aboutSpam).toContain("\r\nSpam: Yes ; 19.4 / 5.0\r\n");
  });

  it.each([
    // One field for clients of version 1.2, such as Exim.
    ["REPORT", 1.2, /^SPAMD\/1\.1 0 EX_OK\r\nSpam: True ; 19\.4 \/ 5\.0\r\n\r\nThresher/],
    ["PROCESS", 1.2, /^SPAMD\/1\.1 0 EX_OK\r\nContent-length: \d+\r\n\r\nX-Spam-Checker-Version/],
    // A line end after the tests before version 1.3, and no field at all before 1.2 with PROCESS.
    ["SYMBOLS", 1, /^SPAMD\/1\.1 0 EX_OK\r\nSpam: True ; 19\.4 \/ 5\.0\r\n\r\nBAYES_99,THRESHER_SPAM\r\n$/],
    ...[1, 1.1].map((version) => ["PROCESS", version, /^SPAMD\/1\.0 0 EX_OK\r\nX-Spam-Ch[\s\S]*\nthen\n$/] as const),
  ] as const)("is what clients of earlier versions read: %s %f", async (command, version, text) => {
    expect(await answered(fakeModels(SPAM), command, LETTER, { version })).toMatch(text);
  });

  it("names the user to the models, and gives them the message without forged fields", async () => {
    const models = fakeModels(SPAM);
    await answered(models, "CHECK", `X-Spam-Status: No\n${LETTER}`);
    expect(models.asked).toEqual([{ user: "ann", message: Buffer.from(LETTER) }]);
  });

  it("fails if the model cannot be used, so that the client passes the message on", async () => {
    const broken = { answer: () => Promise.reject(new Error("mail.model: damaged")) };
    await expect(answered(broken, "PROCESS")).rejects.toThrow("mail.model: damaged");
    await expect(answered(fakeModels({ spam: Number.NaN, ham: 0 }), "PROCESS")).rejects.toThrow("are damaged");
    await expect(answered(fakeModels({ a: 0.7, b: 0.3 }), "CHECK")).rejects.toThrow('has no class "spam"');
    const { fault } = protocolOf(broken);
    expect(String(fault("no\r\nmemory", false))).toBe("SPAMD/1.0 69 Service Unavailable: no\\r\\nmemory\r\n");
  });
});

const FIELDS = `X-Spam-Checker-Version: Thresher 1.2.3 (model 1a2b3c4d)
X-Spam-Flag: YES
X-Spam-Level: *******************
X-Spam-Score: 19.4
X-Spam-Status: Yes, score=19.4 required=5.0 tests=BAYES_99,THRESHER_SPAM
\tautolearn=no label=spam version=thresher
X-Thresher: label=spam; probability=0.998; model=1a2b3c4d
`;

describe("a message in the answer to a client of spamd", () => {
  const allBytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("");
  it.each([
    ["LF", LETTER],
    ["CRLF", LETTER.replaceAll("\n", "\r\n")],
    ["a mailbox line", `From a@example.com Mon Jan  1 00:00:00 2024\n${LETTER}`],
    ["no body", "Subject: a\n"],
    ["bytes of all kinds", `Subject: a\n\n${allBytes}\r\r\n\0`],
    ["no header", "only text, no header\n\nat all\n"],
    ["nothing", ""],
  ])("has new fields before its own, and all other bytes as they were: %s", async (_, letter) => {
    const marked = messageIn(await answered(fakeModels(SPAM), "PROCESS", letter));
    const fields = letter.includes("\r\nSubject") ? FIELDS.replaceAll("\n", "\r\n") : FIELDS;
    expect(marked).toContain(fields);
    expect(marked.replace(fields, "").replace("X-Thresher-Separator: added\n\n", "")).toBe(letter);
    const header = messageIn(await answered(fakeModels(SPAM), "HEADERS", letter));
    const end = /\r\n\r\n|\n\n/.exec(letter);
    expect(header + (end === null ? "" : letter.slice(end.index + end[0].length))).toBe(marked);
  });

  it("loses forged fields, and keeps what SpamAssassin moved aside", async () => {
    const forged = "X-Spam-Flag: NO\nx-spam-status: No,\n score=-9\nX-Spam-Any: 1\nX-Thresher: label=ham\n";
    const kept = `X-Spam-Prev-Subject: a\n${LETTER}X-Spam-Flag: in the body\n`;
    expect(messageIn(await answered(fakeModels(SPAM), "PROCESS", forged + kept))).toBe(FIELDS + kept);
  });

  it("is refused if no field can be added to it", async () => {
    const wide = Buffer.from(`\ufeff${LETTER}`, "utf16le").toString("latin1");
    await expect(answered(fakeModels(SPAM), "PROCESS", wide)).rejects.toThrow("no field can be added to it");
  });
});

describe("TELL", () => {
  const told = (models: Models, more: Partial<SpamdRequest>) => answered(models, "TELL", LETTER, more);

  it("learns spam as the class for spam, and ham as the most probable other one", async () => {
    const models = fakeModels(HAM);
    const done = "SPAMD/1.1 0 EX_OK\r\nDidSet: local\r\n\r\n\r\n";
    expect(await told(models, { isSet: true, messageClass: "spam" })).toBe(done);
    expect(await told(models, { isSet: true, messageClass: "ham" })).toBe(done);
    const lessons = ["spam", "work"].map((label) => ({ kind: "learn", label, user: "ann" }));
    expect(models.taught).toMatchObject(lessons);
  });

  it("unlearns, and does not claim what was not done", async () => {
    const models = fakeModels(SPAM, "unlearned");
    expect(await told(models, { isRemoved: true })).toBe("SPAMD/1.1 0 EX_OK\r\nDidRemove: local\r\n\r\n\r\n");
    expect(models.taught).toEqual([{ kind: "unlearn", user: "ann" }]);
    const nothing = "SPAMD/1.1 0 EX_OK\r\n\r\n\r\n";
    expect(await told(fakeModels(SPAM, "known"), { isSet: true, messageClass: "spam" })).toBe(nothing);
    expect(await told(fakeModels(SPAM, "unknown"), { isRemoved: true })).toBe(nothing);
    expect(await told(models, {})).toBe(nothing);
  });
});
