/** How many bytes several sessions may still keep, all together. */
export interface SessionRoom {
  left: number;
}

/** How clients and a server talk over a stream of bytes. */
export interface Protocol<Answer> {
  /** Begins a session with one client. */
  session(room: SessionRoom): Session<Answer>;
}

/** The server's side of a conversation with one client. It only turns bytes into requests, and answers into bytes. */
export interface Session<Answer> {
  /** Whether a request has begun and not ended. */
  readonly isWithin: boolean;
  /**
   * The requests that end in this piece. Each is answered before the next is taken.
   *
   * @throws DataError if these bytes are not requests, or one is too large. The server sends the reason and hangs up.
   */
  take(piece: Uint8Array): Iterable<Uint8Array>;
  /** The bytes that answer the last request. */
  reply(answer: Answer): Uint8Array;
  /** The bytes that say why there is no answer. */
  fault(reason: string): Uint8Array;
  /** Drops the request that has begun, and gives its room back. */
  release(): void;
}
