import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A login: its tag and the name of the command. */
const LOGIN = /^(\S+) (?:LOGIN|AUTHENTICATE) /i;

/** Stands before an IMAP server: it can refuse logins, as a busy server does, and cut connections. */
export class FaultyProxy {
  readonly port: number;
  /** Answers to the next logins, such as `NO [UNAVAILABLE] try again later`. */
  readonly refusals: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(target: number): Promise<FaultyProxy> {
    const server = createServer({ allowHalfOpen: true });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const proxy = new FaultyProxy(server);
    server.on("connection", (client) => proxy.#join(client, target));
    return proxy;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #join(client: Socket, target: number): void {
    const server = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      this.#sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => this.#sockets.delete(from))
        .on("end", () => to.end());
    }
    server.on("data", (chunk: Buffer) => client.write(chunk));
    client.on("data", (chunk: Buffer) => {
      const [, tag] = LOGIN.exec(chunk.toString("latin1")) ?? [];
      const refusal = tag === undefined ? undefined : this.refusals.shift();
      if (refusal === undefined) server.write(chunk);
      else client.write(`${tag} ${refusal}\r\n`);
    });
  }
}
