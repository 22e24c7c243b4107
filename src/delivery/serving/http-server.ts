import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { safeText } from "../../base/safe-text.js";
import { ClientServer, type ServerLimits, wholeTurn } from "./client-server.js";
import { MAX_REQUEST_BYTES, requireSize } from "./protocols/frames.js";
import type { HttpProtocol } from "./protocols/http.js";
import { type FoundRequest, PieceReader, RequestFault, type ServerObserver } from "./protocols/protocol.js";

/** The largest header of a request, in bytes: it names all recipients of a message. */
const MAX_HEADER_BYTES = 2 ** 19;
/** Requests on a connection. All that a client sends at once are answered before those of others. */
const MAX_REQUESTS = 100;
/** Milliseconds between looks for requests that take too long. */
const LOOK = 500;
/** Maximum length of the reason after the status of an answer, in characters. */
const MAX_REASON = 200;
/** The answers to bytes that Node's parser refuses, by its code. */
const REFUSED: Readonly<Record<string, RequestFault>> = {
  HPE_HEADER_OVERFLOW: new RequestFault(431, `the header has more than ${MAX_HEADER_BYTES} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestFault(408, "the request took too long to come"),
};

/** Answers requests by HTTP/1.0 and 1.1, with the limits of all servers. */
export class HttpServer extends ClientServer {
  readonly #protocol: HttpProtocol;
  /** The bytes that had come from a client when its last answer was sent. */
  readonly #answeredAt = new WeakMap<Socket, number>();

  constructor(protocol: HttpProtocol, limits: ServerLimits, observe?: ServerObserver) {
    const { patience } = limits;
    const times = { headersTimeout: patience, requestTimeout: patience, keepAliveTimeout: patience };
    const looks = { connectionsCheckingInterval: Math.min(LOOK, patience) };
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, ...times, ...looks });
    super(server, limits, observe);
    this.#protocol = protocol;
    // Without a limit of their number, because Node drops further fields without a word.
    server.maxHeadersCount = 0;
    server.maxRequestsPerSocket = MAX_REQUESTS;
    // For clients that do not read their answer.
    server.timeout = 2 * patience;
    server.on("request", (request, response) => void this.#answer(request, response));
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
      const fault = REFUSED[error.code ?? ""] ?? new RequestFault(400, `this is not HTTP: ${error.message}`);
      this.#noteFault(socket, fault);
      const body = JSON.stringify({ error: fault.message });
      const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
      socket.write(`HTTP/1.1 ${fault.status} ${fault.message}\r\n${fields}\r\n\r\n${body}`);
      // Not only this side: the client may go on sending.
      socket.destroySoon();
    });
  }

  protected async endIfIdle(socket: Socket): Promise<void> {
    await wholeTurn();
    if (socket.bytesRead === (this.#answeredAt.get(socket) ?? 0)) socket.destroySoon();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, headersDistinct } = request;
    // Node reads Latin-1, but names and passwords are UTF-8.
    const utf8 = (values: string[] = []) => values.map((value) => Buffer.from(value, "latin1").toString());
    const fields = Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, utf8(values)]));
    const reader = new PieceReader(bodyIn, this.room);
    try {
      const path = (request.url ?? "").replace(/\?.*/s, "").toLowerCase();
      const route = this.#protocol.routes[path];
      if (route === undefined) throw new RequestFault(404, `there is no ${path.slice(0, MAX_REASON)} here`);
      const message = await this.#bodyOf(request, reader);
      const since = performance.now();
      const { facts, body } = await route({ path, fields, body: message });
      const peer = this.peers.get(socket);
      if (peer) this.observe({ ...peer, kind: "answered", milliseconds: performance.now() - since, facts });
      this.#send(response, 200, body);
    } catch (error) {
      // If it has gone, or took too long, that was reported.
      const { message } = error as Error;
      if (!socket.destroyed) this.#send(response, this.#noteFault(socket, error), { error: message }, message);
    } finally {
      reader.release();
      this.#answeredAt.set(socket, socket.bytesRead);
    }
  }

  /** Reads the body of a request. It is valid until the reader is released. */
  async #bodyOf(request: IncomingMessage, reader: PieceReader<Uint8Array>): Promise<Uint8Array> {
    const { "content-encoding": encoding, compression = encoding } = request.headers;
    if (compression !== undefined) throw new RequestFault(415, `compression ${compression}: send it uncompressed`);
    requireSize(Number(request.headers["content-length"] ?? 0));
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      reader.take(piece).next();
    }
    const [body] = reader.take(new Uint8Array(0), true);
    return body ?? new Uint8Array(0);
  }

  /** Reports a request without an answer. Returns the status. */
  #noteFault(socket: Socket, error: unknown): number {
    const status = error instanceof RequestFault ? error.status : 503;
    const peer = this.peers.get(socket);
    const reason = (error as Error).message;
    if (peer !== undefined) this.observe({ ...peer, kind: "fault", reason, isClients: status < 500 });
    return status;
  }

  /** Sends an answer. @param reason for the first line: why there is none, because rspamc shows only that */
  #send(response: ServerResponse, status: number, body: object | string, reason = "OK"): void {
    const isText = typeof body === "string";
    const text = isText ? body : JSON.stringify(body);
    // Not all of the request may have come.
    response.shouldKeepAlive &&= !this.isStopping && response.req.complete;
    const ascii = safeText(reason).replace(/[^ -~]/g, "?");
    response.statusMessage = ascii.slice(0, MAX_REASON);
    const contentType = isText ? "text/plain" : "application/json";
    response.writeHead(status, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(text) }).end(text);
  }
}

/** Finds the body in the bytes that have come: all of them, at the end. */
function bodyIn(bytes: Uint8Array, isEnd: boolean): FoundRequest<Uint8Array> | number {
  requireSize(bytes.length);
  return isEnd ? { request: bytes, length: bytes.length } : MAX_REQUEST_BYTES;
}
