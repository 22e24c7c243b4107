import { DataError } from "../../base/errors.js";
import { FRAME_HEADER_BYTES, FRAME_START } from "./wire-protocol.js";

/** What is made room for at first: few messages are larger. */
const FIRST_ROOM = 1 << 16;

/** How much several readers together may keep. */
export class Room {
  #left: number;

  /** @param bytes at least 0 */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @throws DataError if there is no more. */
  take(bytes: number): void {
    if (bytes > this.#left) throw new DataError("required less at a time, found too many large messages: try again");
    this.#left -= bytes;
  }

  /** Gives back what was taken. */
  give(bytes: number): void {
    this.#left += bytes;
  }
}

/**
 * Puts frames together from the pieces that arrive. What is kept grows with what has come,
 * never with what is announced, and in doublings: a frame that comes a byte at a time is
 * copied twice at most.
 */
export class FrameReader {
  readonly #most: number;
  readonly #room: Room;
  readonly #header = new Uint8Array(FRAME_HEADER_BYTES);
  #headerUsed = 0;
  #length = 0;
  #body = new Uint8Array(0);
  #used = 0;

  /**
   * @param most bytes that a frame may hold
   * @param room shared with other readers; default: one of its own
   */
  constructor(most: number, room = new Room(2 * most)) {
    this.#most = most;
    this.#room = room;
  }

  /** Whether a frame has begun and not come to its end. */
  get isWithin(): boolean {
    return this.#headerUsed > 0;
  }

  /**
   * What the frames hold that end in this piece.
   *
   * @throws DataError if these are no frames, or one holds more than is allowed.
   */
  *frames(piece: Uint8Array): Generator<Uint8Array> {
    let at = 0;
    while (at < piece.length) {
      if (this.#headerUsed < FRAME_HEADER_BYTES) {
        this.#header[this.#headerUsed] = piece[at++];
        this.#takeHeaderByte();
      } else {
        const taken = piece.subarray(at, at + this.#length - this.#used);
        this.#append(taken);
        at += taken.length;
      }
      if (this.#headerUsed === FRAME_HEADER_BYTES && this.#used === this.#length) {
        const body = this.#body.subarray(0, this.#length);
        yield body;
        this.release();
      }
    }
  }

  /** Forgets what it has. */
  release(): void {
    this.#room.give(this.#body.length);
    this.#body = new Uint8Array(0);
    this.#used = 0;
    this.#headerUsed = 0;
  }

  #takeHeaderByte(): void {
    const at = this.#headerUsed++;
    // The first byte that is wrong is one too many: who speaks another language waits for no answer of ours.
    if (at < FRAME_START.length && this.#header[at] !== FRAME_START[at]) {
      throw new DataError("required the protocol of this version, found something else");
    }
    if (this.#headerUsed < FRAME_HEADER_BYTES) return;
    this.#length = new DataView(this.#header.buffer).getUint32(FRAME_START.length);
    if (this.#length > this.#most) {
      throw new DataError(`required a frame of at most ${this.#most} bytes, found ${this.#length}`);
    }
  }

  #append(piece: Uint8Array): void {
    const needed = this.#used + piece.length;
    if (needed > this.#body.length) {
      const size = Math.min(this.#length, Math.max(FIRST_ROOM, needed, 2 * this.#body.length));
      this.#room.take(size - this.#body.length);
      const bigger = new Uint8Array(size);
      bigger.set(this.#body.subarray(0, this.#used));
      this.#body = bigger;
    }
    this.#body.set(piece, this.#used);
    this.#used = needed;
  }
}
