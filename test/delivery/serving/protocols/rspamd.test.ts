import { describe, expect, it } from "vitest";
import type { Lesson } from "../../../../src/delivery/filter/teacher.js";
import { newDesk } from "../../../../src/delivery/serving/protocols/desk.js";
import { rspamdRoutes } from "../../../../src/delivery/serving/protocols/rspamd.js";

const MESSAGE = Buffer.from("X-Spam-Status: No\nx-thresher: label=ham\nMessage-ID: <1@host>\nSubject: cash\n\nwin\n");
const asked: (string | undefined)[] = [];
const taught: unknown[] = [];
const models = {
  answer(_: Uint8Array, user?: string) {
    asked.push(user);
    const ranking = [
      { label: "spam", probability: 0.998 },
      { label: "work", probability: 0.002 },
    ];
    return { model: "1a2b3c4d", logOdds: Math.log(499), ranking };
  },
  async teach(lesson: Lesson, document?: Uint8Array, user?: string) {
    taught.push({ ...lesson, user });
    return { fates: [document?.includes(0) ? ("binary" as const) : ("learned" as const)], classes: [] };
  },
};
const options = { program: "1.2.3", hasUsers: true, password: "secret", stat: () => ({ scanned: 7 }) };
const routes = rspamdRoutes(newDesk(models, { ...options, actions: [{ action: "reject", score: 15 }] }));
const ask = async (path: string, fields: Record<string, string[]> = {}) =>
  (await routes[path]({ path, fields, body: MESSAGE })).body;

describe("the protocol of rspamd", () => {
  const result = { is_skipped: false, score: 19.4, required_score: 5, action: "reject" };
  const options = ["label=spam", "probability=0.998", "model=1a2b3c4d"];

  it("rejects a message with more than 100 different fields of servers, and names 101 of them", async () => {
    const body = Buffer.from(`${Array.from({ length: 200 }, (_, n) => `X-Spam-${n}:\n`).join("")}\nhi\n`);
    const quiet = rspamdRoutes(newDesk(models, { program: "1" }));
    const answer = await quiet["/checkv2"]({ path: "/checkv2", fields: {}, body });
    expect(answer).toMatchObject({ body: { action: "reject" }, facts: { action: "reject" } });
    const { milter } = answer.body as { milter: { remove_headers: object } };
    expect(Object.keys(milter.remove_headers)).toHaveLength(101);
  });

  it("gives the verdict, its reasons, and the fields to remove and to add", async () => {
    expect(await ask("/checkv2")).toEqual({
      ...result,
      thresholds: { "add header": 5, reject: 15 },
      symbols: {
        BAYES_99: { name: "BAYES_99", score: 19.4, metric_score: 19.4, description: expect.any(String), options },
        THRESHER_SPAM: { name: "THRESHER_SPAM", score: 0, metric_score: 0, description: expect.any(String), options },
      },
      ...{ messages: {}, urls: [], emails: [], "message-id": "1@host" },
      milter: {
        remove_headers: { "x-spam-status": 0, "x-thresher": 0 },
        add_headers: {
          "X-Spam-Checker-Version": { value: "Thresher 1.2.3 (model 1a2b3c4d)", order: 0 },
          "X-Spam-Flag": { value: "YES", order: 0 },
          "X-Spam-Level": { value: "*".repeat(19), order: 0 },
          "X-Spam-Score": { value: "19.4", order: 0 },
          "X-Spam-Status": {
            value: "Yes, score=19.4 required=5.0 tests=BAYES_99,THRESHER_SPAM autolearn=no label=spam version=thresher",
            order: 0,
          },
          "X-Thresher": { value: "label=spam; probability=0.998; model=1a2b3c4d", order: 0 },
        },
      },
    });
    const older = { default: { ...result, is_spam: true, BAYES_99: { score: 19.4 } } };
    expect([await ask("/check"), await ask("/symbols")]).toMatchObject([older, older]);
    const marking = rspamdRoutes(newDesk(models, { program: "1" }));
    const marked = await marking["/checkv2"]({ path: "/checkv2", fields: {}, body: MESSAGE });
    expect(marked.body).toMatchObject({ action: "add header", thresholds: { "add header": 5 } });
    expect([await ask("/ping"), await ask("/stat")]).toEqual(["pong\r\n", { scanned: 7 }]);
  });

  it("asks the model of Deliver-To, or of the only Rcpt, or of User, in whatever letters", async () => {
    asked.length = 0;
    const [user, rcpt] = [["Ann"], ["<BOB@example.org>"]];
    await ask("/checkv2", { user, rcpt, "deliver-to": ["Eve@Example.org"] });
    await ask("/checkv2", { user, rcpt });
    await ask("/checkv2", { user, "deliver-to": [""], rcpt: ["", ""] });
    await ask("/checkv2", { user, rcpt: [...rcpt, "carol@example.org"] });
    expect(asked).toEqual(["eve@example.org", "bob@example.org", "ann", undefined]);
  });

  it("says that a lesson changed nothing", async () => {
    const learn = rspamdRoutes(newDesk(models, { program: "1" }))["/learnspam"];
    const { body } = await learn({ path: "/learnspam", fields: {}, body: Buffer.from("\n\n\0") });
    expect(body).toEqual({ success: false, error: "nothing changed: the message is binary" });
    taught.pop();
  });

  it("learns with the password alone", async () => {
    const password = ["secret"];
    expect(await ask("/learnspam", { password, user: ["Ann"] })).toEqual({ success: true });
    await ask("/learnham", { password, user: ["ann"] });
    const lessons = ["spam", "work"].map((label) => ({ kind: "learn", label, user: "ann" }));
    expect(taught).toMatchObject(lessons);
    for (const wrong of [["Secret"], [""], undefined, ["secretsecret"]]) {
      const fields = wrong === undefined ? {} : { password: wrong };
      await expect(ask("/learnspam", fields)).rejects.toThrow(
        "the password is wrong: lessons need that of --allow-tell",
      );
    }
    const learn = (desk: Parameters<typeof newDesk>[1]) =>
      rspamdRoutes(newDesk(models, desk))["/learnham"]({ path: "/learnham", fields: {}, body: MESSAGE });
    await expect(learn({ program: "1", password: "" })).rejects.toThrow("lessons need a password here");
    expect(taught).toHaveLength(2);
    await learn({ program: "1" });
    expect(taught).toHaveLength(3);
  });
});
