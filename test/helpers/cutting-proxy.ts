import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export interface ProxyOptions {
  /** Returns the number of bytes after which the next connection is cut; undefined: never. Default: never. */
  readonly nextCut?: () => number | undefined;
  /** Called in place of the cut. The connection goes on. */
  readonly onCut?: (() => void) | undefined;
  /** Called with the bytes of the client, before the server gets them. */
  readonly beforeSent?: (text: string) => Promise<void>;
}

/** A proxy that cuts each connection after a number of bytes, of both directions together. */
export class CuttingProxy {
  readonly port: number;
  /** How many connections were cut. */
  cuts = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The connections to the server. */
  readonly #sessions = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(target: number, options: ProxyOptions): Promise<CuttingProxy> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const proxy = new CuttingProxy(server);
    server.on("connection", (client) => proxy.#join(client, target, options));
    return proxy;
  }

  /** Waits until the server has ended all sessions: it finishes the current command when the client has gone. */
  async sessionsEnded(): Promise<void> {
    for (const session of this.#sessions) await once(session, "close");
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket, target: number, { nextCut, onCut, beforeSent }: ProxyOptions): void {
    const server = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    this.#sessions.add(server);
    server.on("end", () => server.end()).on("close", () => this.#sessions.delete(server));
    let left = nextCut?.() ?? Number.POSITIVE_INFINITY;
    let before = Promise.resolve();
    const both = [client, server] as const;
    for (const [from, to] of [both, [server, client] as const]) {
      this.#sockets.add(from);
      from
        .on("error", () => undefined)
        .on("close", () => {
          this.#sockets.delete(from);
          // The server reads what was sent, and then ends the session.
          if (to === server) server.end();
          else to.destroySoon();
        });
      from.on("data", (chunk: Buffer) => {
        if (left <= 0) return;
        const sent = onCut === undefined ? chunk.subarray(0, left) : chunk;
        if (from === server || beforeSent === undefined) to.write(sent);
        else before = before.then(() => beforeSent(sent.toString("latin1"))).then(() => void to.write(sent));
        left -= chunk.length;
        if (left > 0) return;
        this.cuts++;
        if (onCut !== undefined) {
          left = Number.POSITIVE_INFINITY;
          return onCut();
        }
        // Bytes that were written before still arrive.
        for (const socket of both) socket.destroySoon();
      });
    }
  }
}
