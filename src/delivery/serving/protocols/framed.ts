import { FrameReader } from "./frame-reader.js";
import type { Protocol } from "./protocol.js";
import { answerFrame, faultFrame, MAX_REQUEST_BYTES } from "./wire-protocol.js";

/** The protocol of frames (see `wire-protocol.ts`). `reply` makes the frame of an answer. */
export function framed<Answer>(reply: (answer: Answer) => Uint8Array): Protocol<Answer> {
  return {
    session(room) {
      const reader = new FrameReader(MAX_REQUEST_BYTES, room);
      return {
        get isWithin() {
          return reader.isWithin;
        },
        take: (piece) => reader.frames(piece),
        reply,
        fault: faultFrame,
        release: () => reader.release(),
      };
    },
  };
}

/** Classified messages in frames. */
export const FRAMED_MESSAGES = framed(answerFrame);
