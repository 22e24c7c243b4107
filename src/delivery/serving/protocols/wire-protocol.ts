import { DataError } from "../../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../../../documents/document.js";
import { bufferOf } from "../../../mail/lines.js";
import type { MessageAnswer } from "../../filter/decide.js";

/**
 * The protocol of a client and a server that keeps a model in memory, over a stream of bytes. Both send frames;
 * whole numbers are big-endian:
 *
 *     "THR" 1   magic and version
 *     uint32    how many bytes follow
 *     bytes
 *
 * A request is a message, or its first 16 MiB without half a character at the end. Each request has one answer,
 * in the order of the requests. A client may send a request before it has read the last answer.
 *
 *     0, id (8 hexadecimal digits, ASCII), float64 log odds, uint32 classes,
 *        then each class, the most probable first: float64 probability, uint32 length, label in UTF-8
 *     2, the same, if the model knows no word of the message: older clients read their own model then
 *     1, reason in UTF-8: there is no answer; after bytes that are not a request, the server hangs up
 *
 * Numbers have every bit that the model computed, so a header is the same with and without a server. The client
 * decides on style, cut-offs and header.
 */
const PROTOCOL_VERSION = 1;

/** The beginning of every frame. */
export const FRAME_START = Buffer.from([...Buffer.from("THR"), PROTOCOL_VERSION]);

/** Bytes of a frame before its content. */
export const FRAME_HEADER_BYTES = FRAME_START.length + 4;

/** The largest request that a server takes. */
export const MAX_REQUEST_BYTES = MAX_DOCUMENT_BYTES;

/**
 * The largest answer that a client takes: a hundred thousand classes with long names. Usual answers have some
 * hundred bytes.
 */
export const MAX_ANSWER_BYTES = 16 * 2 ** 20;

/** The longest reason that is shown, in bytes. */
const MAX_REASON_BYTES = 2000;

/** The first byte of a frame with an answer. */
export const ANSWER = 0;
/** The first byte of a frame with a reason. */
export const FAULT = 1;
/** The first byte of a frame with an answer if the model knows no word of the message. */
const GUESS = 2;
/** The id of a model. */
const ID = /^[0-9a-f]{8}$/;
const ID_BYTES = 8;

/** Returns the header of a frame that holds `length` bytes. */
export function frameHeader(length: number): Uint8Array {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.set(FRAME_START);
  header.writeUInt32BE(length, FRAME_START.length);
  return header;
}

/** Returns a frame with an answer. */
export function answerFrame({ ranking, logOdds, model, knowsWords = true }: MessageAnswer): Uint8Array {
  const labels = ranking.map(({ label }) => Buffer.from(label));
  // The log odds have 8 bytes and the number of classes 4. Each class has 12 bytes before its label.
  const body = Buffer.alloc(ID_BYTES + 8 + 4 + labels.reduce((sum, { length }) => sum + 12 + length, 0));
  body.write(model, "latin1");
  let at = body.writeDoubleBE(logOdds, ID_BYTES);
  at = body.writeUInt32BE(ranking.length, at);
  for (const [i, { probability }] of ranking.entries()) {
    at = body.writeDoubleBE(probability, at);
    at = body.writeUInt32BE(labels[i].length, at);
    body.set(labels[i], at);
    at += labels[i].length;
  }
  return frameOf(knowsWords ? ANSWER : GUESS, body);
}

/** Returns a frame with a kind, in one byte, and a content. */
export function frameOf(kind: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([frameHeader(1 + content.length), Buffer.of(kind), content]);
}

/** Returns a frame that says why there is no answer. */
export function faultFrame(reason: string): Uint8Array {
  return frameOf(FAULT, Buffer.from(reason));
}

/**
 * Returns the answer that a frame holds.
 *
 * @param body without the header of the frame
 * @throws DataError if it is not an answer: another program may listen there.
 */
export function answerOf(body: Uint8Array): MessageAnswer {
  const bytes = bufferOf(body);
  if (bytes[0] === FAULT) throw faultIn(bytes);
  try {
    return ranked(bytes);
  } catch (error) {
    // The answer is shorter than it says.
    if (error instanceof RangeError) throw noAnswer();
    throw error;
  }
}

/** Returns an error with the reason of a server. A long reason is cut: another program may listen there. */
export function faultIn(bytes: Buffer): DataError {
  return new DataError(bytes.toString("utf8", 1, 1 + MAX_REASON_BYTES));
}

/** Decodes an answer. @throws RangeError if it is too short, DataError if it is otherwise not valid */
function ranked(bytes: Buffer): MessageAnswer {
  const model = bytes.toString("latin1", 1, 1 + ID_BYTES);
  const logOdds = bytes.readDoubleBE(1 + ID_BYTES);
  let at = 1 + ID_BYTES + 8;
  const classes = bytes.readUInt32BE(at);
  at += 4;
  const ranking: { label: string; probability: number }[] = [];
  for (let i = 0; i < classes; i++) {
    const probability = bytes.readDoubleBE(at);
    const start = at + 12;
    at = start + bytes.readUInt32BE(at + 8);
    // NaN passes: a model with damaged counts gives it, and the filter reports it.
    if (probability < 0 || probability > 1 || at > bytes.length) throw noAnswer();
    ranking.push({ label: bytes.toString("utf8", start, at), probability });
  }
  const [kind] = bytes;
  if ((kind !== ANSWER && kind !== GUESS) || !ID.test(model) || classes === 0 || at !== bytes.length) throw noAnswer();
  return { model, logOdds, ranking, knowsWords: kind === ANSWER };
}

/** Makes the error for a frame that is not an answer. */
function noAnswer(): DataError {
  return new DataError("the answer is not of this version's protocol: run the same version on both sides");
}
