import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy that cuts each connection after a number of bytes, of both directions together. */
export class CuttingProxy {
  readonly port: number;
  /** How many connections were cut. */
  cuts = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /**
   * @param nextCut returns the number of bytes after which the next connection is cut; undefined: never
   * @param onCut called when a connection is cut
   */
  static async start(
    target: number,
    nextCut: () => number | undefined,
    onCut: () => void = () => undefined,
  ): Promise<CuttingProxy> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const proxy = new CuttingProxy(server);
    server.on("connection", (client) => proxy.#join(client, target, nextCut() ?? Number.POSITIVE_INFINITY, onCut));
    return proxy;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket, target: number, bytes: number, onCut: () => void): void {
    const server = connect(target, "127.0.0.1");
    let left = bytes;
    const both = [client, server] as const;
    for (const [from, to] of [both, [server, client] as const]) {
      this.#sockets.add(from);
      from
        .on("error", () => undefined)
        .on("close", () => {
          this.#sockets.delete(from);
          to.destroySoon();
        });
      from.on("data", (chunk: Buffer) => {
        if (left <= 0) return;
        to.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left > 0) return;
        this.cuts++;
        onCut();
        // What has been written still arrives.
        for (const socket of both) socket.destroySoon();
      });
    }
  }
}
