import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { bufferOf } from "../../mail/lines.js";
import { FATES } from "../../model/learning/incremental-model.js";
import type { MessageAnswer } from "../filter/decide.js";
import type { ServerAddress } from "../serving/address.js";
import { ask } from "../serving/ask-server.js";
import { framed, messageFacts, sizeFacts } from "../serving/protocols/framed.js";
import {
  ANSWER,
  answerFrame,
  answerOf,
  FAULT,
  faultIn,
  frameOf,
  MAX_REQUEST_BYTES,
} from "../serving/protocols/wire-protocol.js";
import type { Lesson, Taught, Teacher } from "./teacher.js";

/** A request to a server that learns: a lesson, or a document to classify. */
type Request = Lesson | { readonly kind: "answer" };

/** A request with its document, which some lessons do not need. */
interface LessonRequest {
  readonly request: Request;
  readonly document: Uint8Array;
}

const LINE_END = "\n".charCodeAt(0);
/** The longest first line, in bytes. It holds at most a label. */
const MAX_LINE_BYTES = 8192;

/**
 * The protocol of the socket for learning: lessons in frames. Each has a line of JSON, then the document. The three
 * functions read a request from a frame, make the frame of an answer, and tell what a log may say.
 */
export const FRAMED_LESSONS = framed<LessonRequest, Taught | MessageAnswer>(
  lessonOf,
  (answer) => ("fates" in answer ? frameOf(ANSWER, Buffer.from(JSON.stringify(answer))) : answerFrame(answer)),
  ({ request, document }, answer) =>
    "fates" in answer
      ? { command: request.kind, ...sizeFacts(document), taught: taughtBy(request), outcomes: answer.fates }
      : messageFacts(document, answer),
);

/** Returns what a lesson teaches, for a log. */
function taughtBy(lesson: Request): string {
  return "label" in lesson ? lesson.label : lesson.kind;
}

/** Carries out a request. Returns what became of a lesson, or the answer to a message. */
export function teach(teacher: Teacher, { request, document }: LessonRequest): ReturnType<Teacher["teach" | "answer"]> {
  return request.kind === "answer" ? teacher.answer(document) : teacher.teach(request, document);
}

/** Returns the bytes of a request. @throws DataError if the document is too large. */
export function requestOf(request: Request, document: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(request)}\n`), document]);
  if (bytes.length <= MAX_REQUEST_BYTES) return bytes;
  throw new DataError(`this document has ${document.length} bytes: too many to teach a server`);
}

/** Returns the answer that a frame holds. @throws DataError with the reason if the frame holds no answer. */
function taughtOf(body: Uint8Array): Taught {
  const bytes = bufferOf(body);
  if (bytes[0] === FAULT) throw faultIn(bytes);
  // The JSON comes after the first byte, which tells the kind of the frame.
  const parsed: unknown = orElse(() => JSON.parse(bytes.toString("utf8", 1)), undefined);
  const { fates, classes } = Object(parsed) as Partial<Taught>;
  const isSound =
    Array.isArray(fates) &&
    fates.every((fate) => FATES.includes(fate)) &&
    Array.isArray(classes) &&
    classes.every((entry) => isRecord(entry) && isText(entry.label) && isWhole(entry.documents));
  if (isSound) return { fates, classes };
  throw new DataError("this is not a socket for learning: name the learnSocket of the server", {
    options: ["learnSocket"],
  });
}

/** Returns the request in a frame. @throws DataError if the frame has none */
function lessonOf(body: Uint8Array): LessonRequest {
  const bytes = bufferOf(body);
  const end = bytes.subarray(0, MAX_LINE_BYTES).indexOf(LINE_END);
  const request: unknown = orElse(() => JSON.parse(bytes.toString("utf8", 0, Math.max(0, end))), undefined);
  if (isRequest(request)) return { request, document: bytes.subarray(end + 1) };
  throw new DataError("this is the socket for learning, and these bytes are not a lesson: use another one to filter");
}

/** Whether a value from a socket is a request, whatever other members it has. */
function isRequest(value: unknown): value is Request {
  if (!isRecord(value)) return false;
  const { kind, label, time, before } = value;
  if (kind === "unlearn" || kind === "ask" || kind === "answer") return true;
  if (kind === "forget") return typeof before === "number";
  const hasLabel = isText(label) && label !== "";
  return hasLabel && (kind === "relabel" || (kind === "learn" && (time === undefined || typeof time === "number")));
}

/**
 * Teaches and asks a running server over its socket for learning.
 *
 * @throws DataError in each call if it does not answer in time.
 */
export class ServerTeacher implements Teacher {
  readonly #address: ServerAddress;
  readonly #milliseconds: number;

  /** @param milliseconds the longest wait for an answer */
  constructor(address: ServerAddress, milliseconds: number) {
    this.#address = address;
    this.#milliseconds = milliseconds;
  }

  /** Has the server classify a message. */
  answer(message: Uint8Array): Promise<MessageAnswer> {
    return ask(this.#address, requestOf({ kind: "answer" }, message), this.#milliseconds, answerOf);
  }

  /** Sends a lesson to the server, with its document if it has one. */
  teach(lesson: Lesson, document?: Uint8Array): Promise<Taught> {
    return ask(this.#address, requestOf(lesson, document), this.#milliseconds, taughtOf);
  }
}
