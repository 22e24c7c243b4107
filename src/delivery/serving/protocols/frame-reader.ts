import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/growing.js";
import type { SessionRoom } from "./protocol.js";
import { FRAME_HEADER_BYTES, FRAME_START } from "./wire-protocol.js";

/** The size of the first buffer for a frame. Few messages are larger. */
const FIRST_BYTES = 1 << 16;

/**
 * Joins frames from the pieces that arrive. The buffer grows with the bytes that have come, never with an announced
 * length. It doubles, so copying takes linear time even if a frame comes byte by byte.
 */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #room: SessionRoom;
  readonly #header = new Uint8Array(FRAME_HEADER_BYTES);
  /** The number of bytes of the header that have come. */
  #headerUsed = 0;
  /** The length of the body, from the header. */
  #length = 0;
  #body = new Uint8Array(0);
  /** The number of bytes of the body that have come. */
  #used = 0;

  /**
   * @param maxBytes the longest body of a frame
   * @param room for the buffers of all readers that share it. Default: its own
   */
  constructor(maxBytes: number, room: SessionRoom = { left: 2 * maxBytes }) {
    this.#maxBytes = maxBytes;
    this.#room = room;
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
        const taken = piece.subarray(at, at + this.#length - this.#used);
        this.#append(taken);
        at += taken.length;
      }
      if (this.#headerUsed === FRAME_HEADER_BYTES && this.#used === this.#length) {
        yield this.#body.subarray(0, this.#length);
        this.release();
      }
    }
  }

  /** Drops the frame that has begun. */
  release(): void {
    this.#room.left += this.#body.length;
    this.#body = new Uint8Array(0);
    this.#used = 0;
    this.#headerUsed = 0;
  }

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

  #append(piece: Uint8Array): void {
    const needed = this.#used + piece.length;
    if (needed > this.#body.length) {
      const size = Math.min(this.#length, Math.max(FIRST_BYTES, needed, 2 * this.#body.length));
      const more = size - this.#body.length;
      if (more > this.#room.left) throw new DataError("too many large messages at a time: try again");
      this.#room.left -= more;
      this.#body = grown(this.#body, size);
    }
    this.#body.set(piece, this.#used);
    this.#used = needed;
  }
}
