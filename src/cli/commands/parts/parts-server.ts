import { createReadStream, createWriteStream, statSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import { pipeline } from "node:stream/promises";

/** A server that takes files by PUT and gives them by GET. */
export interface PartsServer {
  /** Its URL, without a password. */
  readonly shown: string;
  /** Where a file lies. */
  readonly urlOf: (name: string) => URL;
  /** Further headers of a request, such as a signature. @param path the file that is sent */
  readonly headersOf?: (method: string, url: URL, path?: string) => Promise<OutgoingHttpHeaders>;
  /** What the codes of its refusals mean. Undefined if it gives none. */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** Milliseconds in which a server has to send or take something. */
const PATIENCE = 60_000;
/** The most bytes of a refusal that are read. */
const REFUSAL = 1 << 16;

/** A server that needs no signature. The name of a file goes before a query, which may be one for all requests. */
export function plainServer(place: URL): PartsServer {
  return {
    shown: `${place.origin}${place.pathname}`,
    urlOf(name) {
      const full = new URL(place);
      full.pathname = `${full.pathname.replace(/\/$/, "")}/${name}`;
      return full;
    },
  };
}

/** Copies a file from the server to a path. @returns whether there is one @throws Error if the server refuses. */
export async function getFile(server: PartsServer, name: string, path: string): Promise<boolean> {
  const answer = await ask(server, name, "GET");
  if (isDone(answer)) {
    await pipeline(answer, createWriteStream(path));
    return true;
  }
  const code = await codeIn(answer, server);
  if (answer.statusCode === 404 && code !== "NoSuchBucket") return false;
  throw refusal(answer, code, server);
}

/** Sends a file to the server. @throws Error if it refuses. */
export async function putFile(server: PartsServer, name: string, path: string): Promise<void> {
  const answer = await ask(server, name, "PUT", path);
  if (isDone(answer)) answer.resume();
  else throw refusal(answer, await codeIn(answer, server), server);
}

/** The beginning of a server's answer. With a file, its bytes are sent, and their number: object stores want that. */
async function ask(server: PartsServer, name: string, method: string, path?: string): Promise<IncomingMessage> {
  const url = server.urlOf(name);
  const headers = {
    ...(path !== undefined && { "Content-Length": statSync(path).size }),
    ...(await server.headersOf?.(method, url, path)),
  };
  const { request } = createRequire(import.meta.url)(`node:${url.protocol.slice(0, -1)}`) as typeof import("node:http");
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, timeout: PATIENCE }, resolve);
    asking.on("timeout", () => asking.destroy(new Error("the server does not answer")));
    asking.on("error", reject);
    if (path === undefined) asking.end();
    else pipeline(createReadStream(path), asking).catch(reject);
  });
}

function isDone({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode <= 299;
}

/** The code in the XML of a refusal, if the server is one that gives them. */
async function codeIn(answer: IncomingMessage, { meanings }: PartsServer): Promise<string | undefined> {
  let text = "";
  if (meanings !== undefined) {
    answer.setEncoding("latin1");
    for await (const piece of answer) {
      text += piece;
      if (text.length > REFUSAL) break;
    }
  }
  answer.resume();
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
}

function refusal({ statusCode, statusMessage }: IncomingMessage, code = statusMessage, server: PartsServer): Error {
  const meaning = server.meanings?.[code ?? ""];
  return new Error(`the server says ${statusCode} ${code}${meaning === undefined ? "" : `: ${meaning}`}`);
}
