import { connect, type NetConnectOpts, type Socket } from "node:net";
import { type DataError, errorAt } from "../../base/errors.js";
import type { MessageAnswer } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import { addressText, type ServerAddress } from "./address.js";
import { FrameReader } from "./protocols/frame-reader.js";
import { answerOf, frameHeader, MAX_ANSWER_BYTES } from "./protocols/wire-protocol.js";
import { requireTrusted, withSocketFile } from "./trusted-socket.js";

/**
 * In bytes: the buffer for reading, where an answer with several hundred classes fits, and a message that is copied.
 */
const PIECE = 1 << 14;

/**
 * Asks a server to classify a message. Uses the socket of another user only if that user, root and
 * this user are the only ones who can have put it there: see `trusted-socket.ts`. A port has no owner: any program that listens there gets
 * the message.
 *
 * @param milliseconds the time limit for connecting, sending, waiting and reading together
 * @throws DataError if there is no server, it cannot be trusted, it takes too long, or its answer is not valid.
 *
 * @example
 * const { ranking } = await askServer(addressOf("mail.socket"), readFileSync("letter.eml"), 2000);
 * console.log(ranking[0].label);
 */
export function askServer(address: ServerAddress, message: Uint8Array, milliseconds: number): Promise<MessageAnswer> {
  // Sends only the bytes that a model reads: the first MAX_DOCUMENT_BYTES.
  return ask(address, classifiedBytes(message), milliseconds, answerOf);
}

/**
 * Sends one request, and reads its answer.
 *
 * @param part the content of the request
 * @param answerOf reads the answer; it throws if the answer is not valid
 * @throws DataError as `askServer`
 */
export function ask<T>(
  address: ServerAddress,
  part: Uint8Array,
  milliseconds: number,
  answerOf: (body: Uint8Array) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader(MAX_ANSWER_BYTES);
    let socket: Socket;
    try {
      // `onread` does not use the buffers and events of a stream. That saves a client a millisecond for each message.
      socket = connectTo(address, { onread: { buffer: Buffer.allocUnsafe(PIECE), callback: read } });
    } catch (error) {
      reject(failure(address, error));
      return;
    }
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      // Closing takes time, so the caller gets the answer first.
      setImmediate(() => socket.destroy());
      outcome();
    };
    const fail = (error: unknown) => end(() => reject(failure(address, error)));
    const timer = setTimeout(() => fail(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
    socket.on("error", fail);
    socket.on("end", () => fail(new Error("the other side hung up")));
    // A small message is sent in one piece: copying it takes less time than loading the code that joins pieces.
    const isSmall = part.length <= PIECE;
    socket.write(isSmall ? Buffer.concat([frameHeader(part.length), part]) : frameHeader(part.length));
    if (!isSmall) socket.write(part);

    // Takes the next bytes. Returns whether to read more.
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

/** Connects to a server. @throws Error that says why it cannot be trusted: see `requireTrusted`. */
export function connectTo(address: ServerAddress, options: Pick<NetConnectOpts, "onread"> = {}): Socket {
  if (!("path" in address)) return connect({ ...address, ...options });
  return withSocketFile(address.path, (status, path) => {
    requireTrusted(address.path, status);
    // The connection is made or refused before this returns. Only the event comes later.
    return connect({ path, ...options });
  });
}

/** Makes the error for a server that cannot be asked. */
function failure(address: ServerAddress, error: unknown): DataError {
  return errorAt(`${addressText(address)}: cannot ask the server`, error);
}
