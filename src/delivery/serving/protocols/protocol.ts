/** The number of bytes that several sessions together may still keep. */
export interface SessionRoom {
  left: number;
}

/** Facts about a request and its answer for a log. They hold nothing of the message itself. */
export interface RequestFacts {
  /** The command, such as `PROCESS`. */
  readonly command: string;
  /** The user that the request names. */
  readonly user?: string | undefined;
  /** The size of the message. */
  readonly bytes?: number;
  /** Reads the Message-ID, as the message has it. Undefined if the message has none. */
  readonly messageId?: () => string | undefined;
  /** The decision, if one class is spam: `spam`, `ham` or `unsure`. */
  readonly decision?: string | undefined;
  /** The class of the message. */
  readonly label?: string | undefined;
  /** SpamAssassin's points, or the probability of the class. */
  readonly score?: string;
  /** The class that a lesson is about, or what the lesson does without one, such as `unlearn`. */
  readonly taught?: string | undefined;
  /** The outcomes of a lesson. */
  readonly outcomes?: readonly string[];
  /** The id of the model that answered. */
  readonly model?: string | undefined;
  /** Whether that is the user's own model, or one for all. */
  readonly whose?: "own" | "shared";
  /** The file of the model. */
  readonly file?: string | undefined;
  /** The id of the model in that file, if lessons that wait have changed the model since. */
  readonly saved?: string | undefined;
}

/** A protocol between clients and a server over a stream of bytes: begins a session with one client. */
export type SessionProtocol<Request, Answer> = (room: SessionRoom) => Session<Request, Answer>;

/**
 * The server's side of a conversation with one client. It only turns bytes into requests, and answers into bytes. A
 * request need not be about a message: it is whatever the code that answers it understands.
 */
export interface Session<Request, Answer> {
  /** Whether a request has begun and not ended. */
  readonly isWithin: boolean;
  /** Whether the server hangs up after the answers so far. Default false: the client may send further requests. */
  readonly isOver?: boolean;
  /**
   * Returns the requests that end in this piece. Each is answered before the next is taken.
   *
   * @throws DataError if these bytes are not requests, or one is too large. The server sends the fault and hangs up.
   */
  take(piece: Uint8Array): Iterable<Request>;
  /** Returns the requests that end because the client sends no more. Default: no requests. @throws as `take`. */
  end?(): Iterable<Request>;
  /** Returns the facts about a request that was answered. Default: no facts. */
  facts?(request: Request, answer: Answer): RequestFacts;
  /** Returns the bytes that answer the last request. */
  reply(answer: Answer): Uint8Array;
  /**
   * Returns the bytes that say why there is no answer.
   *
   * @param isClients whether the request is at fault; otherwise answering it failed
   */
  fault(reason: string, isClients: boolean): Uint8Array;
  /** Drops the request that has begun, and gives its room back. */
  release(): void;
}
