import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { PageServer } from "../../../src/pages/server/page-server.js";

describe("a page server", () => {
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
        changes.push(body);
        return { version: changes.length };
      },
    },
  });
  let host: string;
  let secret: string;

  async function ask(path: string, options: Record<string, string | number> = {}, agent?: Agent) {
    const { method = "GET", body = "", port = host.split(":")[1], ...headers } = options;
    const asked = request({ host: "127.0.0.1", port, path, method: String(method), headers, agent });
    asked.end(String(body));
    const [response]: IncomingMessage[] = await once(asked, "response");
    return { status: response.statusCode, headers: response.headers, text: await text(response) };
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const fromPage = (port = host.split(":")[1]) => {
    return { port, method: "POST", origin: `http://127.0.0.1:${port}`, "content-type": "application/json" };
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
    host = address.host;
    ({ secret } = JSON.parse((await admit(address)).text));
  });
  afterAll(() => server.close());

  it("listens on 127.0.0.1 alone", () => {
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it("sends the page in one piece, which may run its own script and load nothing", async () => {
    const { status, headers, text } = await ask("/", admitted());
    expect(status).toBe(200);
    expect(text).toContain("<title>Thresher: label</title>");
    const hashes = ["style", "script"].map((tag) => {
      const [, content = ""] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(text) ?? [];
      return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
    });
    const [style, script] = hashes;
    expect(headers["content-security-policy"]).toContain(
      `default-src 'none'; script-src ${script}; style-src ${style};`,
    );
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  it("has the key in a part of the address that a browser sends to nobody, and sets no cookie", async () => {
    const { pathname, search, hash } = new URL(server.newAddress());
    expect([pathname, search]).toEqual(["/", ""]);
    expect(hash).toMatch(/^#key=[\w-]{43}$/);
    expect((await ask("/", admitted())).headers["set-cookie"]).toBeUndefined();
  });

  it("shows the same page to everybody, without any data", async () => {
    const own = await ask("/", admitted());
    const others = await ask("/?key=unknown", { "sec-fetch-site": "cross-site" });
    expect(own.status).toBe(200);
    expect(others.text).toBe(own.text);
  });

  it("admits a page by a key in its address, once", async () => {
    const address = new URL(server.newAddress());
    const { status, text } = await admit(address);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await ask("/state?seen=2", bearer(JSON.parse(text).secret))).text).toBe('{"seen":"2"}');
    expect((await admit(new URL("#key=unknown", address))).status).toBe(403);
    expect((await admit(new URL("#", address))).status).toBe(403);
  });

  it("shuts everybody out if a key comes twice, until there is a new address", async () => {
    const own = new PageServer({ page: "review", reads: { state: () => 1 }, changes: {} });
    await own.listen();
    try {
      const address = new URL(own.newAddress());
      const { port } = address;
      const thief = bearer(JSON.parse((await admit(address)).text).secret);
      expect((await ask("/state", { port, ...thief })).status).toBe(200);
      expect((await admit(address)).status).toBe(403);
      expect((await ask("/state", { port, ...thief })).status).toBe(403);
      expect((await admit(new URL(own.newAddress()))).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it("admits its browser again with a key that was used", async () => {
    const address = new URL(server.newAddress());
    expect((await admit(address, admitted())).text).toBe(JSON.stringify({ secret }));
    expect((await admit(address, admitted())).text).toBe(JSON.stringify({ secret }));
    expect((await ask("/state?seen=3", { ...admitted(), "sec-fetch-site": "same-origin" })).text).toBe('{"seen":"3"}');
  });

  it("takes changes as JSON from its own page", async () => {
    const { status, text } = await ask("/change", { ...json(), body: '{"do":"undo"}' });
    expect([status, text]).toEqual([200, '{"version":1}']);
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

  it.each([
    "/../../etc/passwd",
    "/%2e%2e%2f%2e%2e%2fetc/passwd",
    "/state/",
    "//etc/passwd",
    "/constructor",
    "/__proto__",
    "/%00",
    "/change",
  ])("has nothing at %s", async (path) => {
    expect((await ask(path, admitted())).status).toBe(404);
  });

  it.each(["PUT", "DELETE", "OPTIONS", "HEAD"])("does not answer %s", async (method) => {
    expect((await ask("/state", { ...admitted(), method })).status).toBe(405);
  });

  it("says in one line why it cannot make a change", async () => {
    const body = (value: unknown) => ({ ...json(), body: JSON.stringify(value) });
    expect(await ask("/change", body("bad"))).toMatchObject({
      status: 422,
      text: '{"error":"the folder is gone: make it again"}',
    });
    expect(await ask("/change", body("fault"))).toMatchObject({
      status: 500,
      text: '{"error":"this is a fault of Thresher: x is undefined"}',
    });
    expect((await ask("/change", { ...json(), body: "{" })).text).toContain("a request is not JSON");
    expect((await ask("/change", { ...json(), body: "1".repeat(65_537) })).text).toContain("more than 65536 bytes");
    expect((await ask("/change", { ...json(), body: "1", "transfer-encoding": "chunked" })).text).toContain(
      "more than 65536 bytes",
    );
  });

  it("ends a request that waits when its browser has gone", async () => {
    const socket = connect(Number(host.split(":")[1]), "127.0.0.1");
    socket.write(`GET /wait HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${secret}\r\n\r\n`, () =>
      setTimeout(() => socket.destroy(), 20),
    );
    await expect.poll(() => aborted).toBe(1);
  });

  it("refuses what is not HTTP, and goes on", async () => {
    const socket = connect(Number(host.split(":")[1]), "127.0.0.1");
    const answer = await new Promise((resolve) => {
      socket.on("data", (data) => resolve(String(data))).write("\x16\x03\x01 garbage\r\n\r\n");
    });
    expect(answer).toContain("400 Bad Request");
    expect((await ask("/state", admitted())).status).toBe(200);
  });

  it("answers its page while a thousand connections of others say nothing", async () => {
    const port = Number(host.split(":")[1]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const own = () => ask("/state?seen=1", { ...admitted() }, agent);
    await own();
    let ended = 0;
    const others = Array.from({ length: 1000 }, () =>
      connect(port, "127.0.0.1")
        .on("error", () => undefined)
        .on("close", () => ended++),
    );
    await expect.poll(() => ended).toBeGreaterThanOrEqual(200);
    expect((await own()).status).toBe(200);
    expect((await ask("/state", admitted())).status).toBe(200);
    for (const socket of others) socket.destroy();
    agent.destroy();
  });

  it("says that the port is taken", async () => {
    const port = Number(host.split(":")[1]);
    const second = new PageServer({ page: "review", reads: {}, changes: {}, port });
    await expect(second.listen()).rejects.toThrow(
      `port ${port}: another program uses it: choose another, or 0 for a free one`,
    );
  });
});
