import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Redis } from "ioredis";
import { temporaryFolder } from "./folder.js";
import { Running, until } from "./running.js";

/** Below the ephemeral ports, so that no client takes it while Redis is down. */
const PORT = 20_000 + (process.pid % 10_000);

/** A Redis server, which keeps every change on disk. One at a time in a process. */
export class TestRedis {
  readonly port = PORT;
  readonly #folder = temporaryFolder();
  #running: Running | undefined;

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis();
    await redis.start();
    return redis;
  }

  url(port: number = this.port): string {
    return `redis://127.0.0.1:${port}`;
  }

  /** Starts it again, with the data that it had. */
  async start(): Promise<void> {
    const fixed = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    const running = new Running("redis-server", [...fixed, "--dir", this.#folder], { outlivesTest: true });
    this.#running = running;
    await until(() => running.stdout.includes("Ready to accept connections"));
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    await this.#running?.end("SIGKILL");
  }

  async ask<T>(use: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.port, "127.0.0.1");
    try {
      return await use(client);
    } finally {
      client.disconnect();
    }
  }
}

/** Stands between clients and a port of this machine. `pass` moves the bytes of each connection. */
export async function relay(to: number, pass: (client: Socket, server: Socket) => void) {
  const listening = createServer((client) => {
    const server = connect(to, "127.0.0.1");
    client.on("error", () => server.destroy()).on("close", () => server.destroy());
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    pass(client, server);
  });
  await once(listening.listen(0, "127.0.0.1"), "listening");
  return { port: (listening.address() as AddressInfo).port, close: () => void listening.close() };
}
