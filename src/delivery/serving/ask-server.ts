import { connect, type NetConnectOpts, type Socket } from "node:net";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError, errorAt } from "../../base/errors.js";
import { holdName, withHeld } from "../../documents/files/held-name.js";
import type { MessageAnswer } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import type { Lesson, Taught, Teacher } from "../filter/teacher.js";
import { addressText, type ServerAddress } from "./address.js";
import { type FrameContent, frameIn, frameOf, MAX_REQUEST_BYTES } from "./protocols/frames.js";
import { PieceReader } from "./protocols/protocol.js";
import { requireTrusted } from "./trusted-socket.js";

/** Size of the buffer for reading, in bytes. An answer with several hundred classes fits. */
const PIECE = 1 << 14;
/** The longest reason of a server that is shown, in characters. */
const MAX_REASON = 2000;

/**
 * Asks a server to classify a message. Uses the socket of another user only if that user, root and this user are the
 * only ones who can have put it there: see `trusted-socket.ts`. A port has no owner: any program that listens there
 * gets the message.
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
  return ask(address, frameOf({ kind: "answer" }, classifiedBytes(message)), milliseconds, answerIn);
}

/**
 * Returns a teacher that teaches and asks the server at a socket for learning.
 *
 * @param milliseconds as for `askServer`
 */
export function serverTeacher(address: ServerAddress, milliseconds: number): Teacher {
  return {
    answer: (message) => askServer(address, message, milliseconds),
    teach: async (lesson: Lesson, document: Uint8Array = new Uint8Array(0)) => {
      if (document.length <= MAX_REQUEST_BYTES) return ask(address, frameOf(lesson, document), milliseconds, taughtIn);
      throw new DataError(`this document has ${document.length} bytes: too many to teach a server`);
    },
  };
}

type Head = FrameContent["head"];

/**
 * Sends one request, and reads its answer.
 *
 * @param read returns the answer in the line of a frame, or undefined if it is not valid
 * @throws DataError as `askServer`
 */
async function ask<T>(
  address: ServerAddress,
  request: Uint8Array,
  milliseconds: number,
  read: (head: Head) => T | undefined,
): Promise<T> {
  const reader = new PieceReader(frameIn);
  const take = (piece: Uint8Array | undefined): T | undefined => {
    if (piece === undefined) throw new Error("the other side hung up");
    const [frame] = reader.take(piece);
    if (frame === undefined) return undefined;
    const { head } = frame;
    if (isText(head.fault)) throw new DataError(head.fault.slice(0, MAX_REASON));
    const answer = read(head);
    if (answer !== undefined) return answer;
    throw new DataError("the answer is not of this version's protocol: run the same version on both sides");
  };
  try {
    return await converse(address, request, milliseconds, take);
  } catch (error) {
    throw errorAt(`${addressText(address)}: cannot ask the server`, error);
  }
}

/**
 * Sends bytes to a server, and reads its answer.
 *
 * @param milliseconds the time limit for connecting, sending, waiting and reading together
 * @param take called with each piece that comes, and with undefined if the server sends no more. Returns the answer
 *   when it is whole
 * @throws Error if there is no server, it cannot be trusted, or it takes too long; and what `take` throws
 */
export function converse<T>(
  address: ServerAddress,
  request: Uint8Array,
  milliseconds: number,
  take: (piece: Uint8Array | undefined) => T | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    /** Passes a piece, or the end of the stream, to `take`. Returns whether the conversation has ended. */
    const pass = (piece?: Uint8Array): boolean => {
      try {
        const answer = take(piece);
        if (answer !== undefined) end(() => resolve(answer));
        return answer !== undefined;
      } catch (error) {
        end(() => reject(error));
        return true;
      }
    };
    // `onread` does not use the buffers and events of a stream. That saves a client a millisecond for each message. It
    // stops reading when its callback returns false.
    const callback = (size: number, buffer: Uint8Array) => !pass(buffer.subarray(0, size));
    // Throws at once if the socket is missing or not trusted.
    const socket = connectTo(address, { onread: { buffer: Buffer.allocUnsafe(PIECE), callback } });
    const late = new Error(`no answer after ${milliseconds / 1000} s`);
    const timer = setTimeout(() => end(() => reject(late)), milliseconds);
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      // Closing takes time, so the caller gets the answer first.
      setImmediate(() => socket.destroy());
      outcome();
    };
    socket.on("error", (error) => end(() => reject(error)));
    socket.on("end", () => pass());
    socket.write(request);
  });
}

/** Returns the answer to a message. */
function answerIn({ model, labels, logOdds, ranking, knowsWords, isUnsure }: Head): MessageAnswer | undefined {
  // NaN passes: a model with damaged counts gives it, and the filter reports it.
  const isClass = (entry: unknown) =>
    isRecord(entry) && isText(entry.label) && !(Number(entry.probability) < 0 || Number(entry.probability) > 1);
  if (!isText(model) || !/^[0-9a-f]{8}$/.test(model) || !Array.isArray(ranking)) return undefined;
  if (ranking.length === 0 || !ranking.every(isClass)) return undefined;
  if (labels !== undefined && !(Array.isArray(labels) && labels.every(isText))) return undefined;
  const classes = ranking.map(({ label, probability }) => ({ label, probability: Number(probability) }));
  const limited = isUnsure === undefined ? {} : { isUnsure: isUnsure !== false };
  return { model, labels, logOdds: Number(logOdds), ranking: classes, knowsWords: knowsWords !== false, ...limited };
}

/** Returns the answer to a lesson. */
function taughtIn({ fates, classes }: Head): Taught | undefined {
  const isClass = (entry: unknown) => isRecord(entry) && isText(entry.label) && isWhole(entry.documents);
  const isSound = Array.isArray(fates) && fates.every(isText) && Array.isArray(classes) && classes.every(isClass);
  return isSound ? ({ fates, classes } as Taught) : undefined;
}

/** Connects to a server. @throws Error that says why it cannot be trusted: see `requireTrusted`. */
function connectTo(address: ServerAddress, options: Pick<NetConnectOpts, "onread">): Socket {
  if (!("path" in address)) return connect({ ...address, ...options });
  return withHeld(holdName(address.path), ({ status, path }) => {
    requireTrusted(address.path, status);
    // The connection is made or refused before this returns. Only the event comes later.
    return connect({ path, ...options });
  });
}
