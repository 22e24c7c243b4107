import { describe, expect, it } from "vitest";
import { eventLine, logLine } from "../../../src/delivery/operation/request-log.js";

const TIME = new Date(Date.UTC(2026, 0, 31, 9, 30));
const ANSWERED = {
  client: 7,
  from: "192.0.2.1",
  kind: "answered",
  milliseconds: 3.12345,
  facts: {
    command: "PROCESS",
    user: "ann",
    message: Buffer.alloc(5120),
    decision: "spam",
    label: "junk",
    score: "12.3",
    answer: { model: "23e7dc4c", ranking: [], logOdds: 0 },
  },
} as const;
const LESSON = { command: "learn", message: Buffer.alloc(0) };

describe("the log of a server", () => {
  it("has a line of text for each request", () => {
    expect(eventLine(ANSWERED, "text", TIME)).toBe(
      "2026-01-31T09:30:00.000Z client=7 from=192.0.2.1 command=PROCESS user=ann bytes=5120 verdict=spam label=junk score=12.3 model=23e7dc4c whose=shared milliseconds=3.1",
    );
  });

  it("says why a message was marked: its Message-ID, and by whose model in which file", () => {
    const source = { isOwn: true, file: "/var/lib/thresher/ann.model", saved: "0a1b2c3d" };
    const answer = { ...ANSWERED.facts.answer, ...source };
    const facts = { ...ANSWERED.facts, answer, message: Buffer.from("Message-ID: <1@example.com>\n\n") };
    expect(eventLine({ ...ANSWERED, at: "/run/s", facts }, "text", TIME)).toMatch(
      / client=7 from=192\.0\.2\.1 at=\/run\/s command=PROCESS user=ann message-id=<1@example\.com> bytes=29 verdict=spam label=junk score=12\.3 model=23e7dc4c whose=own file=\/var\/lib\/thresher\/ann\.model saved=0a1b2c3d milliseconds=3\.1$/,
    );
  });

  it("shows a hostile Message-ID safely, and no more of it than of a usual one", () => {
    const message = Buffer.from(`Message-ID: <a;verdict=ham\u202e${"x".repeat(1_000)}@b>\n\n`);
    const line = eventLine({ ...ANSWERED, facts: { ...ANSWERED.facts, message } }, "text", TIME) ?? "";
    expect(line).toMatch(/ message-id="<a;verdict=ham\\u202ex+" bytes=\d+ /);
    expect(line.length).toBeLessThan(600);
  });

  it("says what a lesson did, what went wrong, and who was turned away", () => {
    const lesson = { ...ANSWERED, facts: { ...LESSON, taught: "work", outcomes: ["learned", "known"] } };
    expect(eventLine(lesson, "text", TIME)).toMatch(
      / command=learn bytes=0 taught=work outcome="learned,known" milliseconds=3.1$/,
    );
    const fault = { client: 1, kind: "fault", reason: "too late", isClients: true } as const;
    expect(eventLine(fault, "text", TIME)).toMatch(/Z client=1 fault="too late" side=client$/);
    expect(eventLine({ ...fault, isClients: false }, "text", TIME)).toMatch(/ side=server$/);
    expect(eventLine({ client: 9, kind: "refused" }, "text", TIME)).toMatch(/ client=9 fault="too many clients"$/);
  });

  it("has no lines on clients that come and go", () => {
    expect(["connected", "closed"].map((kind) => eventLine({ client: 1, kind } as never, "text", TIME))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(["text", "json"] as const)("keeps a value on its line and in its place, as %s", (form) => {
    const user = 'ann verdict=ham\n2026 "x" \u202e';
    const line = logLine({ user }, form, TIME);
    expect(line).not.toMatch(/[\n\u202e]/);
    const value = form === "json" ? JSON.parse(line).user : JSON.parse(/ user=(.*)$/.exec(line)?.[1] ?? "");
    expect(value).toBe(user);
  });
});
