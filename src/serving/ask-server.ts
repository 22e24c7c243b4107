import { connect } from "node:net";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import { lookedAt, type MessageAnswer } from "../mail-filter.js";
import { addressText, type ServerAddress } from "./address.js";
import { FrameReader } from "./frame-reader.js";
import { answerOf, frameHeader, MOST_ANSWER_BYTES } from "./protocol.js";

/** An answer of some hundred classes. */
const PIECE = 1 << 14;

/**
 * What the model of a server says of a message.
 *
 * @param milliseconds for connecting, sending, waiting and reading together
 * @throws DataError if there is no server, it takes longer, or what it answers is no answer.
 *
 * @example
 * const { ranking } = await askServer(addressOf("mail.socket"), readFileSync("letter.eml"), 2000);
 * console.log(ranking[0].label);
 */
export function askServer(address: ServerAddress, message: Uint8Array, milliseconds: number): Promise<MessageAnswer> {
  const looked = lookedAt(message);
  return new Promise((resolve, reject) => {
    const reader = new FrameReader(MOST_ANSWER_BYTES);
    // Without the buffers and events of a stream: a millisecond less, of a client that starts for one message.
    const socket = connect({ ...address, onread: { buffer: Buffer.allocUnsafe(PIECE), callback: read } });
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      // Whoever waits for the answer goes first.
      setImmediate(() => socket.destroy());
      outcome();
    };
    const fail = (error: unknown) =>
      end(() => reject(new DataError(`${addressText(address)}: required a server, found: ${reason(error)}`)));
    const timer = setTimeout(() => fail(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
    socket.on("error", fail);
    socket.on("end", () => fail(new Error("the other side hung up")));
    // In one piece, where that is no matter: putting pieces together loads more than a copy takes.
    const isSmall = looked.length <= PIECE;
    socket.write(isSmall ? Buffer.concat([frameHeader(looked.length), looked]) : frameHeader(looked.length));
    if (!isSmall) socket.write(looked);

    function read(size: number, buffer: Uint8Array): boolean {
      try {
        for (const body of reader.frames(buffer.subarray(0, size))) {
          const answer = answerOf(body);
          end(() => resolve(answer));
          return false;
        }
      } catch (error) {
        fail(error);
        return false;
      }
      return true;
    }
  });
}
