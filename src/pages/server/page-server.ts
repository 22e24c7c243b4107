import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { json } from "node:stream/consumers";
import { isRecord } from "../../base/checks.js";
import { codeOf, DataError, reason, UsageError } from "../../base/errors.js";
import { Admission } from "./admission.js";
import { type PageName, pageDocument } from "./page-document.js";

/** In bytes. The longest request is an answer with the name of a new folder. */
const MAX_BODY = 65_536;
/**
 * Connections at a time on which nobody has shown the secret. More than the system keeps waiting (511), so that all of
 * these are answered before one of them has to go.
 */
const MAX_STRANGERS = 800;
/** In milliseconds: for a request to arrive. */
const PATIENCE = 10_000;

/** Said to a page without the secret. */
const REFUSED =
  "This address was opened before, or Thresher was started again. Press Enter where Thresher runs, and open the address that it prints; or end it, and run the same command again: nothing is lost.";

/** Answers a request with a value that becomes JSON. @throws DataError or UsageError with a line for the user. */
type Handler<T> = (input: T, signal: AbortSignal) => unknown;

/** A page and its data. */
export interface PageServerOptions {
  readonly page: PageName;
  /** The data that the page reads, by the name in the address. The input is the query; the signal ends with the connection. */
  readonly reads: Readonly<Record<string, Handler<URLSearchParams>>>;
  /** The changes that the page makes, by the name in the address. The input is JSON that nobody has checked. */
  readonly changes: Readonly<Record<string, Handler<unknown>>>;
  /** The port on 127.0.0.1. Default 0: a free one. */
  readonly port?: number | undefined;
}

/**
 * Serves one page to the browser of this user, on 127.0.0.1 only. The page itself has nothing private, and comes in one
 * piece with its script and style. `Admission` says who gets its data.
 *
 * A request with another Host is refused, and so is one for data that a page of another origin has sent. Changes must
 * name their Origin and be JSON, which a form cannot send.
 */
export class PageServer {
  readonly #server: Server;
  readonly #options: PageServerOptions;
  readonly #admission = new Admission();
  readonly #page: ReturnType<typeof pageDocument>;
  /** The connections on which nobody has shown the secret, the oldest first. */
  readonly #strangers = new Set<Socket>();
  #host = "";

  constructor(options: PageServerOptions) {
    this.#options = options;
    this.#page = pageDocument(options.page);
    const limits = { requestTimeout: PATIENCE, headersTimeout: PATIENCE, maxHeaderSize: 8192 };
    this.#server = createServer(limits, (request, response) => this.#take(request, response));
    this.#server.on("connection", (socket) => this.#greet(socket));
  }

  /** Begins to listen. @throws DataError if the port is taken, or not allowed. */
  async listen(): Promise<void> {
    const { port = 0 } = this.#options;
    try {
      await once(this.#server.listen(port, "127.0.0.1"), "listening");
    } catch (error) {
      const why =
        codeOf(error) === "EADDRINUSE" ? "another program uses it: choose another, or 0 for a free one" : reason(error);
      throw new DataError(`port ${port}: ${why}`);
    }
    this.#host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns a new address of the page. It admits one browser, until the server ends. */
  newAddress(): string {
    // A browser sends to nobody what follows the #.
    return `http://${this.#host}/#key=${this.#admission.newKey()}`;
  }

  /** Ends the server and all its connections. */
  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Takes a connection. If there are too many of strangers, the oldest one ends, so that nobody can shut the user out. */
  #greet(socket: Socket): void {
    this.#strangers.add(socket);
    socket.once("close", () => this.#strangers.delete(socket));
    const [oldest] = this.#strangers;
    if (this.#strangers.size > MAX_STRANGERS) oldest.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    void this.#answer(request, response).catch((error: unknown) => {
      const isForUser = error instanceof DataError || error instanceof UsageError;
      const line = isForUser ? error.message : `this is a fault of Thresher: ${reason(error)}`;
      this.#send(response, isForUser ? 422 : 500, { error: line });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, search] = (request.url ?? "").split("?");
    const { method, headers } = request;
    const refuse = (status: number, error: string) => this.#send(response, status, { error });
    const isRead = method === "GET";
    const name = path.slice(1);
    if (isRead && name === "" && headers.host === this.#host) {
      const ofPage = { ...this.#page.headers, "Content-Type": "text/html; charset=utf-8" };
      return void response.writeHead(200, ofPage).end(this.#page.html);
    }
    if (!isOwn(request, this.#host)) return refuse(403, REFUSED);
    if (method === "POST" && name === "admit") {
      const body = await readJson(request);
      const secret = this.#admission.admit(headers, isRecord(body) && body.key);
      return secret === undefined ? refuse(403, REFUSED) : this.#send(response, 200, { secret });
    }
    if (!this.#admission.admits(headers)) return refuse(403, REFUSED);
    this.#strangers.delete(request.socket);
    const { reads, changes } = this.#options;
    const closed = new AbortController();
    response.once("close", () => closed.abort());
    if (method === "POST" && Object.hasOwn(changes, name)) {
      return this.#send(response, 200, await changes[name](await readJson(request), closed.signal));
    }
    if (!isRead) return refuse(405, "this address takes no such request");
    if (!Object.hasOwn(reads, name)) return refuse(404, "there is nothing at this address");
    this.#send(response, 200, await reads[name](new URLSearchParams(search), closed.signal));
  }

  #send(response: ServerResponse, status: number, body: unknown): void {
    // First, because an answer that cannot be written becomes another one.
    const text = JSON.stringify(body);
    response.writeHead(status, { ...this.#page.headers, "Content-Type": "application/json; charset=utf-8" }).end(text);
  }
}

/** Whether a request comes from a page of this host, or from no page. */
function isOwn({ method, headers }: IncomingMessage, host: string): boolean {
  const own = `http://${host}`;
  // A browser that does not send Sec-Fetch-Site sends Origin with changes.
  const { origin = method === "POST" ? "" : own, "sec-fetch-site": site = "none" } = headers;
  const isJson = /^application\/json(?:;|$)/i.test(headers["content-type"] ?? "");
  const isFromPage = origin === own && (site === "same-origin" || site === "none");
  return headers.host === host && isFromPage && (method !== "POST" || isJson);
}

/** Reads the body of a request as JSON. @throws DataError if it is too long, or no JSON */
function readJson(request: IncomingMessage): Promise<unknown> {
  const { "content-length": length = Number.POSITIVE_INFINITY } = request.headers;
  if (Number(length) > MAX_BODY) throw new DataError(`a request has more than ${MAX_BODY} bytes`);
  return json(request).catch((error) => {
    throw new DataError(`a request is not JSON: ${reason(error)}`);
  });
}
