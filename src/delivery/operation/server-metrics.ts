import type { ServerEvent } from "../serving/message-server.js";

/** The model that a server answers with. */
export interface ServedModel {
  readonly id: string;
  /** When its file was written, in milliseconds since 1970. Undefined if there is none. */
  readonly time: number | undefined;
}

/** Upper bounds of the buckets of durations, in seconds. A message of usual size takes 1 to 10 ms. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

const METRICS = {
  requests_total: ["counter", "Requests that were answered, by command and verdict."],
  request_duration_seconds: ["histogram", "Time from a whole request to its answer."],
  faults_total: ["counter", "Requests without an answer, by the side that is at fault."],
  connections: ["gauge", "Clients that are connected."],
  connections_total: ["counter", "Clients that were let in."],
  connections_refused_total: ["counter", "Clients that were turned away because there were too many."],
  learned_total: ["counter", "Lessons, by outcome."],
  build_info: ["gauge", "The version of Thresher."],
  model_info: ["gauge", "The id of the model."],
  model_age_seconds: ["gauge", "Time since the file of the model was written."],
} as const;
type Metric = keyof typeof METRICS;

/** The labels of a value. */
type Labels = Readonly<Record<string, string>>;

/** Counts what a server does, as text for Prometheus (exposition format 0.0.4). Its names begin with `thresher_`. */
export class ServerMetrics {
  readonly #values = new Map<string, Map<string, number>>(Object.keys(METRICS).map((name) => [name, new Map()]));

  /** @param version of this program */
  constructor(version: string) {
    this.#add("build_info", { version });
    for (const name of ["connections", "connections_total", "connections_refused_total"] as const)
      this.#add(name, {}, 0);
    for (const side of ["client", "server"]) this.#add("faults_total", { side }, 0);
    for (const le of [...BUCKETS.map(String), "+Inf"]) this.#add("request_duration_seconds", { le }, 0, "_bucket");
    for (const part of ["_sum", "_count"]) this.#add("request_duration_seconds", {}, 0, part);
  }

  /** Counts an event of a server. */
  observe(event: ServerEvent): void {
    if (event.kind === "answered") {
      const { command = "", decision, label = "", outcomes = [] } = event.facts ?? {};
      this.#add("requests_total", { command, verdict: decision ?? label });
      for (const outcome of outcomes) this.#add("learned_total", { outcome });
      this.#addDuration(event.milliseconds / 1000);
    } else if (event.kind === "fault") this.#add("faults_total", { side: event.isClients ? "client" : "server" });
    else if (event.kind === "refused") this.#add("connections_refused_total");
    else {
      this.#add("connections", {}, event.kind === "connected" ? 1 : -1);
      if (event.kind === "connected") this.#add("connections_total");
    }
  }

  /** Returns all values, with those of the model. @param now in milliseconds since 1970 */
  text({ id, time }: ServedModel, now: number): string {
    this.#values.set("model_info", new Map([[seriesOf("model_info", { id }), 1]]));
    const age: [string, number][] = time === undefined ? [] : [[seriesOf("model_age_seconds"), (now - time) / 1000]];
    this.#values.set("model_age_seconds", new Map(age));
    const lines = (Object.keys(METRICS) as Metric[]).flatMap((name) => {
      const [type, help] = METRICS[name];
      const values = [...(this.#values.get(name) ?? [])].map(([series, value]) => `${series} ${value}`);
      return [`# HELP thresher_${name} ${help}`, `# TYPE thresher_${name} ${type}`, ...values];
    });
    return `${lines.join("\n")}\n`;
  }

  #add(name: Metric, labels: Labels = {}, by = 1, part = ""): void {
    const values = this.#values.get(name);
    const series = seriesOf(name + part, labels);
    values?.set(series, (values.get(series) ?? 0) + by);
  }

  /** Adds to each bucket that holds this duration: buckets are cumulative. */
  #addDuration(seconds: number): void {
    for (const bound of BUCKETS.filter((bound) => seconds <= bound)) {
      this.#add("request_duration_seconds", { le: String(bound) }, 1, "_bucket");
    }
    this.#add("request_duration_seconds", { le: "+Inf" }, 1, "_bucket");
    this.#add("request_duration_seconds", {}, seconds, "_sum");
    this.#add("request_duration_seconds", {}, 1, "_count");
  }
}

/** Returns a name with labels, such as `thresher_faults_total{side="client"}`. */
function seriesOf(name: string, labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return `thresher_${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
