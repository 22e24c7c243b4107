import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { VERSION } from "../../base/version.js";
import type { Drift } from "../drift/drift.js";
import { ACTIONS } from "../serving/protocols/desk.js";
import type { ServerEvent } from "../serving/protocols/protocol.js";

/** The types of the metrics for Prometheus, and what they are. */
const METRICS = {
  requests_total: ["counter", "Requests that were answered, by command, verdict and action on spam."],
  request_duration_seconds: ["histogram", "Time from a whole request to its answer."],
  faults_total: ["counter", "Requests without an answer, by the side that is at fault."],
  connections: ["gauge", "Clients that are connected."],
  connections_total: ["counter", "Clients that were let in."],
  connections_refused_total: ["counter", "Clients that were turned away because there were too many."],
  learned_total: ["counter", "Lessons, by outcome and class."],
  lessons_waiting: ["gauge", "Lessons that are on disk, but not yet in the file of the model."],
  users: ["gauge", "Users with a file of lessons, and those of them in memory."],
  resident_memory_bytes: ["gauge", "Memory that the process takes."],
  build_info: ["gauge", "The version of Thresher."],
  model_info: ["gauge", "The id of the model."],
  model_age_seconds: ["gauge", "Time since the file of the model was written."],
  drift_alarm: ["gauge", "1 if the latest documents are unlike the usual ones, otherwise 0."],
  drift_evidence: ["gauge", "The evidence of a change; from 10000 on there is an alarm."],
  drift_messages: ["gauge", "Documents that are compared."],
  drift_share: ["gauge", "Share of documents with many unknown words, of unsure ones, and of each class."],
  drift_usual_share: ["gauge", "The usual share of these documents."],
} as const;

/** The upper ends of the buckets of the histogram, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY];

/** The state of the model of a server when metrics are read. */
export interface MetricsOfNow {
  /** The identity of the model. */
  readonly id: string;
  /** The age of its file, in milliseconds; undefined if there is none. */
  readonly age: number | undefined;
  /** Undefined if it is not known. */
  readonly drift?: Drift | undefined;
  /** Lessons in the queue of the model; undefined if it does not learn. */
  readonly waiting?: number | undefined;
  /** Undefined if all users have one model. */
  readonly users?: { readonly files: number; readonly inMemory: number } | undefined;
}

/** The labels of a value. */
type Labels = Readonly<Record<string, string>>;

/** Counts what a server does, as text for Prometheus (exposition format 0.0.4). Its names begin with `thresher_`. */
export class ServerMetrics {
  /** The values, by names with labels such as `faults_total{side="client"}`. */
  readonly #values = new Map<string, number>();

  /** @param version of this program */
  constructor(version: string) {
    this.#add("build_info", { version });
    this.#addTime(0, 0);
    for (const side of ["client", "server"]) this.#add("faults_total", { side }, 0);
    for (const end of ["", "_total", "_refused_total"]) this.#add(`connections${end}`, {}, 0);
  }

  /** Counts an event of a server. */
  observe(event: ServerEvent): void {
    if (event.kind === "answered") {
      const { command, decision, label = "", outcomes = [], action, taught } = event.facts;
      this.#add("requests_total", { command, verdict: decision ?? label, ...(action && { action }) });
      for (const outcome of outcomes) this.#add("learned_total", { outcome, ...(taught && { class: taught }) });
      this.#addTime(event.milliseconds / 1000, 1);
    } else if (event.kind === "fault") this.#add("faults_total", { side: event.isClients ? "client" : "server" });
    else if (event.kind === "refused") this.#add("connections_refused_total");
    else {
      this.#add("connections", {}, event.kind === "connected" ? 1 : -1);
      if (event.kind === "connected") this.#add("connections_total");
    }
  }

