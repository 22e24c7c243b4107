import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { ServerMetrics, serveMetrics } from "../../../src/delivery/operation/server-metrics.js";

const MODEL = "23e7dc4c";
const CLIENT = { client: 1 } as const;
const message = Buffer.alloc(0);

/** The values of a text for Prometheus, by their names with labels. */
function valuesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, series = "", value] = /^(thresher_\w+(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})?) (\S+)$/.exec(line) ?? [];
      return [series, Number(value)];
    }),
  );
}

describe("the metrics of a server", () => {
  it("are there from the start, with their types, at zero", () => {
    const page = new ServerMetrics("1.2.3").text(MODEL, 2_500);
    const { thresher_model_age_seconds: age, ...others } = valuesOf(page);
    const infos = ['thresher_build_info{version="1.2.3"}', 'thresher_model_info{id="23e7dc4c"}'];
    expect([age, ...infos.map((name) => others[name])]).toEqual([2.5, 1, 1]);
    const zeros = Object.keys(others).filter((name) => others[name] === 0);
    const counters = ["connections", "connections_total", "connections_refused_total", "request_duration_seconds_sum"];
    counters.push("request_duration_seconds_count", 'faults_total{side="client"}', 'faults_total{side="server"}');
    expect(zeros.sort()).toEqual(counters.map((name) => `thresher_${name}`).sort());
    expect(page).toMatch(/^# TYPE thresher_requests_total counter$/m);
    expect(page).toMatch(/^# TYPE thresher_request_duration_seconds summary$/m);
    expect(page.endsWith("\n")).toBe(true);
  });

  it("count requests by command and verdict, faults by side, clients and lessons", () => {
    const metrics = new ServerMetrics("1.2.3");
    metrics.observe({ ...CLIENT, kind: "connected" });
    metrics.observe({ client: 2, kind: "connected" });
    metrics.observe({ client: 3, kind: "refused" });
    for (const facts of [
      { command: "PROCESS", decision: "spam", label: "junk" },
      { command: "PROCESS", decision: "spam" },
      { command: "filter", label: "work" },
      { command: "forget", outcomes: ["unlearned", "unlearned"] },
    ]) {
      metrics.observe({ ...CLIENT, kind: "answered", milliseconds: 1, facts: { message, ...facts } });
    }
    metrics.observe({ ...CLIENT, kind: "fault", reason: "x", isClients: true });
    metrics.observe({ ...CLIENT, kind: "closed" });
    expect(valuesOf(metrics.text(MODEL, 0))).toMatchObject({
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

  it("have the model of now, whose age is missing while there is no file, and escape what a class is called", () => {
    const metrics = new ServerMetrics("1.2.3");
    metrics.text(MODEL, 0);
    const values = valuesOf(metrics.text("00000000", undefined));
    expect(values).toMatchObject({ 'thresher_model_info{id="00000000"}': 1 });
    expect(Object.keys(values).filter((name) => /23e7dc4c|age/.test(name))).toEqual([]);
    const facts = { command: "filter", message, label: 'a"b\\c\nd' };
    metrics.observe({ ...CLIENT, kind: "answered", milliseconds: 1, facts });
    expect(metrics.text(MODEL, 0)).toContain('thresher_requests_total{command="filter",verdict="a\\"b\\\\c\\nd"} 1\n');
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
