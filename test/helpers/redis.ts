import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { temporaryFolder } from "./folder.js";

/** A Redis server on a port of its own, which keeps every change on disk. */
export class TestRedis {
  readonly port: number;
  readonly #folder = temporaryFolder();
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.#options = options;
  }

  /** @param options of `redis-server`, such as `--requirepass` */
  static async start(...options: readonly string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), options);
    await redis.start();
    return redis;
  }

  url(name: string): string {
    return `redis://127.0.0.1:${this.port}/${name}`;
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