  /** Returns all values, with those of the model. */
  text({ id, age, drift, waiting, users }: MetricsOfNow): string {
    const values = new Map(this.#values).set(seriesOf("model_info", { id }), 1);
    if (age !== undefined) values.set("model_age_seconds", age / 1000);
    if (waiting !== undefined) values.set("lessons_waiting", waiting);
    values.set("resident_memory_bytes", process.memoryUsage.rss());
    if (users !== undefined) {
      values.set('users{state="with lessons"}', users.files).set('users{state="in memory"}', users.inMemory);
    }
    if (drift !== undefined) {
      values.set("drift_alarm", Number(drift.since !== undefined));
      values.set("drift_evidence", drift.evidence).set("drift_messages", drift.decisions);
      for (const { of, now, usual } of drift.shares) {
        values.set(seriesOf("drift_share", { of }), now).set(seriesOf("drift_usual_share", { of }), usual);
      }
    }
    const lines = Object.entries(METRICS).flatMap(([name, [type, help]]) => {
      // The values of a histogram are named after it.
      const ofMetric = [...values].filter(
        ([series]) => /^(.*?)(?:_bucket|_sum|_count)?(?:\{|$)/.exec(series)?.[1] === name,
      );
      const texts = ofMetric.map(([series, value]) => `thresher_${series} ${value}`);
      return [`# HELP thresher_${name} ${help}`, `# TYPE thresher_${name} ${type}`, ...texts];
    });
    return `${lines.join("\n")}\n`;
  }

  /** Returns the totals of all protocols as rspamd names them, with those that its client needs. */
  stat() {
    const sum = (series: RegExp) => sumOf([...this.#values].map(([name, value]) => (series.test(name) ? value : 0)));
    const [spam, ham] = ["spam", "(?:ham|unsure)"].map((is) => `^requests_total.*verdict="${is}"`);
    const [spams, hams, marked, passed] = [spam, ham, `${spam}}`, `${ham}}`].map((is) => sum(new RegExp(is)));
    const taken = ACTIONS.map((action) => [action, sum(new RegExp(`^requests_total.*action="${action}"`))] as const);
    return {
      version: VERSION,
      uptime: Math.floor(process.uptime()),
      read_only: false,
      scanned: spams + hams,
      spam_count: spams,
      ham_count: hams,
      learned: sum(/^learned_total\{outcome="learned"/),
      connections: sum(/^connections_total/),
      control_connections: 0,
      statfiles: [],
      actions: { "add header": marked, "no action": passed, ...Object.fromEntries(taken) },
    };
  }

  /** Adds requests that took so many seconds each. */
  #addTime(seconds: number, requests: number): void {
    for (const end of BUCKETS) {
      const le = end === Number.POSITIVE_INFINITY ? "+Inf" : String(end);
      this.#add("request_duration_seconds_bucket", { le }, seconds <= end ? requests : 0);
    }
    this.#add("request_duration_seconds_sum", {}, seconds * requests);
    this.#add("request_duration_seconds_count", {}, requests);
  }

  #add(name: string, labels: Labels = {}, by = 1): void {
    const series = seriesOf(name, labels);
    this.#values.set(series, (this.#values.get(series) ?? 0) + by);
  }
}

/** Returns a name with labels, such as `faults_total{side="client"}`. */
function seriesOf(name: string, labels: Labels): string {
  const escaped = (value: string) => value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

/** Milliseconds for a request to come. Its answer is ready at once. */
const PATIENCE = 5000;
/** Maximum number of clients at a time: enough for a monitor, a health check, and somebody who looks. */
const MAX_CLIENTS = 16;
/**
 * The names of this machine in requests. Other names are refused, because a page in a browser may reach the port under
 * a name of its own (DNS rebinding).
 */
const OWN_NAME = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;

/**
 * Serves `/metrics` and `/healthz` by HTTP, to programs on this machine.
 *
 * @param port 0 chooses a free one
 * @param metrics returns the text of `/metrics`, in the format of Prometheus
 * @throws DataError if it cannot listen there.
 */
export async function serveMetrics(port: number, metrics: () => string): Promise<Server> {
  const server = createServer(
    { requestTimeout: PATIENCE, headersTimeout: PATIENCE },
    ({ method, url, headers }, answer) => {
      const end = (status: number, text: string) => {
        const type = "text/plain; version=0.0.4; charset=utf-8";
        answer.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", Connection: "close" }).end(text);
      };
      if (!OWN_NAME.test(headers.host ?? "")) return end(403, "use the host 127.0.0.1 or localhost\n");
      if (method !== "GET" && method !== "HEAD") return end(405, "use GET\n");
      if (url === "/healthz") return end(200, "ok\n");
      if (url === "/metrics") return end(200, metrics());
      end(404, "see /metrics and /healthz\n");
    },
  );
  server.maxConnections = MAX_CLIENTS;
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const why = codeOf(error) === "EADDRINUSE" ? "another program listens there" : reason(error);
    throw new DataError(`cannot listen at port ${port} for metrics: ${why}`);
  }
  return server;
}
