import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { MessageAnswer } from "../mail-filter.js";
import { portAddress, type ServerAddress } from "./address.js";
import { FrameReader, Room } from "./frame-reader.js";
import { answerFrame, faultFrame, MOST_REQUEST_BYTES } from "./protocol.js";

/** Of messages that have come in part, all clients together: four of the largest. */
const MOST_WAITING_BYTES = 4 * MOST_REQUEST_BYTES;
/** Milliseconds that a server which stops waits for what has been sent and not yet been read. */
const LAST_REQUESTS = 100;
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
  #stopping = false;

  constructor(answer: (message: Uint8Array) => MessageAnswer, { connections, patience }: ServerLimits) {
    this.#answer = answer;
    this.#patience = patience;
    // A client may say that it has said all, and wait for the answer.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => void this.#converse(socket));
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

  /** Takes no more clients, and ends when those that have sent something have their answer. A socket is removed. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    setTimeout(() => {
      this.#stopping = true;
      for (const { socket, reader } of this.#connections) if (!reader.isWithin) socket.destroySoon();
    }, LAST_REQUESTS);
    await closed;
  }

  async #converse(socket: Socket): Promise<void> {
    const connection = { socket, reader: new FrameReader(MOST_REQUEST_BYTES, this.#room) };
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

  async #answerAll({ socket, reader }: Connection, onAnswered: () => void): Promise<void> {
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      try {
        for (const message of reader.frames(piece)) {
          if (!socket.write(this.#frameFor(message))) await once(socket, "drain");
          onAnswered();
        }
      } catch (error) {
        socket.write(faultFrame((error as Error).message));
        return;
      }
      if (this.#stopping && !reader.isWithin) return;
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
