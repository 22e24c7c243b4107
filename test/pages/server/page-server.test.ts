import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { PageServer } from "../../../src/pages/server/page-server.js";

const changes: unknown[] = [];
let aborted = 0;
const server = new PageServer({
  page: "label",
  reads: {
    state: (query) => ({ seen: query.get("seen") }),
    wait: (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(++aborted))),
  },
  changes: {
    change(body) {
      if (body === "bad") throw new DataError("the folder is gone: make it again");
      if (body === "fault") throw new TypeError("x is undefined");
      return { version: changes.push(body) };
    },
  },
});
let host: string;
let port: string;
let secret: string;

async function ask(path: string, options: Record<string, string> = {}, agent?: Agent) {
  const { method = "GET", body = "", to = port, ...headers } = options;
  const asked = request({ host: "127.0.0.1", port: to, path, method, headers, agent });
  asked.end(body);
  const [response]: IncomingMessage[] = await once(asked, "response");
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const fromPage = (to = port) => {
  return { to, method: "POST", origin: `http://127.0.0.1:${to}`, "content-type": "application/json" };
};
const admitted = () => bearer(secret);
const json = () => ({ ...admitted(), ...fromPage() });
/** Exchanges the key in an address for the secret, as the page does. */
const admit = ({ port, hash }: URL, others: Record<string, string> = {}) => {
  const key = new URLSearchParams(hash.slice(1)).get("key");
  return ask("/admit", { ...fromPage(port), ...others, body: JSON.stringify({ key }) });
};

beforeAll(async () => {
  await server.listen();
  const address = new URL(server.newAddress());
  ({ host, port } = address);
  ({ secret } = JSON.parse((await admit(address)).text));
});
afterAll(() => server.close());

describe("a page server", () => {
  it("listens on 127.0.0.1 alone, and says that a port is taken", async () => {
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    const second = new PageServer({ page: "review", reads: {}, changes: {}, port: Number(port) });
    const taken = `port ${port}: another program uses it: choose another, or 0 for a free one`;
    await expect(second.listen()).rejects.toThrow(taken);
  });

  it("sends everybody the same page in one piece, without data, which may run its own script and load nothing", async () => {
    const { status, headers, text } = await ask("/", admitted());
    expect(status).toBe(200);
    expect(text).toContain("<title>Thresher: label</title>");
    const [style, script] = ["style", "script"].map((tag) => {
      const [, content = ""] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(text) ?? [];
      return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
    });
    const policy = `default-src 'none'; script-src ${script}; style-src ${style};`;
    expect(headers["content-security-policy"]).toContain(policy);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect((await ask("/?key=unknown", { "sec-fetch-site": "cross-site" })).text).toBe(text);
  });

  it("admits a page by a key, once, in a part of the address that a browser sends to nobody", async () => {
    const address = new URL(server.newAddress());
    expect(address.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}$/);
    const { status, text } = await admit(address);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await ask("/state?seen=2", bearer(JSON.parse(text).secret))).text).toBe('{"seen":"2"}');
    for (const hash of ["#key=unknown", "#"]) expect((await admit(new URL(hash, address))).status).toBe(403);
  });

  it("shuts everybody out if a key comes twice, until there is a new address", async () => {
    const own = new PageServer({ page: "review", reads: { state: () => 1 }, changes: {} });
    await own.listen();
    try {
      const address = new URL(own.newAddress());
      const thief = { to: address.port, ...bearer(JSON.parse((await admit(address)).text).secret) };
      expect((await ask("/state", thief)).status).toBe(200);
      expect((await admit(address)).status).toBe(403);
      expect((await ask("/state", thief)).status).toBe(403);
      expect((await admit(new URL(own.newAddress()))).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it("admits its browser again with a key that was used", async () => {
    const address = new URL(server.newAddress());
    for (const _ of [1, 2]) expect((await admit(address, admitted())).text).toBe(JSON.stringify({ secret }));
    expect((await ask("/state?seen=3", { ...admitted(), "sec-fetch-site": "same-origin" })).text).toBe('{"seen":"3"}');
  });

  it("takes changes as JSON from its own page", async () => {
    const answer = await ask("/change", { ...json(), body: '{"do":"undo"}' });
    expect(answer).toMatchObject({ status: 200, text: '{"version":1}' });
    expect(changes).toEqual([{ do: "undo" }]);
  });

  it.each([
    ["without the secret", "/state", () => ({})],
    ["with a secret that is nearly right", "/state", () => bearer(secret.replace(/.$/, "-"))],
    ["with the secret as a cookie", "/state", () => ({ cookie: `thresher=${secret}` })],
    ["with another Host", "/state", () => ({ ...admitted(), host: "evil.example:80" })],
    ["with the right name and another port", "/state", () => ({ ...admitted(), host: "127.0.0.1:1" })],
    ["with localhost as Host", "/state", () => ({ ...admitted(), host: host.replace("127.0.0.1", "localhost") })],
    ["from another Origin", "/state", () => ({ ...admitted(), origin: "http://evil.example" })],
    ["from a page of another site", "/state", () => ({ ...admitted(), "sec-fetch-site": "cross-site" })],
    ["from a page at another port", "/state", () => ({ ...admitted(), "sec-fetch-site": "same-site" })],
    ["of a change without Origin", "/change", () => ({ ...json(), origin: "" })],
    ["of a change from the Origin null", "/change", () => ({ ...json(), origin: "null" })],
    ["of a change by a form", "/change", () => ({ ...json(), "content-type": "application/x-www-form-urlencoded" })],
    ["of a change as text", "/change", () => ({ ...json(), "content-type": "text/plain" })],
    ["of a change without the secret", "/change", () => fromPage()],
    ["for the page with another Host", "/", () => ({ ...admitted(), host: "evil.example:80" })],
    ["for the secret from another Origin", "/admit", () => ({ ...json(), origin: "http://evil.example" })],
    ["for the secret from the page of another site", "/admit", () => ({ ...json(), "sec-fetch-site": "cross-site" })],
  ])("refuses a request %s", async (_, path, options) => {
    const before = changes.length;
    const { status, text } = await ask(path, { ...options(), body: path === "/change" ? '{"do":"undo"}' : "" });
    expect(status).toBe(403);
    expect(text).toContain("open the address that it prints");
    expect(changes.length).toBe(before);
  });

  it("has nothing at other addresses, and does not answer other methods", async () => {
    const beside = ["/../../etc/passwd", "/%2e%2e%2f%2e%2e%2fetc/passwd", "/state/", "//etc/passwd", "/%00"];
    for (const path of [...beside, "/constructor", "/__proto__", "/change"]) {
      expect((await ask(path, admitted())).status, path).toBe(404);
    }
    for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD"]) {
      expect((await ask("/state", { ...admitted(), method })).status, method).toBe(405);
    }
  });

  it.each<[string, string, number, Record<string, string>?]>([
    ['"bad"', '{"error":"the folder is gone: make it again"}', 422],
    ['"fault"', '{"error":"this is a fault of Thresher: x is undefined"}', 500],
    ["{", "a request is not JSON", 422],
    ["1".repeat(65_537), "more than 65536 bytes", 422],
    ["1", "more than 65536 bytes", 422, { "transfer-encoding": "chunked" }],
  ])("says in one line why it cannot make a change: %.9s", async (body, why, status, headers = {}) => {
    const answer = await ask("/change", { ...json(), ...headers, body });
    expect(answer).toMatchObject({ status, text: expect.stringContaining(why) });
  });

  it("ends a request that waits when its browser has gone", async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET /wait HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${secret}\r\n\r\n`, () =>
      setTimeout(() => socket.destroy(), 20),
    );
    await expect.poll(() => aborted).toBe(1);
  });

  it("refuses what is not HTTP, and goes on", async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("\x16\x03\x01 garbage\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("400 Bad Request");
    expect((await ask("/state", admitted())).status).toBe(200);
  });

  it("answers its page while a thousand connections of others say nothing", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const own = () => ask("/state?seen=1", admitted(), agent);
    await own();
    let ended = 0;
    const others = Array.from({ length: 1000 }, () =>
      connect(Number(port), "127.0.0.1")
        .on("error", () => undefined)
        .on("close", () => ended++),
    );
    await expect.poll(() => ended).toBeGreaterThanOrEqual(200);
    expect((await own()).status).toBe(200);
    expect((await ask("/state", admitted())).status).toBe(200);
    for (const socket of others) socket.destroy();
    agent.destroy();
  });
});
