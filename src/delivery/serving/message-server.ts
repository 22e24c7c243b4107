import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { ClientServer, type Peer, type ServerLimits, wholeTurn } from "./client-server.js";
import { PieceReader, type Protocol, type ServerObserver } from "./protocols/protocol.js";

/** A client that is connected. */
interface Connection<Request> {
  readonly peer: Peer;
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
export class MessageServer<Request> extends ClientServer {
  readonly #protocol: Protocol<Request>;
  readonly #connections = new Map<Socket, Connection<Request>>();

  constructor(protocol: Protocol<Request>, limits: ServerLimits, observe?: ServerObserver) {
    // A client may end its side and wait for the answer.
    const server = createServer({ allowHalfOpen: true });
    super(server, { ...limits, connections: protocol.connections ?? limits.connections }, observe);
    this.#protocol = protocol;
    server.on("connection", (socket) => {
      const peer = this.peers.get(socket);
      if (peer !== undefined) void this.#converse(socket, peer);
    });
  }

  /** Hangs up if nothing is read in the next turn: then nothing more had been sent. */
  protected async endIfIdle(socket: Socket): Promise<void> {
    const before = socket.bytesRead;
    await wholeTurn();
    if (socket.bytesRead === before && !this.#connections.get(socket)?.reader.isWithin) socket.destroySoon();
  }

  /** Serves a client from its first byte until one of the two hangs up. */
  async #converse(socket: Socket, peer: Peer): Promise<void> {
    const protocol = this.#protocol.begin?.() ?? this.#protocol;
    const reader = new PieceReader((bytes, isEnd) => protocol.requestIn(bytes, isEnd), this.room);
    const state = { timer: undefined, isAnswering: false, isOver: false };
    const connection: Connection<Request> = { peer, socket, protocol, reader, ...state };
    this.#startTimer(connection, protocol.rest);
    this.#connections.set(socket, connection);
    socket.on("close", () => {
      clearTimeout(connection.timer);
      this.#connections.delete(socket);
    });
    try {
      for await (const piece of socket.iterator({ destroyOnReturn: false })) {
        // After the last answer, what still comes is dropped. Hanging up at once could destroy the answer on its way.
        if (!connection.isOver) await this.#answer(connection, piece);
        if (this.isStopping) void this.endIfIdle(socket);
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
      // Lets other clients in between, because a piece can have a thousand requests.
      if (!isPart) await new Promise((resolve) => setImmediate(resolve));
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
      if (facts) this.observe({ ...peer, kind: "answered", milliseconds: performance.now() - since, facts });
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
    this.observe({ ...peer, kind: "fault", reason, isClients });
    return protocol.fault(reason, isClients);
  }

  /**
   * Starts the time of a client again.
   *
   * @param rest milliseconds that it may be silent, because it is between two requests. Default: it has the time for a
   *   request
   */
  #startTimer(connection: Connection<Request>, rest?: number): void {
    clearTimeout(connection.timer);
    if (rest === Number.POSITIVE_INFINITY) return;
    connection.timer = setTimeout(() => {
      const { peer, socket, isAnswering, isOver } = connection;
      const reason = `not done after ${this.patience / 1000} s`;
      if (!isOver && rest === undefined) this.observe({ ...peer, kind: "fault", reason, isClients: !isAnswering });
      // With an error, which also ends the wait for a client that does not read.
      socket.destroy(new Error(reason));
    }, rest ?? this.patience);
  }
}
