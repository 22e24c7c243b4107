import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/growing.js";
import { messageFacts as factsOf } from "../../../mail/message-facts.js";
import type { MessageAnswer } from "../../filter/decide.js";
import { classifiedBytes } from "../../filter/mail-filter.js";
import type { RequestFacts, SessionProtocol, SessionRoom } from "./protocol.js";
import { answerFrame, FRAME_HEADER_BYTES, FRAME_START, faultFrame, MAX_REQUEST_BYTES } from "./wire-protocol.js";

/**
 * Joins frames from the pieces that arrive. A frame has a header, which ends with the length of its body, and a body.
 */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #header = new Uint8Array(FRAME_HEADER_BYTES);
  /** The number of bytes of the header that have come. */
  #headerUsed = 0;
  /** The length of the body, from the header. */
  #length = 0;
  readonly #body: BodyBuffer;

  /**
   * @param maxBytes the longest body of a frame
   * @param room for the buffers of all readers that share it. Default: its own, which is large enough
   */
  constructor(maxBytes: number, room: SessionRoom = { left: 2 * maxBytes }) {
    this.#maxBytes = maxBytes;
    this.#body = new BodyBuffer(room);
  }

  /** Whether a frame has begun and not ended. */
  get isWithin(): boolean {
    return this.#headerUsed > 0;
  }

  /**
   * Yields the bodies of the frames that end in this piece.
   *
   * @throws DataError if these are not frames, or one is too large.
   */
  *frames(piece: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < piece.length; ) {
      if (this.#headerUsed < FRAME_HEADER_BYTES) this.#takeHeaderByte(piece[at++]);
      else {
        const taken = piece.subarray(at, at + this.#length - this.#body.length);
        this.#body.append(taken, this.#length);
        at += taken.length;
      }
      if (this.#headerUsed === FRAME_HEADER_BYTES && this.#body.length === this.#length) {
        yield this.#body.bytes;
        this.release();
      }
    }
  }

  /** Drops the frame that has begun. */
  release(): void {
    this.#body.release();
    this.#headerUsed = 0;
  }

  /** Takes a byte of a header. The last one completes the length of the body. */
  #takeHeaderByte(byte: number): void {
    const at = this.#headerUsed++;
    this.#header[at] = byte;
    // Fails at the first wrong byte, as a client with another protocol may send no more.
    if (at < FRAME_START.length && byte !== FRAME_START[at]) {
      throw new DataError("these bytes are not the protocol of this version: use a client and a server of one version");
    }
    if (this.#headerUsed < FRAME_HEADER_BYTES) return;
    this.#length = new DataView(this.#header.buffer).getUint32(FRAME_START.length);
    if (this.#length > this.#maxBytes) {
      throw new DataError(`a frame of ${this.#length} bytes is too large: the limit is ${this.#maxBytes}`);
    }
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

/**
 * Returns the server's side of a protocol in which each request and each answer is one frame: see `wire-protocol.ts`.
 *
 * @param requestOf the request in a frame
 * @param reply makes the frame of an answer
 * @param facts what a log may say of a request and its answer
 */
export function framed<Request, Answer>(
  requestOf: (body: Uint8Array) => Request,
  reply: (answer: Answer) => Uint8Array,
  facts: (request: Request, answer: Answer) => RequestFacts,
): SessionProtocol<Request, Answer> {
  return (room) => {
    const reader = new FrameReader(MAX_REQUEST_BYTES, room);
    return {
      get isWithin() {
        return reader.isWithin;
      },
      *take(piece) {
        for (const body of reader.frames(piece)) yield requestOf(body);
      },
      reply,
      facts,
      fault: faultFrame,
      release: () => reader.release(),
    };
  };
}

/** A message names its charset itself. */
const HEADER = { as: "mail", encoding: "utf-8" } as const;

/** Messages to classify, in frames. */
export const FRAMED_MESSAGES = framed<Uint8Array, MessageAnswer>((body) => body, answerFrame, messageFacts);

/** Returns what a log may say of the answer for a message. */
export function messageFacts(message: Uint8Array, answer: MessageAnswer): RequestFacts {
  const [{ label, probability }] = answer.ranking;
  return { command: "filter", ...sizeFacts(message), label, score: probability.toFixed(3), ...modelFacts(answer) };
}

/** Returns the facts of a message itself. */
export function sizeFacts(message: Uint8Array): Pick<RequestFacts, "bytes" | "messageId"> {
  return { bytes: message.length, messageId: () => factsOf(HEADER)(classifiedBytes(message)).messageId };
}

/** Returns the facts of the model that answered. */
export function modelFacts({ model, file, saved, isOwn }: MessageAnswer): Partial<RequestFacts> {
  return { model, whose: isOwn ? "own" : "shared", file, saved: saved === model ? undefined : saved };
}
