import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/growing.js";
import type { SessionRoom } from "./protocol.js";
import { FRAME_HEADER_BYTES, FRAME_START } from "./wire-protocol.js";

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
