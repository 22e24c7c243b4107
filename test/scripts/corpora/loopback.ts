import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback {
  /** The address without a path. */
  readonly base: string;
  /** Each request: its path and range. */
  readonly requests: { path: string; range: string | undefined }[];
  close(): Promise<void>;
}

/** Answers one request; `count` is 1 for the first one. */
export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A server on this machine. */
export async function serve(answer: Answer): Promise<Loopback> {
  const requests: Loopback["requests"] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? "", range: request.headers.range });
    answer(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Serves one file at every path, or the range of it that is asked for. */
export function file(bytes: Uint8Array): Answer {
  return (request, response) => {
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
    if (range === null) {
      response.writeHead(200, { "Content-Length": bytes.length }).end(bytes);
      return;
    }
    const start = Number(range[1]);
    if (start >= bytes.length) {
      response.writeHead(416, { "Content-Range": `bytes */${bytes.length}` }).end();
      return;
    }
    const headers = {
      "Content-Length": bytes.length - start,
      "Content-Range": `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
    };
    response.writeHead(206, headers).end(bytes.subarray(start));
  };
}

/** Serves a file by its path, and answers 404 to others. */
export function files(byPath: Readonly<Record<string, Uint8Array>>): Answer {
  return (request, response, count) => {
    const bytes = byPath[request.url ?? ""];
    if (bytes === undefined) response.writeHead(404).end();
    else file(bytes)(request, response, count);
  };
}

/** Sends the first `length` bytes of a file, then what `next` does with the connection. */
export function begin(bytes: Uint8Array, length: number, next: (response: ServerResponse) => void): Answer {
  return (_request, response) => {
    response.writeHead(200, { "Content-Length": bytes.length });
    response.write(bytes.subarray(0, length), () => next(response));
  };
}
