import { statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventLine, type LogForm, logLine } from "../../../delivery/operation/request-log.js";
import { ServerMetrics, serveMetrics } from "../../../delivery/operation/server-metrics.js";
import type { ServerObserver } from "../../../delivery/serving/message-server.js";
import { say } from "../../output/notices.js";
import { VERSION } from "../../output/output.js";

/** How `serve` is watched. */
export interface OperationOptions {
  /** The form of the log on standard error. Default: there is none. */
  readonly log?: LogForm;
  /** The port of the metrics; 0 chooses a free one. Default: there are none. */
  readonly metrics?: number;
  readonly quiet?: boolean;
}

/** The log and the metrics of a running server. */
export class Operation {
  readonly #options: OperationOptions;
  readonly #metrics = new ServerMetrics(VERSION);
  /** The server of the metrics, once it is started. */
  #page: Server | undefined;

  constructor(options: OperationOptions) {
    this.#options = options;
  }

  /** Counts an event and logs it. */
  readonly observe: ServerObserver = (event) => {
    const { log } = this.#options;
    this.#metrics.observe(event);
    const line = log && eventLine(event, log, new Date());
    if (line !== undefined) process.stderr.write(`${line}\n`);
  };

  /** Prints a notice, as a line of the log if there is one. */
  readonly say = (notice: string): void => {
    const { log } = this.#options;
    if (log === undefined) say(notice);
    else process.stderr.write(`${logLine({ notice }, log, new Date())}\n`);
  };

  /** Prints a notice unless --quiet is given. */
  tell(notice: string): void {
    if (!this.#options.quiet) this.say(notice);
  }

  /**
   * Answers monitors from now on, if --metrics is given.
   *
   * @param path of the model file, whose age is one of the metrics
   */
  async start(path: string, model: { readonly id: string }): Promise<void> {
    const { metrics: port } = this.#options;
    if (port === undefined) return;
    this.#page = await serveMetrics(port, () => {
      const status = statSync(path, { throwIfNoEntry: false });
      return this.#metrics.text(model.id, status && Date.now() - status.mtimeMs);
    });
    const { port: chosen } = this.#page.address() as AddressInfo;
    if (port === 0) this.tell(`metrics at http://127.0.0.1:${chosen}/metrics`);
  }

  /** Ends the server of the metrics. */
  stop(): void {
    this.#page?.close();
    this.#page?.closeAllConnections();
  }
}
