import { once } from "node:events";
import type { Server, Socket } from "node:net";
import { isThisMachine, type PassedSocket, type ServerAddress } from "./address.js";
import { MAX_REQUEST_BYTES } from "./protocols/frames.js";
import type { Room, ServerEvent, ServerObserver } from "./protocols/protocol.js";

/** Maximum bytes of the incomplete messages of all clients together: four of the largest size. */
export const MAX_WAITING_BYTES = 4 * MAX_REQUEST_BYTES;
/** Node asks the system to keep this many clients until they are accepted, so no more can wait when a server stops. */
const BACKLOG = 511;
/** The umask for making a socket that only this user may write to. */
const OWNER_ONLY = 0o177;

/** The limits of a server. */
export interface ServerLimits {
  /** Clients at a time. The server hangs up on further ones. Another machine may have at most half of them. */
  readonly connections: number;
  /** Milliseconds for a whole request to come and its whole answer to be read. */
  readonly patience: number;
  /** The bytes that incomplete messages may take, shared with other servers. Default: `MAX_WAITING_BYTES`. */
  readonly room?: Room;
}

/** The number and the address of a client, for events. */
export type Peer = Pick<ServerEvent, "client" | "from">;

/** The number of clients that all servers of this process have had so far, with those that were refused. */
let clients = 0;

/** Lets clients in, whatever they speak, and stops without losing a request. */
export abstract class ClientServer {
  protected readonly room: Room;
  protected readonly patience: number;
  protected readonly observe: ServerObserver;
  protected isStopping = false;
  readonly #server: Server;
  /** The clients that were let in, by their sockets. */
  protected readonly peers = new Map<Socket, Peer>();

  constructor(server: Server, limits: ServerLimits, observe: ServerObserver = () => undefined) {
    const { connections, patience, room = { left: MAX_WAITING_BYTES } } = limits;
    this.room = room;
    this.patience = patience;
    this.observe = observe;
    this.#server = server;
    const noteRefused = (from: string | undefined) => observe({ client: ++clients, from, kind: "refused" });
    server.maxConnections = connections;
    server.on("drop", (data) => noteRefused(data?.remoteAddress));
    // Before all others, which do nothing with a socket that is destroyed.
    server.prependListener("connection", (socket) => {
      const { remoteAddress: from } = socket;
      const others = [...this.peers.values()].filter((peer) => peer.from === from).length;
      if (from !== undefined && !isThisMachine(from) && others >= connections / 2) {
        socket.destroy();
        return noteRefused(from);
      }
      const peer = { client: ++clients, from };
      this.peers.set(socket, peer);
      observe({ ...peer, kind: "connected" });
      // Without a listener, an error would end the process.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.peers.delete(socket);
        observe({ ...peer, kind: "closed" });
      });
    });
  }

  /** Hangs up on a client if it waits for nothing. Called for each when the server stops. */
  protected abstract endIfIdle(socket: Socket): Promise<void>;

  /**
   * Starts listening. A socket is made with the mode 0o600.
   *
   * @returns where it listens; port 0 becomes a free one
   * @throws Error with the system's code if it cannot listen.
   */
  async listen(address: ServerAddress | PassedSocket): Promise<ServerAddress> {
    // The socket is made within this call, so at no moment can others write to it.
    const before = "path" in address ? process.umask(OWNER_ONLY) : undefined;
    try {
      this.#server.listen(address);
    } finally {
      if (before !== undefined) process.umask(before);
    }
    await once(this.#server, "listening");
    const bound = this.#server.address();
    if (bound !== null && typeof bound !== "string") return { port: bound.port, host: bound.address };
    return "fd" in address ? { path: bound ?? "" } : address;
  }

  /**
   * Answers the requests that were sent before, takes no more clients, and removes the socket. Clients that still
   * send or read have `patience` milliseconds.
   */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.isStopping = true;
    await this.#acceptWaiting();
    this.#server.close();
    for (const socket of this.peers.keys()) void this.endIfIdle(socket);
    const timer = setTimeout(() => {
      for (const socket of this.peers.keys()) socket.destroy();
    }, this.patience);
    await closed;
    clearTimeout(timer);
  }

  /**
   * Accepts the clients that wait. The system has connected them, but Node accepts one in each turn, and closing
   * would hang up on them.
   */
  async #acceptWaiting(): Promise<void> {
    const most = clients + BACKLOG;
    for (let before = -1; before !== clients && clients < most; ) {
      before = clients;
      await wholeTurn();
    }
  }
}

/** Resolves when the event loop has read once from every connection. */
export async function wholeTurn(): Promise<void> {
  // The first one may come in the middle of a turn.
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve));
}
