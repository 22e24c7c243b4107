import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/lists.js";
import type { MessageAnswer } from "../../filter/decide.js";

/** Facts about a request and its answer, from which logs and counters choose. */
export interface RequestFacts {
  /** The command, such as `PROCESS`. */
  readonly command: string;
  /** The user that the request names. */
  readonly user?: string | undefined;
  /** The message that it is about, valid until the next request; empty if there is none. */
  readonly message: Uint8Array;
  /** The answer of the model, if it was asked. */
  readonly answer?: MessageAnswer | undefined;
  /** The decision, if one class is spam: `spam`, `ham` or `unsure`. */
  readonly decision?: string | undefined;
  /** The class of the message. */
  readonly label?: string | undefined;
  /** SpamAssassin's points, or the probability of the class. */
  readonly score?: string;
  /** The action of the mail server in place of delivery, such as `reject`. */
  readonly action?: string | undefined;
  /** The class that a lesson is about; undefined if it has none. */
  readonly taught?: string | undefined;
  /** The outcomes of a lesson. */
  readonly outcomes?: readonly string[];
}

/** An event that a server reports for logs and counters. */
export type ServerEvent = {
  /** Clients are numbered from 1. */
  readonly client: number;
  /** The network address of the client. Undefined at a socket. */
  readonly from?: string | undefined;
  /** Where the server listens. */
  readonly at?: string;
} & (
  | { readonly kind: "connected" | "closed" }
  /** The server, or its address, has too many connections. */
  | { readonly kind: "refused" }
  | { readonly kind: "answered"; readonly milliseconds: number; readonly facts: RequestFacts }
  /** A request has no answer. The client is at fault, or the server is. */
  | { readonly kind: "fault"; readonly reason: string; readonly isClients: boolean }
);

/** Gets the events of a server. It must not throw. */
export type ServerObserver = (event: ServerEvent) => void;

/** A request that is refused. By HTTP, its status says whose fault it is: from 500 on the server's. */
export class RequestFault extends DataError {
  readonly status: number;

  /** @param status of HTTP, such as 404 */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A request at the beginning of the bytes that a client has sent. */
export interface FoundRequest<Request> {
  readonly request: Request;
  /** The number of bytes that it takes. */
  readonly length: number;
  /** Bytes of memory that it takes in addition, until it is answered. Default 0. */
  readonly more?: number;
  /** The bytes that the protocol keeps for this client after it, such as those of the message so far. Default 0. */
  readonly kept?: number;
}

/** The answer to a request. */
export interface Reply {
  readonly bytes: Uint8Array;
  /** Undefined if the request was only a part of the conversation. It is then no event. */
  readonly facts?: RequestFacts;
}

/**
 * A protocol between clients and a server over a stream of bytes. It turns bytes into requests, and answers into bytes.
 * Users, limits, counters and who may teach are the matter of others.
 */
export interface Protocol<Request> {
  /** Returns the protocol for one client, if it has a state. */
  begin?(): Protocol<Request>;
  /**
   * Finds the request at the beginning of the bytes that have come.
   *
   * @param isEnd whether the client sends no more
   * @returns the request, whose parts may be views of the bytes; if it is not whole, the largest number of bytes that
   *   it can have, judged by the bytes so far
   * @throws DataError if the bytes are no request, or it is too large. The server sends the fault and hangs up.
   */
  requestIn(bytes: Uint8Array, isEnd: boolean): FoundRequest<Request> | number;
  /** Whether the server hangs up after the first answer. Default: the client may send further requests. */
  readonly isSingle?: boolean;
  /**
   * Milliseconds that a client may be silent between two requests while nothing is kept for it, before the server hangs
   * up; Infinity: for ever. Default: the time for a request, and being silent is a fault.
   */
  readonly rest?: number;
  /** The largest number of clients at a time. Default: that of the server. */
  readonly connections?: number;
  /** Answers a request. @throws Error if there is no answer */
  answer(request: Request): Promise<Reply>;
  /**
   * Returns the bytes that say why there is no answer; undefined if the server hangs up without a word.
   *
   * @param isClients whether the request is at fault; otherwise answering it failed
   */
  fault(reason: string, isClients: boolean): Uint8Array | undefined;
}

/** The number of bytes that several readers together may still keep. */
export type Room = { left: number };

/**
 * Joins the pieces that arrive, and finds the requests in them. The buffer grows with the bytes that have come, never
 * with an announced length. It doubles, so copying takes linear time even if the bytes come one by one.
 */
export class PieceReader<Request> {
  readonly #find: Protocol<Request>["requestIn"];
  readonly #room: Room;
  #bytes = new Uint8Array(0);
  /** The number of bytes that have come. */
  #used = 0;
  /** The number of bytes that the protocol keeps. */
  #kept = 0;
  /** The largest number of bytes that the current request can have, judged by the bytes so far. */
  #most = 0;

  /** @param room shared with the readers of other clients. Default: without a limit */
  constructor(find: Protocol<Request>["requestIn"], room: Room = { left: Number.POSITIVE_INFINITY }) {
    this.#find = find;
    this.#room = room;
  }

  /** Whether a request has begun and not been answered. */
  get isWithin(): boolean {
    return this.#used + this.#kept > 0;
  }

  /**
   * Yields the requests that end in this piece. Each is valid until the next one is asked for.
   *
   * @param isEnd whether the client sends no more
   * @throws DataError if these bytes are no requests, or there is no room for them
   */
  *take(piece: Uint8Array, isEnd = false): Generator<Request> {
    this.#append(piece);
    let at = 0;
    while (at < this.#used) {
      const found = this.#find(this.#bytes.subarray(at, this.#used), isEnd);
      if (typeof found === "number") {
        this.#most = found;
        break;
      }
      const { request, length, more = 0, kept = 0 } = found;
      this.#takeRoom(more + kept - this.#kept);
      this.#kept = kept;
      try {
        yield request;
      } finally {
        this.#room.left += more;
      }
      at += length;
    }
    if (at === 0) return;
    const rest = this.#bytes.subarray(at, this.#used);
    this.#drop();
    this.#append(rest);
  }

  /** Drops the bytes that have come, and gives all room back. */
  release(): void {
    this.#drop();
    this.#room.left += this.#kept;
    this.#kept = 0;
  }

  #drop(): void {
    this.#room.left += this.#bytes.length;
    this.#bytes = new Uint8Array(0);
    this.#used = 0;
  }

  #append(piece: Uint8Array): void {
    const needed = this.#used + piece.length;
    if (needed > this.#bytes.length) {
      const size = Math.max(needed, Math.min(this.#most, 2 * this.#bytes.length));
      this.#takeRoom(size - this.#bytes.length);
      this.#bytes = grown(this.#bytes, size);
    }
    this.#bytes.set(piece, this.#used);
    this.#used = needed;
  }

  #takeRoom(bytes: number): void {
    if (bytes > this.#room.left) throw new DataError("too many large messages at a time: try again");
    this.#room.left -= bytes;
  }
}
