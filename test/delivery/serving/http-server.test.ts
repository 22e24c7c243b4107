import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HttpServer } from "../../../src/delivery/serving/http-server.js";
import { newDesk } from "../../../src/delivery/serving/protocols/desk.js";
import type { ServerEvent } from "../../../src/delivery/serving/protocols/protocol.js";
import { PROTOCOLS } from "../../../src/delivery/serving/protocols/protocols.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { talk } from "../../helpers/talk.js";

const LETTER = "Subject: lunch\r\n\r\nsee you\r\n";
const MOST = 16 * 2 ** 20;
const PATIENCE = 1000;
const answer = (_: Uint8Array, user = "site") => ({
  model: user,
  logOdds: 2,
  ranking: [
    { label: "ham", probability: 0.9 },
    { label: "spam", probability: 0.1 },
  ],
});

const path = join(temporaryFolder(), "socket");
const events: ServerEvent[] = [];
const room = { left: 2 * MOST };
const protocol = PROTOCOLS.http(newDesk({ answer }, { program: "1.2.3", hasUsers: true }));
const server = new HttpServer(protocol, { connections: 20, patience: PATIENCE, room }, (event) => events.push(event));
beforeAll(async () => void (await server.listen({ path })));
afterAll(() => server.stop());
beforeEach(() => {
  events.length = 0;
  return async () => {
    await expect.poll(() => room.left).toBe(2 * MOST);
  };
});

