import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serveMetrics } from "../../../src/delivery/operation/server-metrics.js";

const pages: Server[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});

async function serving(port = 0): Promise<{ readonly port: number }> {
  const page = await serveMetrics(port, () => "a_total 1\n");
  pages.push(page);
  return page.address() as AddressInfo;
}

/** Asks for a path. @param host default: the address */
function asked(
  port: number,
  path: string,
  host?: string,
  method = "GET",
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve({ status: answer.statusCode, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("the page for monitors", () => {
  it("has metrics, and says that the server is there", async () => {
    const { port } = await serving();
    expect(await asked(port, "/metrics")).toEqual({ status: 200, text: "a_total 1\n" });
    expect(await asked(port, "/healthz")).toEqual({ status: 200, text: "ok\n" });
    expect(await asked(port, "/healthz", "localhost")).toMatchObject({ status: 200 });
    expect(await asked(port, "/healthz", undefined, "HEAD")).toEqual({ status: 200, text: "" });
  });

  it("has nothing else, and is only read", async () => {
    const { port } = await serving();
    expect(await asked(port, "/")).toMatchObject({ status: 404 });
    expect(await asked(port, "/metrics/../healthz")).toMatchObject({ status: 404 });
    expect(await asked(port, "/metrics", undefined, "POST")).toMatchObject({ status: 405 });
  });

  it.each(["example.org", "example.org:80", "127.0.0.1.example.org", "a.localhost", "localhost@example.org"])(
    "answers no page of a browser that calls it %j",
    async (host) => {
      const { port } = await serving();
      expect(await asked(port, "/metrics", host)).toMatchObject({
        status: 403,
        text: expect.not.stringContaining("a_total"),
      });
    },
  );
});
