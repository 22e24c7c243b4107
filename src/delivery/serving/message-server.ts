import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { MessageAnswer } from "../filter/mail-filter.js";
import { portAddress, type ServerAddress } from "./address.js";
import { FrameReader, Room } from "./frame-reader.js";
import { answerFrame, faultFrame, MOST_REQUEST_BYTES } from "./wire-protocol.js";

/** Of messages that have come in part, all clients together: four of the largest. */
const MOST_WAITING_BYTES = 4 * MOST_REQUEST_BYTES;
/** Clients that the system keeps until they are accepted, as Node asks for: no more can be waiting when a server stops. */
const BACKLOG = 511;
/** Nobody but the user may write to the socket. */
const OWNER_ONLY = 0o177;

/** What a server puts up with. */
export interface ServerLimits {
  /** Clients at a time; one more is hung up on. */
  readonly connections: number;
  /** Milliseconds for the whole of a request to come and the whole of its answer to be read. */
  readonly patience: number;
}

interface Connection {
  readonly socket: Socket;
  readonly reader: FrameReader;
  /** How many times something has been read. */
  reads: number;
}

/**
 * Answers requests with one call, each client's in order. Whatever clients send or leave
 * out, it goes on: what is no request is told so and hung up on, as is who takes too long.
 */
export class MessageServer {
  readonly #server: Server;
  readonly #answer: (message: Uint8Array) => MessageAnswer;
  readonly #patience: number;
  readonly #room = new Room(MOST_WAITING_BYTES);
  readonly #connections = new Set<Connection>();
  /** Clients so far, those that were hung up on at once too. */
  #clients = 0;
  #stopping = false;

  constructor(answer: (message: Uint8Array) => MessageAnswer, { connections, patience }: ServerLimits) {
    this.#answer = answer;
    this.#patience = patience;
    // A client may say that it has said all, and wait for the answer.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#clients++;
      void this.#converse(socket);
    });
    this.#server.on("drop", () => this.#clients++);
    this.#server.maxConnections = connections;
  }

  /**
   * @returns where it listens: for port 0, the one that was free
   * @throws Error with the system's code if it cannot.
   */
  async listen(address: ServerAddress): Promise<ServerAddress> {
    // The socket is made here and now, and at no moment is it anybody else's.
    const before = "path" in address ? process.umask(OWNER_ONLY) : undefined;
    try {
      this.#server.listen(address);
    } finally {
      if (before !== undefined) process.umask(before);
    }
    await once(this.#server, "listening");
    const bound = this.#server.address();
    return bound === null || typeof bound === "string" ? address : portAddress(bound.port);
  }

  /**
   * Answers what had been sent before and takes no more clients. It ends at the latest when
   * its patience with those who still send or read is over. What has the name of its socket
   * is removed.
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

  /** Closing would hang up on those whom the system has connected and Node, one in a turn, has not accepted yet. */
  async #acceptWaiting(): Promise<void> {
    const most = this.#clients + BACKLOG;
    for (let before = -1; before !== this.#clients && this.#clients < most; ) {
      before = this.#clients;
      await wholeTurn();
    }
  }

  /** What has been sent is there to be read in the next turn; where nothing is, there is no more. */
  async #endWhenRead(connection: Connection): Promise<void> {
    const { reads, socket, reader } = connection;
    await wholeTurn();
    if (connection.reads === reads && !reader.isWithin) socket.destroySoon();
  }

  async #converse(socket: Socket): Promise<void> {
    const connection = { socket, reader: new FrameReader(MOST_REQUEST_BYTES, this.#room), reads: 0 };
    const timer = setTimeout(() => socket.destroy(new Error("too slow")), this.#patience);
    this.#connections.add(connection);
    // Also where nobody waits for it at the moment: it would end the process.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      this.#connections.delete(connection);
    });
    try {
      await this.#answerAll(connection, () => timer.refresh());
    } catch {
      socket.destroy();
    } finally {
      connection.reader.release();
    }
    socket.destroySoon();
  }

  async #answerAll(connection: Connection, onAnswered: () => void): Promise<void> {
    const { socket, reader } = connection;
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      connection.reads++;
      try {
        for (const message of reader.frames(piece)) {
          if (!socket.write(this.#frameFor(message))) await once(socket, "drain");
          onAnswered();
        }
      } catch (error) {
        socket.write(faultFrame((error as Error).message));
        return;
      }
      if (this.#stopping) void this.#endWhenRead(connection);
    }
  }

  /** A message that cannot be classified is one client's misfortune. */
  #frameFor(message: Uint8Array): Uint8Array {
    try {
      return answerFrame(this.#answer(message));
    } catch (error) {
      return faultFrame((error as Error).message);
    }
  }
}

/** Resolves when the event loop has looked once at all that waits to be read. */
async function wholeTurn(): Promise<void> {
  // The first may come in the middle of a turn.
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve));
}
