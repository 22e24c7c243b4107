import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { bufferOf } from "../../mail/lines.js";
import type { MessageAnswer } from "../filter/mail-filter.js";
import { framed } from "../serving/protocols/framed.js";
import { answerFrame, FAULT, faultIn, frameOf, MAX_REQUEST_BYTES } from "../serving/protocols/wire-protocol.js";
import { type ClassSize, TAUGHT_FATES, type TaughtFate, type Teacher } from "./teacher.js";

/** A client's request to a server that learns. Times are in milliseconds since 1970. */
export type Lesson =
  | { readonly kind: "learn"; readonly label: string; readonly time?: number | undefined }
  | { readonly kind: "relabel"; readonly label: string }
  | { readonly kind: "unlearn" }
  | { readonly kind: "forget"; readonly before: number }
  /** Classify the document. */
  | { readonly kind: "answer" }
  /** Only return the classes. */
  | { readonly kind: "ask" };

/** A lesson with its document, which some lessons do not need. */
interface LessonRequest {
  readonly lesson: Lesson;
  readonly document: Uint8Array;
}

/** The answer to a lesson: the fate of each document, and the classes of the model after it. */
export interface Taught {
  readonly fates: readonly TaughtFate[];
  readonly classes: readonly ClassSize[];
}

/** The first byte of an answer, as in the protocol of messages. */
const ANSWER = 0;
const LINE_END = "\n".charCodeAt(0);
/** The longest first line, in bytes. It holds at most a label. */
const MOST_LINE = 8192;

/** Lessons in frames: a line of JSON, then the document. */
export const FRAMED_LESSONS = framed<LessonRequest, Taught | MessageAnswer>(lessonOf, (answer) =>
  "fates" in answer ? frameOf(ANSWER, Buffer.from(JSON.stringify(answer))) : answerFrame(answer),
);

/** Carries out a request. */
export async function teach(teacher: Teacher, { lesson, document }: LessonRequest): Promise<Taught | MessageAnswer> {
  if (lesson.kind === "answer") return teacher.answer(document);
  return { fates: await fatesOf(teacher, lesson, document), classes: await teacher.classes() };
}

async function fatesOf(teacher: Teacher, lesson: Lesson, document: Uint8Array): Promise<readonly TaughtFate[]> {
  if (lesson.kind === "learn") return [await teacher.learn(lesson.label, document, lesson.time)];
  if (lesson.kind === "relabel") return [await teacher.relabel(lesson.label, document)];
  if (lesson.kind === "unlearn") return [await teacher.unlearn(document)];
  return lesson.kind === "forget" ? teacher.forget(lesson.before) : [];
}

/** Returns the bytes of a lesson. @throws DataError if the document is too large. */
export function requestOf(lesson: Lesson, document: Uint8Array): Uint8Array {
  const request = Buffer.concat([Buffer.from(`${JSON.stringify(lesson)}\n`), document]);
  if (request.length <= MAX_REQUEST_BYTES) return request;
  throw new DataError(`this document has ${document.length} bytes: too many to teach a server`);
}

/** Returns the answer that a frame holds. @throws DataError with the reason if the frame holds no answer. */
export function taughtOf(body: Uint8Array): Taught {
  const bytes = bufferOf(body);
  if (bytes[0] === FAULT) throw faultIn(bytes);
  try {
    const { fates, classes } = JSON.parse(bytes.toString("utf8", 1)) as Taught;
    const isSound =
      Array.isArray(fates) &&
      fates.every((fate) => TAUGHT_FATES.includes(fate)) &&
      Array.isArray(classes) &&
      classes.every((entry) => isRecord(entry) && isText(entry.label) && isWhole(entry.documents));
    if (isSound) return { fates, classes };
  } catch {
    // Not JSON.
  }
  throw new DataError("this is not a socket for learning: name the learnSocket of the server", {
    options: ["learnSocket"],
  });
}

function lessonOf(body: Uint8Array): LessonRequest {
  const request = bufferOf(body);
  const end = request.subarray(0, MOST_LINE).indexOf(LINE_END);
  try {
    const lesson: unknown = JSON.parse(request.toString("utf8", 0, Math.max(0, end)));
    if (isLesson(lesson)) return { lesson, document: request.subarray(end + 1) };
  } catch {
    // Not JSON.
  }
  throw new DataError("this is the socket for learning, and these bytes are not a lesson: use another one to filter");
}

function isLesson(value: unknown): value is Lesson {
  if (!isRecord(value)) return false;
  const { kind, label, time, before } = value;
  if (kind === "unlearn" || kind === "ask" || kind === "answer") return true;
  if (kind === "forget") return typeof before === "number";
  const hasLabel = isText(label) && label !== "";
  return hasLabel && (kind === "relabel" || (kind === "learn" && (time === undefined || typeof time === "number")));
}
