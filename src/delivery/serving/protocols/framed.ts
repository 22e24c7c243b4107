import { isText } from "../../../base/checks.js";
import { DataError } from "../../../base/errors.js";
import { messageFacts as factsOf } from "../../../mail/message-facts.js";
import type { MessageAnswer } from "../../filter/decide.js";
import { classifiedBytes } from "../../filter/mail-filter.js";
import type { Lesson, Taught, Teacher } from "../../filter/teacher.js";
import { type FrameContent, frameIn, frameOf } from "./frames.js";
import type { Protocol, RequestFacts } from "./protocol.js";

/** A request: a lesson, or a message to classify. */
interface FramedRequest {
  readonly request: Lesson | { readonly kind: "answer" };
  /** Some lessons do not need it. */
  readonly document: Uint8Array;
}

/** The server's side of the protocol in `frames.ts`. */
export const FRAMED: Protocol<FramedRequest, Taught | MessageAnswer> = {
  requestIn(bytes) {
    const found = frameIn(bytes);
    return typeof found === "number" ? found : { ...found, request: requestOf(found.request) };
  },
  reply: (answer) => ("fates" in answer ? frameOf(answer) : answerFrame(answer)),
  facts: ({ request, document }, answer) =>
    "fates" in answer
      ? { command: request.kind, ...sizeFacts(document), taught: taughtBy(request), outcomes: answer.fates }
      : messageFacts(document, answer),
  fault: (fault) => frameOf({ fault }),
};

/** Returns the frame of an answer, with the facts from which the client decides. */
export function answerFrame({ model, logOdds, ranking, knowsWords }: MessageAnswer): Uint8Array {
  const classes = ranking.map(({ label, probability }) => ({ label, probability }));
  return frameOf({ model, logOdds, ranking: classes, knowsWords });
}

/** Answers a request at a socket for learning. */
export function teach(teacher: Teacher, { request, document }: FramedRequest): ReturnType<Teacher["teach" | "answer"]> {
  return request.kind === "answer" ? teacher.answer(document) : teacher.teach(request, document);
}

/** Returns the message of a request at a socket for filters. @throws DataError if it is a lesson */
export function messageOf({ request, document }: FramedRequest): Uint8Array {
  if (request.kind === "answer") return document;
  throw new DataError("this is not a socket for learning: name that of serve --learn-socket");
}

/** Returns the request in a frame. @throws DataError if the frame has none */
function requestOf({ head, document }: FrameContent): FramedRequest {
  if (isRequest(head)) return { request: head, document };
  throw new DataError("these bytes are not a request of thresher: use a client and a server of one version");
}

/** Whether a value from a socket is a request, whatever other members it has. */
function isRequest(value: Readonly<Record<string, unknown>>): value is FramedRequest["request"] {
  const { kind, label, time, before } = value;
  if (kind === "unlearn" || kind === "ask" || kind === "answer") return true;
  if (kind === "forget") return typeof before === "number";
  const hasLabel = isText(label) && label !== "";
  return hasLabel && (kind === "relabel" || (kind === "learn" && (time === undefined || typeof time === "number")));
}

/** Returns what a lesson teaches, for a log. */
function taughtBy(lesson: FramedRequest["request"]): string {
  return "label" in lesson ? lesson.label : lesson.kind;
}

/** A message names its charset itself. */
const HEADER = { as: "mail", encoding: "utf-8" } as const;

/** Returns what a log may say of the answer for a message. */
function messageFacts(message: Uint8Array, answer: MessageAnswer): RequestFacts {
  const [{ label, probability }] = answer.ranking;
  return { command: "filter", ...sizeFacts(message), label, score: probability.toFixed(3), ...modelFacts(answer) };
}

/** Returns the facts of a message itself. */
export function sizeFacts(message: Uint8Array): Pick<RequestFacts, "bytes" | "messageId"> {
  return { bytes: message.length, messageId: () => factsOf(HEADER)(classifiedBytes(message)).messageId };
}

/** Returns the facts of the model that answered. */
export function modelFacts({ model, file, saved, isOwn }: MessageAnswer): Partial<RequestFacts> {
  return { model, whose: isOwn ? "own" : "shared", file, saved: saved === model ? undefined : saved };
}
