import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/growing.js";
import type { SessionRoom } from "./protocol.js";

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
