import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { codeOf, DataError, reason, UsageError } from "../../../base/errors.js";
import { exists } from "../../../documents/files/files.js";
import { A_DAY, removeAbandoned, writeAtomically } from "../../../documents/files/write-file.js";

/** Where plans, parts and sums travel: a folder that all machines share, or a server that takes PUT and GET. */
export interface PartsPlace {
  /** Its folder or URL, without a password. */
  readonly shown: string;
  /** A file of the place on this machine; undefined if there is none of this name. @param scratch for a copy */
  fetch(name: string, scratch: string): Promise<string | undefined>;
  /** Puts a file there. @param bytes are read before the call returns, once */
  put(name: string, bytes: Iterable<Uint8Array>, scratch: string): Promise<void>;
}

/** Whether a place is on a server. */
export function isUrl(place: string): boolean {
  return /^[a-z]+:\/\//i.test(place);
}

/**
 * @param isNew whether a folder is made if it is missing
 * @throws UsageError if it is a URL of another kind, DataError if the folder cannot be made.
 */
export function partsPlace(place: string, isNew = false): PartsPlace {
  if (isUrl(place)) return serverPlace(place);
  const folder = resolve(place);
  if (isNew) makeFolder(folder);
  return {
    shown: folder,
    fetch: async (name) => (exists(join(folder, name)) ? join(folder, name) : undefined),
    async put(name, bytes) {
      removeAbandoned(join(folder, name), A_DAY);
      writeAtomically(join(folder, name), bytes);
    },
  };
}

function makeFolder(folder: string): void {
  try {
    // Not recursive: for a folder in /proc, Node would try for ever.
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw new DataError(`${folder}: the folder cannot be made: ${reason(error)}`);
  }
}

/** Milliseconds in which a server has to send or take something. */
const PATIENCE = 60_000;

function serverPlace(place: string): PartsPlace {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("--parts: give a folder, or a URL that begins with http:// or https://");
  }
  const shown = `${url.origin}${url.pathname}`;
  /** The name goes before a query, which may be a signature. */
  const urlOf = (name: string) => {
    const full = new URL(url);
    full.pathname = `${full.pathname.replace(/\/$/, "")}/${name}`;
    return full;
  };
  return {
    shown,
    async fetch(name, scratch) {
      const path = join(scratch, name);
      try {
        const answer = await ask(urlOf(name), "GET");
        if (answer.statusCode === 404) {
          answer.resume();
          return undefined;
        }
        requireDone(answer);
        await pipeline(answer, createWriteStream(path));
        return path;
      } catch (error) {
        rmSync(path, { force: true });
        throw new DataError(`${shown}: cannot get ${name}: ${reason(error)}`);
      }
    },
    async put(name, bytes, scratch) {
      const path = join(scratch, name);
      writeAtomically(path, bytes);
      try {
        const answer = await ask(urlOf(name), "PUT", path);
        answer.resume();
        requireDone(answer);
      } catch (error) {
        throw new DataError(`${shown}: cannot put ${name}: ${reason(error)}`);
      }
    },
  };
}

/** The beginning of a server's answer. With a file, its bytes are sent, and their number: object stores want that. */
function ask(url: URL, method: string, path?: string): Promise<IncomingMessage> {
  const { request } = createRequire(import.meta.url)(`node:${url.protocol.slice(0, -1)}`) as typeof import("node:http");
  return new Promise((resolve, reject) => {
    const headers = path === undefined ? {} : { "Content-Length": statSync(path).size };
    const asking = request(url, { method, headers, timeout: PATIENCE }, resolve);
    asking.on("timeout", () => asking.destroy(new Error("the server does not answer")));
    asking.on("error", reject);
    if (path === undefined) asking.end();
    else pipeline(createReadStream(path), asking).catch(reject);
  });
}

function requireDone({ statusCode = 0, statusMessage = "" }: IncomingMessage): void {
  if (statusCode < 200 || statusCode > 299) throw new Error(`the server says ${statusCode} ${statusMessage}`);
}
