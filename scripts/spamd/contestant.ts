import { append } from "../../src/base/lists.js";
import { binaryMetrics } from "../../src/evaluation/metrics/binary-metrics.js";
import { median } from "../bench/measurement.js";
import type { Protocol, Verdict } from "./protocols.js";
import type { Server } from "./server.js";

/** A message, and whether it is spam. */
export interface Judged {
  readonly message: Buffer;
  readonly isSpam: boolean;
}

/** A server that is asked by a protocol, and what it has shown so far. */
export class Contestant {
  readonly name: string;
  readonly server: Server;
  /** Processor time of the server. */
  seconds = 0;
  /** Elapsed time. */
  elapsed = 0;
  readonly milliseconds: number[] = [];
  readonly verdicts: (Verdict & { readonly actual: boolean })[] = [];
  readonly #protocol: Protocol;
  readonly #port: number;

  constructor(name: string, server: Server, protocol: Protocol, port: number) {
    this.name = name;
    this.server = server;
    this.#protocol = protocol;
    this.#port = port;
  }

  /** Asks about messages with several clients at a time. @param counts whether the figures count */
  async ask(messages: readonly Judged[], clients: number, counts: boolean): Promise<void> {
    const requests = messages.map(({ message }) => this.#protocol.requestOf(message));
    const answers: Buffer[] = [];
    const before = this.server.seconds();
    const begun = performance.now();
    let next = 0;
    const askInTurn = async () => {
      const client = this.#protocol.newClient(this.#port);
      while (next < requests.length) {
        const n = next++;
        const since = performance.now();
        answers[n] = await client.ask(requests[n]);
        if (counts) this.milliseconds.push(performance.now() - since);
      }
      client.end?.();
    };
    await Promise.all(Array.from({ length: clients }, askInTurn));
    const elapsed = (performance.now() - begun) / 1000;
    const verdicts = answers.map((answer, n) => ({
      ...this.#protocol.verdictIn(answer.toString("latin1")),
      actual: messages[n].isSpam,
    }));
    if (!counts) return;
    this.elapsed += elapsed;
    this.seconds += this.server.seconds() - before;
    append(this.verdicts, verdicts);
  }
}

/** Returns the cells of a contestant's row in the table. */
export function rowOf({ name, server, seconds, elapsed, milliseconds, verdicts }: Contestant): string[] {
  const falseAlarms = verdicts.filter(({ actual, isSpam }) => isSpam && !actual).length;
  const misses = verdicts.filter(({ actual, isSpam }) => actual && !isSpam).length;
  const actual = verdicts.map((verdict) => Number(verdict.actual));
  const scores = Float64Array.from(verdicts, ({ score }) => score);
  const { now, peak } = server.megabytes();
  const above = binaryMetrics(["ham", "spam"], actual, scores).oneMinusAucPercent ?? Number.NaN;
  return [
    name,
    `${(100 * (1 - (falseAlarms + misses) / verdicts.length)).toFixed(2)} %`,
    String(falseAlarms),
    String(misses),
    `${above.toFixed(3)} %`,
    (verdicts.length / elapsed).toFixed(0),
    `${median(milliseconds).toFixed(2)} ms`,
    `${((1000 * seconds) / verdicts.length).toFixed(2)} ms`,
    `${now.toFixed(0)} MB`,
    `${peak.toFixed(0)} MB`,
  ];
}
