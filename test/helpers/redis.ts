import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Redis } from "ioredis";
import { temporaryFolder } from "./folder.js";

/** Below the ephemeral ports, so that no client takes it while Redis is down. */
const PORT = 20_000 + (process.pid % 10_000);

/** A Redis server, which keeps every change on disk. One at a time in a process. */
export class TestRedis {
  readonly port = PORT;
  readonly #folder = temporaryFolder();
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(options: readonly string[]) {
    this.#options = options;
  }

  /** @param options of `redis-server`, such as `--requirepass` */
  static async start(...options: readonly string[]): Promise<TestRedis> {
    const redis = new TestRedis(options);
    await redis.start();
    return redis;
  }

  url(name: string, port: number = this.port): string {
    return `redis://127.0.0.1:${port}${name && "/"}${name}`;
  }

  /** Starts it again, with the data that it had. */
  async start(): Promise<void> {
    const fixed = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    this.#child = spawn("redis-server", [...fixed, "--dir", this.#folder, ...this.#options], { stdio: "ignore" });
    while (!(await this.#answers())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    const ended = this.#child && once(this.#child, "exit");
    this.#child?.kill("SIGKILL");
    await ended;
    this.#child = undefined;
  }

  async ask<T>(use: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.port, "127.0.0.1");
    try {
      return await use(client);
    } finally {
      client.disconnect();
    }
  }

  async #answers(): Promise<boolean> {
    const socket = connect(this.port, "127.0.0.1");
    try {
      await once(socket, "connect");
      socket.write("PING\r\n");
      const [answer] = await once(socket, "data");
      return /PONG|NOAUTH/.test(String(answer));
    } catch {
      return false;
    } finally {
      socket.destroy();
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
