import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventLine, logLine } from "../../../src/delivery/operation/request-log.js";
import { ServerMetrics, serveMetrics } from "../../../src/delivery/operation/server-metrics.js";

const MODEL = "23e7dc4c";
const CLIENT = { client: 1 } as const;
const message = Buffer.alloc(0);

/** The values of a text for Prometheus, by their names with labels. */
function valuesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const line = /^(thresher_\w+(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})?) (\S+)$/;
  return Object.fromEntries(lines.map((text) => (line.exec(text) ?? []).slice(1)).map(([n, v]) => [n, Number(v)]));
}

describe("the metrics of a server", () => {
  it("are there from the start, with their types, at zero", () => {
    const page = new ServerMetrics("1.2.3").text({ id: MODEL, age: 2_500 });
    const { thresher_model_age_seconds: age, ...others } = valuesOf(page);
    const infos = ['thresher_build_info{version="1.2.3"}', 'thresher_model_info{id="23e7dc4c"}'];
    expect([age, ...infos.map((name) => others[name])]).toEqual([2.5, 1, 1]);
    const zeros = Object.keys(others).filter((name) => others[name] === 0);
    const counters = ["connections", "connections_total", "connections_refused_total", "request_duration_seconds_sum"];
    counters.push("request_duration_seconds_count", 'faults_total{side="client"}', 'faults_total{side="server"}');
    expect(zeros.filter((name) => !name.includes("_bucket")).sort()).toEqual(
      counters.map((name) => `thresher_${name}`).sort(),
    );
    expect(page).toMatch(/^# TYPE thresher_requests_total counter$/m);
    expect(page).toMatch(/^# TYPE thresher_request_duration_seconds histogram$/m);
    expect(page.endsWith("\n")).toBe(true);
  });

  it("say whether messages have changed, if that is known", () => {
    const metrics = new ServerMetrics("1");
    expect(metrics.text({ id: MODEL, age: 0 })).not.toMatch(/^thresher_drift/m);
    const shares = [{ of: "class spam", text: "", now: 0.5, usual: 0.25, isChanged: true }];
    const since = { time: "2026-11-02T00:00:00.000Z", decisions: 80 };
    const facts = {
      decisions: 700,
      usual: "",
      accuracy: { now: 1, usual: 1 },
      words: [],
      preset: undefined,
      shares,
      evidence: 12_345,
    };
    const values = valuesOf(metrics.text({ id: MODEL, age: 0, drift: { ...facts, since } }));
    expect(values).toMatchObject({
      thresher_drift_alarm: 1,
      thresher_drift_evidence: 12_345,
      thresher_drift_messages: 700,
    });
    expect(values['thresher_drift_share{of="class spam"}']).toBe(0.5);
    expect(values['thresher_drift_usual_share{of="class spam"}']).toBe(0.25);
    expect(
      valuesOf(metrics.text({ id: MODEL, age: 0, drift: { ...facts, since: undefined } })).thresher_drift_alarm,
    ).toBe(0);
  });

  it("count requests by command and verdict, faults by side, clients and lessons", () => {
    const metrics = new ServerMetrics("1.2.3");
    for (const kind of ["connected", "connected", "refused"] as const) metrics.observe({ ...CLIENT, kind });
    for (const facts of [
      { command: "PROCESS", decision: "spam", label: "junk" },
      { command: "PROCESS", decision: "spam" },
      { command: "filter", label: "work" },
      { command: "forget", outcomes: ["unlearned", "unlearned"] },
      { command: "TELL", taught: "spam", outcomes: ["learned"] },
    ]) {
      metrics.observe({ ...CLIENT, kind: "answered", milliseconds: 4, facts: { message, ...facts } });
    }
    metrics.observe({ ...CLIENT, kind: "fault", reason: "x", isClients: true });
    metrics.observe({ ...CLIENT, kind: "closed" });
    const now = { id: MODEL, age: 0, waiting: 3, users: { files: 200, inMemory: 7 } };
    expect(valuesOf(metrics.text(now))).toMatchObject({
      'thresher_learned_total{outcome="learned",class="spam"}': 1,
      'thresher_request_duration_seconds_bucket{le="0.0025"}': 0,
      'thresher_request_duration_seconds_bucket{le="0.005"}': 5,
      'thresher_request_duration_seconds_bucket{le="+Inf"}': 5,
      thresher_lessons_waiting: 3,
      'thresher_users{state="with lessons"}': 200,
      'thresher_users{state="in memory"}': 7,
      thresher_resident_memory_bytes: expect.any(Number),
      'thresher_requests_total{command="PROCESS",verdict="spam"}': 2,
      'thresher_requests_total{command="filter",verdict="work"}': 1,
      'thresher_requests_total{command="forget",verdict=""}': 1,
      'thresher_learned_total{outcome="unlearned"}': 2,
      'thresher_faults_total{side="client"}': 1,
      'thresher_faults_total{side="server"}': 0,
      thresher_connections: 1,
      thresher_connections_total: 2,
      thresher_connections_refused_total: 1,
    });
  });

  it("count rejected mail apart from mail that was marked, as rspamd does", () => {
    const metrics = new ServerMetrics("1.2.3");
    for (const facts of [{ decision: "spam" }, { decision: "spam", action: "reject" }, { decision: "unsure" }]) {
      metrics.observe({
        ...CLIENT,
        kind: "answered",
        milliseconds: 4,
        facts: { command: "MILTER", message, ...facts },
      });
    }
    const actions = { "add header": 1, "no action": 1, reject: 1, discard: 0, quarantine: 0 };
    expect(metrics.stat()).toMatchObject({ scanned: 3, spam_count: 2, ham_count: 1, actions });
    expect(valuesOf(metrics.text({ id: MODEL, age: 0 }))).toMatchObject({
      'thresher_requests_total{command="MILTER",verdict="spam",action="reject"}': 1,
    });
  });

  it("have the model of now, whose age is missing while there is no file, and escape what a class is called", () => {
    const metrics = new ServerMetrics("1.2.3");
    metrics.text({ id: MODEL, age: 0 });
    const names = Object.keys(valuesOf(metrics.text({ id: "00000000", age: undefined })));
    expect(names.filter((name) => /model|age/.test(name))).toEqual(['thresher_model_info{id="00000000"}']);
    const facts = { command: "filter", message, label: 'a"b\\c\nd' };
    metrics.observe({ ...CLIENT, kind: "answered", milliseconds: 1, facts });
    expect(metrics.text({ id: MODEL, age: 0 })).toContain(
      'thresher_requests_total{command="filter",verdict="a\\"b\\\\c\\nd"} 1\n',
    );
  });
});

/** Asks the page for a path. @param host default: the address */
async function asked(path: string, host?: string, method = "GET") {
  const page = await serveMetrics(0, () => "a_total 1\n");
  onTestFinished(() => void page.close());
  const { port } = page.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", path, method, headers: host === undefined ? {} : { host } }).end();
  const [answer] = await once(sent, "response");
  return `${answer.statusCode} ${await text(answer)}`;
}

describe("the page for monitors", () => {
  it.each([
    ["/metrics", undefined, "GET", /^200 a_total 1\n$/],
    ["/healthz", undefined, "GET", /^200 ok\n$/],
    ["/healthz", "localhost", "GET", /^200 ok\n$/],
    ["/healthz", undefined, "HEAD", /^200 $/],
    ["/", undefined, "GET", /^404 /],
    ["/metrics/../healthz", undefined, "GET", /^404 /],
    ["/metrics", undefined, "POST", /^405 /],
    // A page in a browser that reaches the port under a name of its own.
    ...["example.org", "example.org:80", "127.0.0.1.example.org", "a.localhost", "localhost@example.org"].map(
      (host) => ["/metrics", host, "GET", /^403 (?!.*a_total)/] as const,
    ),
  ] as const)("answers %s of the host %s, asked with %s", async (path, host, method, answer) => {
    expect(await asked(path, host, method)).toMatch(answer);
  });
});

describe("the log of a server", () => {
  const TIME = new Date(Date.UTC(2026, 0, 31, 9, 30));
  const answer = { model: "23e7dc4c", ranking: [], logOdds: 0 };
  const verdict = { decision: "spam", label: "junk", score: "12.3", answer };
  const FACTS = { command: "PROCESS", user: "ann", message: Buffer.alloc(5120), ...verdict };
  const ANSWERED = { client: 7, from: "192.0.2.1", kind: "answered", milliseconds: 3.12345, facts: FACTS } as const;

  it("has a line of text for each request", () => {
    expect(eventLine(ANSWERED, "text", TIME)).toBe(
      "2026-01-31T09:30:00.000Z client=7 from=192.0.2.1 command=PROCESS user=ann bytes=5120 verdict=spam label=junk score=12.3 model=23e7dc4c whose=shared milliseconds=3.1",
    );
  });

  it("says why a message was marked: its Message-ID, and by whose model in which file", () => {
    const source = { isOwn: true, file: "/var/lib/thresher/ann.model", saved: "0a1b2c3d" };
    const about = { message: Buffer.from("Message-ID: <1@example.com>\n\n"), answer: { ...answer, ...source } };
    const line = eventLine({ ...ANSWERED, at: "/run/s", facts: { ...FACTS, ...about } }, "text", TIME);
    const [, shown] = / at=(.*)$/.exec(line ?? "") ?? [];
    expect(shown).toBe(
      "/run/s command=PROCESS user=ann message-id=<1@example.com> bytes=29 verdict=spam label=junk score=12.3 model=23e7dc4c whose=own file=/var/lib/thresher/ann.model saved=0a1b2c3d milliseconds=3.1",
    );
  });

  it("shows a hostile Message-ID safely, and no more of it than of a usual one", () => {
    const hostile = Buffer.from(`Message-ID: <a;verdict=ham\u202e${"x".repeat(1_000)}@b>\n\n`);
    const line = eventLine({ ...ANSWERED, facts: { ...FACTS, message: hostile } }, "text", TIME) ?? "";
    expect(line).toMatch(/ message-id="<a;verdict=ham\\u202ex+" bytes=\d+ /);
    expect(line.length).toBeLessThan(600);
  });

  it("says what a lesson did, what went wrong, and who was turned away, and nothing of clients that come and go", () => {
    const facts = { command: "learn", message, taught: "work", outcomes: ["learned", "known"] };
    const lesson = eventLine({ ...ANSWERED, facts }, "text", TIME);
    expect(lesson).toMatch(/ command=learn bytes=0 taught=work outcome="learned,known" milliseconds=3.1$/);
    const fault = { ...CLIENT, kind: "fault", reason: "too late", isClients: true } as const;
    expect(eventLine(fault, "text", TIME)).toMatch(/Z client=1 fault="too late" side=client$/);
    expect(eventLine({ ...fault, isClients: false }, "text", TIME)).toMatch(/ side=server$/);
    expect(eventLine({ client: 9, kind: "refused" }, "text", TIME)).toMatch(/ client=9 fault="too many clients"$/);
    for (const kind of ["connected", "closed"] as const)
      expect(eventLine({ ...CLIENT, kind }, "text", TIME)).toBeUndefined();
  });

  it.each(["text", "json"] as const)("keeps a value on its line and in its place, as %s", (form) => {
    const user = 'ann verdict=ham\n2026 "x" \u202e';
    const line = logLine({ user }, form, TIME);
    expect(line).not.toMatch(/[\n\u202e]/);
    expect(form === "json" ? JSON.parse(line).user : JSON.parse(line.replace(/^.* user=/, ""))).toBe(user);
  });
});
