import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type DownloadOptions, download } from "../../../scripts/corpora/download.js";
import { DataError } from "../../../src/base/errors.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { type Answer, begin, file, type Loopback, serve } from "./loopback.js";

const FILE = Buffer.from(Array.from({ length: 20_000 }, (_, i) => i & 0xff));
const HALF = 10_000;

let server: Loopback | undefined;
afterEach(() => server?.close());

/** Downloads from a server into a file that may have a beginning already. */
async function setUp(answer: Answer, before?: Uint8Array) {
  server = await serve(answer);
  const part = join(temporaryFolder(), "file.part");
  if (before !== undefined) writeFileSync(part, before);
  const address = new URL("/file", server.base);
  const run = (options: DownloadOptions = {}) => download(address, part, { waitsMs: [1, 1], ...options });
  return { part, run, address, got: () => readFileSync(part), requests: server.requests };
}

describe("download", () => {
  it("gets a file and tells how far it is", async () => {
    const { run, got, requests } = await setUp(file(FILE));
    const steps: unknown[] = [];
    const progress = {
      start: (received: number, total: number | undefined) => steps.push(["start", received, total]),
      update: (received: number) => steps.push(received),
      stop: () => steps.push("stop"),
    };
    await run({ progress });
    expect(got().equals(FILE)).toBe(true);
    expect(requests).toEqual([{ path: "/file", range: undefined }]);
    expect(steps.slice(0, 1)).toEqual([["start", 0, FILE.length]]);
    expect(steps.slice(-2)).toEqual([FILE.length, "stop"]);
  });

  const whole: Answer = (_request, response) => response.end(FILE);
  const otherRange: Answer = (request, response, count) => {
    if (count > 1) return file(FILE)(request, response, count);
    response.writeHead(206, { "Content-Range": `bytes 0-${FILE.length - 1}/${FILE.length}` }).end(FILE);
  };
  const encoded: Answer = (_request, response) => response.writeHead(200, { "Content-Encoding": "x-gzip" }).end(FILE);
  const moved: Answer = (request, response, count) => {
    if (request.url === "/there/file") return file(FILE)(request, response, count);
    response.writeHead(302, { Location: "there/file" }).end();
  };
  const half = FILE.subarray(0, HALF);
  it.each<[string, Answer, Uint8Array | undefined, (number | undefined)[]]>([
    ["goes on where it stopped before", file(FILE), half, [HALF]],
    ["starts over if the server sends the whole file in spite of the range", whole, Buffer.alloc(HALF), [HALF]],
    ["starts over if the server sends another range than the one asked for", otherRange, half, [HALF, undefined]],
    ["takes the file for complete if nothing is left to send", file(FILE), FILE, [FILE.length]],
    ["starts over if more is there than the server has", file(FILE), Buffer.alloc(20_001), [20_001, undefined]],
    ["keeps the bytes of a file that the server declares to be encoded", encoded, undefined, [undefined]],
    ["follows redirects and keeps the range", moved, half, [HALF, HALF]],
  ])("%s", async (_, answer, before, ranges) => {
    const { run, got, requests } = await setUp(answer, before);
    await run();
    expect(got().equals(FILE)).toBe(true);
    const asked = ranges.map((from) => (from === undefined ? undefined : `bytes=${from}-`));
    expect(requests.map(({ range }) => range)).toEqual(asked);
  });

  it("goes on by itself after a connection that breaks or stalls half-way", async () => {
    let breakOff = () => {};
    const onlyHalf: Answer = (request, response, count) => {
      breakOff = () => response.destroy();
      const answer = count > 1 ? file(FILE) : begin(FILE, HALF, () => {});
      answer(request, response, count);
    };
    const { run, got, requests } = await setUp(onlyHalf);
    const notes: string[] = [];
    const update = (received: number) => received === HALF && breakOff();
    await run({ note: (line) => notes.push(line), progress: { start() {}, update, stop() {} } });
    expect(got().equals(FILE)).toBe(true);
    expect(requests.map(({ range }) => range)).toEqual([undefined, `bytes=${HALF}-`]);
    expect(notes).toEqual(["the connection broke off; trying again in 0.001 s"]);
    await server?.close();

    const stalling = await setUp(onlyHalf);
    await stalling.run({ stallMs: 100, waitsMs: Array(50).fill(1) });
    expect(stalling.got().equals(FILE)).toBe(true);
    expect(stalling.requests.length).toBeGreaterThan(1);
  });

  it("gives up on a server that never answers, and says so", async () => {
    const { run, part } = await setUp(() => {}, FILE.subarray(0, HALF));
    await expect(run({ stallMs: 50 })).rejects.toThrow("nothing came for 0.05 s; what has arrived is kept");
    expect(readFileSync(part)).toHaveLength(HALF);
  });

  it.each([[[500, 429, 200]], [[503, 503, 503]]])("tries again when the server answers %j", async (statuses) => {
    const { run, requests } = await setUp((request, response, count) => {
      const status = statuses[count - 1];
      if (status === 200) return file(FILE)(request, response, count);
      response.writeHead(status).end();
    });
    if (statuses.includes(200)) await run();
    else await expect(run()).rejects.toThrow("the server answered 503 Service Unavailable");
    expect(requests).toHaveLength(3);
  });

  it("does not try again what the server does not have", async () => {
    const { run, part, address, requests } = await setUp((_request, response) => response.writeHead(404).end());
    const message = `${address.href} cannot be downloaded: the server answered 404 Not Found; see whether it has moved`;
    await expect(run()).rejects.toThrow(new DataError(message));
    expect(requests).toHaveLength(1);
    expect(existsSync(part)).toBe(false);
  });

  it("does not try again where nobody listens", async () => {
    const { run, address } = await setUp(file(FILE));
    await server?.close();
    const notes: string[] = [];
    await expect(run({ note: (line) => notes.push(line) })).rejects.toThrow(
      `${address.href} cannot be downloaded: connect ECONNREFUSED`,
    );
    expect(notes).toEqual([]);
  });

  it("refuses a redirect loop and a redirect out of the web", async () => {
    const loop = await setUp((_request, response) => response.writeHead(301, { Location: "/file" }).end());
    await expect(loop.run()).rejects.toThrow("redirects more than 20 times");
    await server?.close();
    const out = await setUp((_request, response) => response.writeHead(301, { Location: "file:///etc/passwd" }).end());
    await expect(out.run()).rejects.toThrow("which is neither http nor https");
  });

  it("refuses a file that is too long, with or without a stated length", async () => {
    const without: Answer = (_request, response) => {
      response.write(FILE.subarray(0, HALF));
      response.end(FILE.subarray(HALF));
    };
    for (const answer of [file(FILE), without]) {
      const { run, part } = await setUp(answer);
      await expect(run({ maxBytes: HALF })).rejects.toThrow(`is larger than ${HALF} bytes`);
      expect(existsSync(part)).toBe(false);
      await server?.close();
    }
  });

  it("stops at a signal, and keeps the bytes that have arrived", async () => {
    const interrupt = new AbortController();
    const { run, got } = await setUp(begin(FILE, HALF, () => {}));
    const update = () => interrupt.abort();
    const running = run({ signal: interrupt.signal, progress: { start() {}, update, stop() {} } });
    await expect(running).rejects.toThrow("aborted");
    expect(got().length).toBeGreaterThan(0);
    expect(got().equals(FILE.subarray(0, got().length))).toBe(true);
  });
});
