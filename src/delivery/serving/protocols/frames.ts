import { isRecord } from "../../../base/checks.js";
import { DataError, orElse } from "../../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../../../documents/document.js";
import { bufferOf } from "../../../mail/lines.js";
import { type FoundRequest, RequestFault } from "./protocol.js";

/**
 * The protocol of a client and a server that keeps a model in memory. Both send frames over a stream of bytes:
 *
 *     "THR" 2   magic and version
 *     uint32    how many bytes follow, big-endian
 *     JSON      one line, with a line feed at its end
 *     bytes     in a request: the document, or its first 16 MiB
 *
 * A request is a `Lesson`, such as `{"kind":"learn","label":"spam"}`, or `{"kind":"answer"}` to classify a message.
 * Each request has one answer, in the order of the requests. `{"fault":"…"}` says why there is no answer; after bytes
 * that are not a request, the server hangs up. A client may send a request before it has read the last answer.
 */
const FRAME_START = Buffer.from([...Buffer.from("THR"), 2]);
/** Bytes of a frame before its content. */
const HEADER_BYTES = FRAME_START.length + 4;
/** The largest message that a server takes. */
export const MAX_REQUEST_BYTES = MAX_DOCUMENT_BYTES;
/** @throws RequestFault if a message of this size is too large */
export function requireSize(bytes: number): void {
  if (bytes <= MAX_REQUEST_BYTES) return;
  throw new RequestFault(413, `a message of ${bytes} bytes is too large: the limit is ${MAX_REQUEST_BYTES}`);
}
/** The longest line of a request, in bytes. It holds at most a label. */
const MAX_LINE_BYTES = 8192;
/** The longest line that is read, also of an answer with thousands of classes: JSON can take seconds. */
const MAX_JSON_BYTES = 2 ** 20;
/** The largest frame that a server or a client takes. An answer has some hundred bytes. */
const MAX_FRAME_BYTES = MAX_REQUEST_BYTES + MAX_LINE_BYTES;

const LINE_END = "\n".charCodeAt(0);
const NOTHING = new Uint8Array(0);

/** Returns a frame. Numbers that JSON lacks, such as infinity, are written as texts. */
export function frameOf(head: object, document: Uint8Array = NOTHING): Uint8Array {
  const isNotInJson = (value: unknown) => typeof value === "number" && !Number.isFinite(value);
  const line = Buffer.from(`${JSON.stringify(head, (_, value) => (isNotInJson(value) ? String(value) : value))}\n`);
  const start = Buffer.alloc(HEADER_BYTES);
  start.set(FRAME_START);
  start.writeUInt32BE(line.length + document.length, FRAME_START.length);
  return Buffer.concat([start, line, document]);
}

/** The content of a frame. */
export interface FrameContent {
  /** Empty if the line is not a JSON object. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly document: Uint8Array;
}

/**
 * Finds the frame at the beginning of some bytes: see `Protocol.requestIn`. If it is not whole, returns how many bytes
 * it has as far as is known: those of its header, or all. Fails at the first wrong byte, because a client with another
 * protocol may send no more.
 */
export function frameIn(bytes: Uint8Array): FoundRequest<FrameContent> | number {
  if (bytes.subarray(0, FRAME_START.length).some((byte, i) => byte !== FRAME_START[i])) {
    throw new DataError("these bytes are not the protocol of this version: use a client and a server of one version");
  }
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const stated = bufferOf(bytes).readUInt32BE(FRAME_START.length);
  if (stated > MAX_FRAME_BYTES) {
    throw new DataError(`a frame of ${stated} bytes is too large: the limit is ${MAX_FRAME_BYTES}`);
  }
  const length = HEADER_BYTES + stated;
  return bytes.length < length ? length : { request: contentOf(bytes.subarray(HEADER_BYTES, length)), length };
}

function contentOf(body: Uint8Array): FrameContent {
  const bytes = bufferOf(body);
  const end = bytes.subarray(0, MAX_JSON_BYTES).indexOf(LINE_END);
  const head: unknown = end < 0 ? undefined : orElse(() => JSON.parse(bytes.toString("utf8", 0, end)), undefined);
  return { head: isRecord(head) ? head : {}, document: bytes.subarray(end + 1) };
}
