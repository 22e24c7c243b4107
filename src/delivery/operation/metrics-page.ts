import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { codeOf, DataError, reason } from "../../base/errors.js";

/** In milliseconds: for a request to come. Its answer is ready at once. */
const PATIENCE = 5000;
/** Clients at a time: a monitor, a health check, and somebody who looks. */
const MAX_CLIENTS = 16;
/**
 * The names by which clients of this machine ask. Others are refused: a page in a browser may reach the port under a name of
 * its own (DNS rebinding).
 */
const OWN_NAME = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;

/**
 * Serves `/metrics` and `/healthz` by HTTP, to programs on this machine.
 *
 * @param port 0 chooses a free one
 * @param metrics returns the text of `/metrics`, in the format of Prometheus
 * @throws DataError if it cannot listen there.
 */
export async function serveMetrics(port: number, metrics: () => string): Promise<Server> {
  const server = createServer(
    { requestTimeout: PATIENCE, headersTimeout: PATIENCE },
    ({ method, url, headers }, answer) => {
      const end = (status: number, text: string) => {
        const type = "text/plain; version=0.0.4; charset=utf-8";
        answer.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", Connection: "close" }).end(text);
      };
      if (!OWN_NAME.test(headers.host ?? "")) return end(403, "use the host 127.0.0.1 or localhost\n");
      if (method !== "GET" && method !== "HEAD") return end(405, "use GET\n");
      if (url === "/healthz") return end(200, "ok\n");
      if (url === "/metrics") return end(200, metrics());
      end(404, "see /metrics and /healthz\n");
    },
  );
  server.maxConnections = MAX_CLIENTS;
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const why = codeOf(error) === "EADDRINUSE" ? "another program listens there" : reason(error);
    throw new DataError(`cannot listen at port ${port} for metrics: ${why}`);
  }
  return server;
}
