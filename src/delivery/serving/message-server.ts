import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { PassedSocket, ServerAddress } from "./address.js";
import { MAX_REQUEST_BYTES } from "./protocols/frames.js";
import { PieceReader, type Protocol, type Room, type ServerEvent, type ServerObserver } from "./protocols/protocol.js";

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

/** The number of clients that all servers of this process have had so far, with those that were refused. */
let clients = 0;

/** A client that is connected. */
interface Connection<Request> {
  /** The number and the address of the client, for events. */
  readonly peer: Pick<ServerEvent, "client" | "from">;
  readonly socket: Socket;
  readonly protocol: Protocol<Request>;
  readonly reader: PieceReader<Request>;
  /** Ends the connection. Each answer starts it again. */
  timer: NodeJS.Timeout | undefined;
  /** Whether the client waits for this server. */
  isAnswering: boolean;
  /** Whether the last request of the client was answered. */
  isOver: boolean;
}

/**
 * Answers the requests of all clients by one protocol, those of each client in order. No client can stop it: it reports
 * a request that is not valid and hangs up, and it hangs up on clients that take too long.
 */
export class MessageServer<Request> {
  readonly #server: Server;
  readonly #protocol: Protocol<Request>;
  readonly #patience: number;
  readonly #observe: ServerObserver;
  readonly #room: Room;
  readonly #connections = new Set<Connection<Request>>();
  #stopping = false;

  constructor(
    protocol: Protocol<Request>,
    { connections, patience, room = { left: MAX_WAITING_BYTES } }: ServerLimits,
    observe: ServerObserver = () => undefined,
  ) {
    this.#observe = observe;
    this.#protocol = protocol;
    this.#patience = patience;
    this.#room = room;
    const newPeer = (from: string | undefined) => ({ client: ++clients, from });
    const noteRefused = (from: string | undefined) => observe({ ...newPeer(from), kind: "refused" });
    // A client may end its side and wait for the answer.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      const { remoteAddress: from } = socket;
      const others = [...this.#connections].filter(({ peer }) => peer.from === from).length;
      if (isElsewhere(from) && others >= connections / 2) {
        socket.destroy();
        noteRefused(from);
      } else void this.#converse(socket, newPeer(from));
    });
    this.#server.on("drop", (data) => noteRefused(data?.remoteAddress));
    this.#server.maxConnections = connections;
  }

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
    this.#stopping = true;
    await this.#acceptWaiting();
    this.#server.close();
    for (const connection of this.#connections) void this.#endWhenRead(connection);
    const timer = setTimeout(() => {
      for (const { socket } of this.#connections) socket.destroy();
    }, this.#patience);
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

  /** Hangs up if nothing is read in the next turn: then nothing more had been sent. */
  async #endWhenRead({ socket, reader }: Connection<Request>): Promise<void> {
    const before = socket.bytesRead;
    await wholeTurn();
    if (socket.bytesRead === before && !reader.isWithin) socket.destroySoon();
  }

  /** Serves a client from its first byte until one of the two hangs up. */
  async #converse(socket: Socket, peer: Connection<Request>["peer"]): Promise<void> {
    const protocol = this.#protocol.begin?.() ?? this.#protocol;
    const reader = new PieceReader((bytes, isEnd) => protocol.requestIn(bytes, isEnd), this.#room);
    const state = { timer: undefined, isAnswering: false, isOver: false };
    const connection: Connection<Request> = { peer, socket, protocol, reader, ...state };
    this.#startTimer(connection, protocol.rest);
    this.#connections.add(connection);
    this.#observe({ ...peer, kind: "connected" });
    // Without a listener, an error would end the process.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(connection.timer);
      this.#connections.delete(connection);
      this.#observe({ ...peer, kind: "closed" });
    });
    try {
      for await (const piece of socket.iterator({ destroyOnReturn: false })) {
        // After the last answer, what still comes is dropped. Hanging up at once could destroy the answer on its way.
        if (!connection.isOver) await this.#answer(connection, piece);
        if (this.#stopping) void this.#endWhenRead(connection);
      }
      if (!connection.isOver) await this.#answer(connection, new Uint8Array(0), true);
    } catch (error) {
      if (!socket.destroyed) socket.write(this.#faultOf(error, connection, true) ?? "");
    }
    reader.release();
    socket.destroySoon();
  }

  /** Answers the requests that end in a piece, in their order. */
  async #answer(connection: Connection<Request>, piece: Uint8Array, isEnd = false): Promise<void> {
    const { socket, reader, protocol } = connection;
    const mayRest = protocol.rest !== undefined;
    if (mayRest && !reader.isWithin) this.#startTimer(connection);
    for (const request of reader.take(piece, isEnd)) {
      const { bytes, isPart } = await this.#replyTo(request, connection);
      connection.isOver = bytes === undefined || (protocol.isSingle ?? false);
      if (bytes?.length && !socket.write(bytes)) await once(socket, "drain");
      if (connection.isOver) break;
      // The time of a message that comes in parts is counted from its beginning.
      if (!isPart) connection.timer?.refresh();
    }
    if (mayRest && !reader.isWithin) this.#startTimer(connection, protocol.rest);
    if (!connection.isOver) return;
    // At once, because the client reads until this side ends.
    socket.end();
    reader.release();
  }

  /**
   * Returns the bytes of the answer, or those of a fault: a request without an answer affects only its client. `isPart`:
   * whether the request was only a part of the conversation
   */
  async #replyTo(request: Request, connection: Connection<Request>) {
    const { peer, protocol } = connection;
    const since = performance.now();
    connection.isAnswering = true;
    try {
      const { bytes, facts } = await protocol.answer(request);
      if (facts) this.#observe({ ...peer, kind: "answered", milliseconds: performance.now() - since, facts });
      return { bytes, isPart: facts === undefined };
    } catch (error) {
      return { bytes: this.#faultOf(error, connection, false), isPart: false };
    } finally {
      connection.isAnswering = false;
    }
  }

  /** Reports a fault, and returns the bytes that say it. */
  #faultOf(error: unknown, { peer, protocol }: Connection<Request>, isClients: boolean): Uint8Array | undefined {
    const reason = (error as Error).message;
    this.#observe({ ...peer, kind: "fault", reason, isClients });
    return protocol.fault(reason, isClients);
  }

  /**
   * Starts the time of a client anew.
   *
   * @param rest milliseconds that it may be silent, because it is between two requests. Default: it has the time for a
   *   request
   */
  #startTimer(connection: Connection<Request>, rest?: number): void {
    clearTimeout(connection.timer);
    if (rest === Number.POSITIVE_INFINITY) return;
    connection.timer = setTimeout(() => {
      const { peer, socket, isAnswering, isOver } = connection;
      if (isOver || rest !== undefined) return void socket.destroy();
      const reason = `not done after ${this.#patience / 1000} s`;
      this.#observe({ ...peer, kind: "fault", reason, isClients: !isAnswering });
      socket.destroy(new Error(reason));
    }, rest ?? this.#patience);
  }
}

/** Whether a network address is that of another machine. */
function isElsewhere(from: string | undefined): boolean {
  return from !== undefined && !/^(?:(?:::ffff:)?127\.|::1$)/.test(from);
}

/** Resolves when the event loop has read once from every connection. */
async function wholeTurn(): Promise<void> {
  // The first one may come in the middle of a turn.
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve));
}
