import { connect, type Socket } from "node:net";
import { DataError, reason } from "../../base/errors.js";
import { lookedAt, type MessageAnswer } from "../filter/mail-filter.js";
import { addressText, type ServerAddress } from "./address.js";
import { FrameReader } from "./frame-reader.js";
import { requireTrusted, withSocketFile } from "./trusted-socket.js";
import { answerOf, frameHeader, MOST_ANSWER_BYTES } from "./wire-protocol.js";

/** An answer of some hundred classes. */
const PIECE = 1 << 14;

/**
 * What the model of a server says of a message. Nothing is sent to a socket of another user,
 * unless only that user, root and this one can have put it there: see `trusted-socket.ts`. A
 * port has no owner: whoever listens there gets the message.
 *
 * @param milliseconds for connecting, sending, waiting and reading together
 * @throws DataError if there is no server or it is not to be trusted, it takes longer, or what it answers is no answer.
 *
 * @example
 * const { ranking } = await askServer(addressOf("mail.socket"), readFileSync("letter.eml"), 2000);
 * console.log(ranking[0].label);
 */
export function askServer(address: ServerAddress, message: Uint8Array, milliseconds: number): Promise<MessageAnswer> {
  const looked = lookedAt(message);
  return new Promise((resolve, reject) => {
    const reader = new FrameReader(MOST_ANSWER_BYTES);
    let socket: Socket;
    try {
      socket = connected(address, read);
    } catch (error) {
      reject(failure(address, error));
      return;
    }
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      // Whoever waits for the answer goes first.
      setImmediate(() => socket.destroy());
      outcome();
    };
    const fail = (error: unknown) => end(() => reject(failure(address, error)));
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

function connected(address: ServerAddress, read: (size: number, buffer: Uint8Array) => boolean): Socket {
  // Without the buffers and events of a stream: a millisecond less, of a client that starts for one message.
  const onread = { buffer: Buffer.allocUnsafe(PIECE), callback: read };
  if (!("path" in address)) return connect({ ...address, onread });
  return withSocketFile(address.path, (status, path) => {
    requireTrusted(address.path, status);
    // The system has connected, or refused, when this returns; the event comes later.
    return connect({ path, onread });
  });
}

function failure(address: ServerAddress, error: unknown): DataError {
  return new DataError(`${addressText(address)}: cannot ask the server: ${reason(error)}`);
}
