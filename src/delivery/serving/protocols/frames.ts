import { isRecord } from "../../../base/checks.js";
import { DataError, orElse } from "../../../base/errors.js";
import { grown } from "../../../base/growing.js";
import { MAX_DOCUMENT_BYTES } from "../../../documents/document.js";
import { bufferOf } from "../../../mail/lines.js";
import type { SessionRoom } from "./protocol.js";

/**
 * The protocol of a client and a server that keeps a model in memory. Both send frames over a stream of bytes:
 *
 *     "THR" 2   magic and version
 *     uint32    how many bytes follow, big-endian
 *     JSON      one line, with a line feed at its end
 *     bytes     in a request: the document, or its first 16 MiB
 *
 * A request is a lesson, or `{"kind":"answer"}` to classify a message. Each request has one answer, in the order of the
 * requests. `{"fault":"…"}` says why there is no answer; after bytes that are not a request, the server hangs up. A
 * client may send a request before it has read the last answer.
 */
const FRAME_START = Buffer.from([...Buffer.from("THR"), 2]);
/** Bytes of a frame before its content. */
const HEADER_BYTES = FRAME_START.length + 4;
/** The largest message that a server takes. */
export const MAX_REQUEST_BYTES = MAX_DOCUMENT_BYTES;
/** The longest line of a request, in bytes. It holds at most a label. */
const MAX_LINE_BYTES = 8192;
/** The largest frame that a server or a client takes. An answer has some hundred bytes. */
export const MAX_FRAME_BYTES = MAX_REQUEST_BYTES + MAX_LINE_BYTES;

const LINE_END = "\n".charCodeAt(0);
const NOTHING = new Uint8Array(0);

/** Returns a frame. Numbers that JSON lacks, such as infinity, are written as texts. */
export function frameOf(head: object, document: Uint8Array = NOTHING): Uint8Array {
  const isOdd = (value: unknown) => typeof value === "number" && !Number.isFinite(value);
  const line = Buffer.from(`${JSON.stringify(head, (_, value) => (isOdd(value) ? String(value) : value))}\n`);
  const start = Buffer.alloc(HEADER_BYTES);
  start.set(FRAME_START);
  start.writeUInt32BE(line.length + document.length, FRAME_START.length);
  return Buffer.concat([start, line, document]);
}

/** The content of a frame. */
interface FrameContent {
  /** Undefined if the line is not a JSON object. */
  readonly head: Readonly<Record<string, unknown>> | undefined;
  readonly document: Uint8Array;
}

/** Reads the content of a frame. */
export function frameContent(body: Uint8Array): FrameContent {
  const bytes = bufferOf(body);
  const end = bytes.indexOf(LINE_END);
  const head: unknown = end < 0 ? undefined : orElse(() => JSON.parse(bytes.toString("utf8", 0, end)), undefined);
  return { head: isRecord(head) ? head : undefined, document: bytes.subarray(end + 1) };
}

/** Joins frames from the pieces that arrive. */
export class FrameReader {
  readonly #most: number;
  /** The frame that has begun. */
  readonly #got: BodyBuffer;

  /**
   * @param most the most bytes in a frame after its header
   * @param room for the buffers of all readers that share it. Default: its own, which is large enough
   */
  constructor(most: number, room: SessionRoom = { left: 2 * (HEADER_BYTES + most) }) {
    this.#most = most;
    this.#got = new BodyBuffer(room);
  }

  /** Whether a frame has begun and not ended. */
  get isWithin(): boolean {
    return this.#got.length > 0;
  }

  /**
   * Yields the content of each frame that ends in this piece. It is valid until the next one is asked for.
   *
   * @throws DataError if these are not frames, or one is too large.
   */
  *frames(piece: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < piece.length; ) {
      const most = this.#wanted();
      const taken = piece.subarray(at, at + most - this.#got.length);
      this.#got.append(taken, most);
      at += taken.length;
      if (this.#got.length < this.#wanted()) continue;
      yield this.#got.bytes.subarray(HEADER_BYTES);
      this.release();
    }
  }

  /** Drops the frame that has begun. */
  release(): void {
    this.#got.release();
  }

  /** Returns the length of the frame that has begun; until its header is there, that of the header. */
  #wanted(): number {
    const { bytes, length } = this.#got;
    // Fails at the first wrong byte, as a client with another protocol may send no more.
    if (bytes.subarray(0, FRAME_START.length).some((byte, i) => byte !== FRAME_START[i])) {
      throw new DataError("these bytes are not the protocol of this version: use a client and a server of one version");
    }
    if (length < HEADER_BYTES) return HEADER_BYTES;
    const stated = bufferOf(bytes).readUInt32BE(FRAME_START.length);
    if (stated <= this.#most) return HEADER_BYTES + stated;
    throw new DataError(`a frame of ${stated} bytes is too large: the limit is ${this.#most}`);
  }
}

/**
 * Joins the pieces of a request. The buffer grows with the bytes that have come, never with an announced length. It
 * doubles, so copying takes linear time even if the bytes come one by one.
 */
export class BodyBuffer {
  readonly #room: SessionRoom;
  #bytes = new Uint8Array(0);
  /** The number of bytes that have come. */
  #used = 0;

  /** @param room shared with the buffers of other clients */
  constructor(room: SessionRoom) {
    this.#room = room;
  }

  /** The bytes that have come. The next `append` may move them. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  get length(): number {
    return this.#used;
  }

  /** Adds a piece. @param most the length that the buffer may get @throws DataError if the room is used up. */
  append(piece: Uint8Array, most: number): void {
    const needed = this.#used + piece.length;
    if (needed > this.#bytes.length) {
      const size = Math.max(needed, Math.min(most, 2 * this.#bytes.length));
      takeRoom(this.#room, size - this.#bytes.length);
      this.#bytes = grown(this.#bytes, size);
    }
    this.#bytes.set(piece, this.#used);
    this.#used = needed;
  }

  /** Drops the bytes, and gives their room back. */
  release(): void {
    this.#room.left += this.#bytes.length;
    this.#bytes = new Uint8Array(0);
    this.#used = 0;
  }
}

/** Takes room for some bytes. @throws DataError if there is too little. */
export function takeRoom(room: SessionRoom, bytes: number): void {
  if (bytes > room.left) throw new DataError("too many large messages at a time: try again");
  room.left -= bytes;
}
