import { inflateSync } from "node:zlib";
import { DataError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { bufferOf } from "../../mail/lines.js";
import type { MessageAnswer } from "../filter/decide.js";
import { spamScore, type Verdict } from "../filter/verdict.js";
import { modelFacts, sizeFacts } from "../serving/protocols/framed.js";
import { BodyBuffer, MAX_REQUEST_BYTES, takeRoom } from "../serving/protocols/frames.js";
import type { RequestFacts, Session, SessionProtocol, SessionRoom } from "../serving/protocols/protocol.js";
import {
  hasFields,
  isBare,
  requestHead,
  requestLine,
  requireSize,
  type SpamdHead,
  type SpamdRequest,
} from "./spamd-request.js";

/** An answer to a client. */
export interface SpamdAnswer {
  readonly bytes: Uint8Array;
  /** Undefined if the request was not about the class of a message. */
  readonly verdict?: Verdict;
  /** The model that gave the verdict. */
  readonly answer?: MessageAnswer;
  /** The class that a lesson was about, or `forget`. */
  readonly taught?: string | undefined;
  /** The outcome of a lesson. */
  readonly outcomes?: readonly string[];
}

/** The longest lines before a message, in bytes. `spamc` sends at most half of it. */
const MAX_HEAD_BYTES = 1 << 14;
const NOTHING = new Uint8Array(0);

/**
 * The protocol of SpamAssassin's `spamd`, version 1.5 (spamd/PROTOCOL in its source): one request and one answer for
 * each connection. A message ends after its Content-length or, without one, when the client ends its side.
 */
export const SPAMD: SessionProtocol<SpamdRequest, SpamdAnswer> = (room) => new SpamdSession(room);

class SpamdSession implements Session<SpamdRequest, SpamdAnswer> {
  readonly #room: SessionRoom;
  /** The whole request so far. */
  readonly #got: BodyBuffer;
  #head: SpamdHead | undefined;
  #headBytes = 0;
  isOver = false;

  constructor(room: SessionRoom) {
    this.#room = room;
    this.#got = new BodyBuffer(room);
  }

  get isWithin(): boolean {
    return this.#got.length > 0 && !this.isOver;
  }

  *take(piece: Uint8Array): Generator<SpamdRequest> {
    const most = this.#headBytes + (this.#head?.length ?? MAX_REQUEST_BYTES);
    this.#got.append(this.#head?.length === undefined ? piece : piece.subarray(0, most - this.#got.length), most);
    this.#head ??= this.#headIn(this.#got.bytes);
    if (this.#head === undefined) return;
    const { command, length } = this.#head;
    const bytes = this.#got.length - this.#headBytes;
    if (isBare(command)) yield* this.#request(this.#head, NOTHING);
    else if (length === undefined) requireSize(bytes);
    // Some clients send a line end after the message.
    else if (bytes >= length) yield* this.#request(this.#head, this.#body(length));
  }

  *end(): Generator<SpamdRequest> {
    if (this.#got.length === 0) return;
    if (this.#head === undefined) throw new DataError("the request ended before the message");
    yield* this.#request(this.#head, this.#body());
  }

  reply({ bytes }: SpamdAnswer): Uint8Array {
    return bytes;
  }

  facts({ command, user, message }: SpamdRequest, { verdict, answer, taught, outcomes }: SpamdAnswer): RequestFacts {
    const about = { command, user, ...sizeFacts(message) };
    if (verdict === undefined) return { ...about, ...(outcomes && { taught, outcomes }) };
    const { decision, label } = verdict;
    return { ...about, decision, label, score: spamScore(verdict).score, ...(answer && modelFacts(answer)) };
  }

  /** As spamd does it: one line. Clients then pass the message on as it was. */
  fault(reason: string, isClients: boolean): Uint8Array {
    const code = isClients ? "76 Bad header line" : "69 Service Unavailable";
    return Buffer.from(`SPAMD/1.0 ${code}: ${safeText(reason)}\r\n`);
  }

  release(): void {
    this.#got.release();
  }

  /** Returns the first lines when the blank line after them has come. */
  #headIn(got: Uint8Array): SpamdHead | undefined {
    const text = bufferOf(got.subarray(0, MAX_HEAD_BYTES)).toString("latin1");
    const [first] = /^[^\n]*\n/.exec(text) ?? [];
    if (first !== undefined) {
      // Now, because a client of another protocol may send no more.
      const { command, version } = requestLine(first.trimEnd());
      const end = (hasFields(command, version) ? /\n\r?\n/ : /\n/).exec(text);
      if (end !== null) {
        this.#headBytes = end.index + end[0].length;
        return requestHead(got.subarray(0, end.index));
      }
    }
    if (got.length > MAX_HEAD_BYTES) throw new DataError(`more than ${MAX_HEAD_BYTES} bytes before the message`);
    return undefined;
  }

  /** Returns the message so far. @param length in bytes; what comes after it does not count. */
  #body(length?: number): Uint8Array {
    return this.#got.bytes.subarray(this.#headBytes, length === undefined ? undefined : this.#headBytes + length);
  }

  /** @throws DataError if the message is shorter than stated, or cannot be decompressed. */
  *#request(head: SpamdHead, body: Uint8Array): Generator<SpamdRequest> {
    const { length, isCompressed } = head;
    if (body !== NOTHING && length !== undefined && body.length !== length) {
      throw new DataError(`Content-length mismatch: ${length} bytes stated, got ${body.length}`);
    }
    this.isOver = true;
    const message = isCompressed ? inflated(body, this.#room) : body;
    try {
      yield { ...head, message };
    } finally {
      if (isCompressed) this.#room.left += message.length;
      this.release();
    }
  }
}

/** Decompresses a message, and takes room for it. A small request may hold a message that would fill the memory. */
function inflated(bytes: Uint8Array, room: SessionRoom): Uint8Array {
  try {
    const message = inflateSync(bytes, { maxOutputLength: MAX_REQUEST_BYTES });
    takeRoom(room, message.length);
    return message;
  } catch (error) {
    throw new DataError(`cannot decompress the message: ${(error as Error).message}`);
  }
}
