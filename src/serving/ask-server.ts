import { connect } from "node:net";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import { lookedAt, type MessageAnswer } from "../mail-filter.js";
import { addressText, type ServerAddress } from "./address.js";
import { FrameReader } from "./frame-reader.js";
import { answerOf, frameHeader, MOST_ANSWER_BYTES } from "./protocol.js";

/**
 * What the model of a server says of a message.
 *
 * @param milliseconds for connecting, sending, waiting and reading together
 * @throws DataError if there is no server, it takes longer, or what it answers is no answer.
 */
export function askServer(address: ServerAddress, message: Uint8Array, milliseconds: number): Promise<MessageAnswer> {
  const looked = lookedAt(message);
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    const reader = new FrameReader(MOST_ANSWER_BYTES);
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      outcome();
    };
    const fail = (error: unknown) =>
      end(() => reject(new DataError(`${addressText(address)}: required a server, found: ${reason(error)}`)));
    const timer = setTimeout(() => fail(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
    socket.on("error", fail);
    socket.on("end", () => fail(new Error("the other side hung up")));
    socket.on("data", (piece) => {
      try {
        for (const body of reader.frames(piece)) {
          const answer = answerOf(body);
          end(() => resolve(answer));
          return;
        }
      } catch (error) {
        fail(error);
      }
    });
    socket.cork();
    socket.write(frameHeader(looked.length));
    socket.write(looked);
    socket.uncork();
  });
}