const post = (body: string, fields = `Content-Length: ${body.length}\r\n`, url = "/checkv2") =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n${body}`;
const asked = (pieces: readonly (string | Uint8Array)[], isEnd = false) => talk(path, pieces, isEnd);
const chunked = "Transfer-Encoding: chunked\r\n";

describe("a server of HTTP", () => {
  it("answers a body with a length and one in chunks, and several requests of one client", async () => {
    const pieces = [...LETTER].map((byte) => `1\r\n${byte}\r\n`).join("");
    for (const request of [post(LETTER), post(`${pieces}0\r\n\r\n`, chunked)]) {
      expect(await asked([request])).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{.*"score":-\d+\.\d/);
    }
    const first = post(LETTER).replace("Connection: close", "Connection: keep-alive");
    expect(
      (await asked([first, post(LETTER, "Content-Length: 26\r\n", "/CHECKV2?x=1")])).match(/ 200 OK\r\n/g),
    ).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === "connected")).toHaveLength(3);
    expect(events.filter(({ kind }) => kind === "answered")).toHaveLength(4);
  });

  const recipients = (count: number) => "Rcpt: <someone.else@example.org>\r\n".repeat(count);
  it.each<readonly [string, (string | Uint8Array)[], number, RegExp]>([
    ["half a header", ["POST /checkv2 HTTP/1.1\r\nHost: x\r\nConte"], 408, /took too long/],
    ["half a header and the end", ["POST /checkv2 HTTP/1.1\r\nHo"], 400, /this is not HTTP/],
    ["a length that is too long", [post(LETTER, "Content-Length: 100\r\n")], 408, /took too long/],
    ["a length that is too long, and the end", [post(LETTER, "Content-Length: 100\r\n")], 400, /this is not HTTP/],
    ["chunks without an end", [post("3\r\nabc\r\n", chunked)], 408, /took too long/],
    ["a chunk that is none", [post("zz\r\nabc\r\n", chunked)], 400, /this is not HTTP/],
    [
      "10 GB that are announced",
      [post("", "Content-Length: 10000000000\r\n")],
      413,
      /a message of 10000000000 bytes is too large/,
    ],
    [
      "a message without an end",
      [post("", chunked), `${(MOST + 1).toString(16)}\r\n`, Buffer.alloc(MOST + 1)],
      413,
      /bytes is too large/,
    ],
    ["a length that is no number", [post(LETTER, "Content-Length: -1\r\n")], 400, /this is not HTTP/],
    ["two lengths", [post(LETTER, "Content-Length: 1\r\nContent-Length: 26\r\n")], 400, /this is not HTTP/],
    ["a header of 1 MB", [post(LETTER, `X-A: ${"b".repeat(2 ** 20)}\r\n`)], 431, /header has more than 524288 bytes/],
    ["another protocol", ["CHECK SPAMC/1.5\r\n\r\n"], 400, /this is not HTTP/],
    ["an unknown path", [post(LETTER, undefined, "/fuzzyadd")], 404, /there is no \/fuzzyadd here/],
    ["a path like a name of JavaScript", [post(LETTER, undefined, "/../__proto__")], 404, /there is no/],
    [
      "a compressed message",
      [post(LETTER, `Content-Length: 26\r\nCompression: zstd\r\n`)],
      415,
      /send it uncompressed/,
    ],
    [
      "a message in a file of the server",
      [post("", "Content-Length: 0\r\nFile: /etc/passwd\r\n")],
      400,
      /send the message itself/,
    ],
    ["no message", [post("")], 400, /the request has no message/],
    ["a lesson that nobody may give", [post(LETTER, undefined, "/learnspam")], 403, /start it with --allow-tell/],
  ])("refuses %s with one answer", async (name, pieces, status, reason) => {
    const got = await asked(pieces, name.endsWith("the end"));
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^\\r\\n]*\\r\\n`));
    const [, body] = got.split("\r\n\r\n", 2);
    expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(reason) });
    const faults = () => events.filter(({ kind }) => kind === "fault");
    await expect.poll(() => events.at(-1)?.kind).toBe("closed");
    expect(faults()).toMatchObject([{ isClients: true, reason: expect.stringMatching(reason) }]);
    expect(await asked([post(LETTER)])).toContain(" 200 OK");
  });

  it("hangs up on a client that goes on sending after the time is over", async () => {
    const client = connect({ path, allowHalfOpen: true });
    client.on("error", () => undefined);
    client.resume().write("GET /ping HTTP/1.1\r\n");
    const more = setInterval(() => client.write("X-A: b\r\n"), 20);
    await expect.poll(() => events.at(-1)?.kind, { timeout: 5000 }).toBe("closed");
    clearInterval(more);
    client.destroy();
  });

  it("reads fields as UTF-8", async () => {
    const fields = `User: Zo\u00eb\r\nContent-Length: ${LETTER.length}\r\n`;
    expect(Buffer.from(await asked([post(LETTER, fields)]), "latin1").toString()).toContain('"model=zo\u00eb"');
  });

  it("answers a message to 10,000 recipients with the model for all", async () => {
    const length = `Content-Length: ${LETTER.length}\r\n`;
    expect(await asked([post(LETTER, `${recipients(10_000)}Rcpt: ann@example.org\r\n${length}`)])).toContain(
      '"model=site"',
    );
  });

  it("answers a hundred requests of a connection, so that others get their turn", async () => {
    const keeping = post(LETTER).replace("Connection: close", "Connection: keep-alive");
    expect((await asked([keeping.repeat(300)])).match(/ 200 OK\r\n/g)).toHaveLength(100);
  });

  it("answers requests that have begun when it stops, and hangs up on idle clients", async () => {
    const place = { path: join(temporaryFolder(), "s") };
    const other = new HttpServer(protocol, { connections: 10, patience: 60_000 });
    await other.listen(place);
    const idle = connect(place);
    await once(idle, "connect");
    const slow = connect(place).setEncoding("latin1");
    slow.write(post(LETTER).slice(0, -3).replace("Connection: close", "Connection: keep-alive"));
    const got = once(slow, "data");
    await once(slow, "connect");
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    const stopped = other.stop();
    slow.write(LETTER.slice(-3));
    expect(String(await got)).toContain(" 200 OK");
    idle.resume();
    await stopped;
  });
});
