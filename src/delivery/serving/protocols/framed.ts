import { messageFacts as factsOf } from "../../../mail/message-facts.js";
import type { MessageAnswer } from "../../filter/decide.js";
import { classifiedBytes } from "../../filter/mail-filter.js";
import { FrameReader } from "./frame-reader.js";
import type { RequestFacts, SessionProtocol } from "./protocol.js";
import { answerFrame, faultFrame, MAX_REQUEST_BYTES } from "./wire-protocol.js";

/**
 * Returns the server's side of a protocol in which each request and each answer is one frame: see `wire-protocol.ts`.
 *
 * @param requestOf the request in a frame
 * @param reply makes the frame of an answer
 * @param facts what a log may say of a request and its answer
 */
export function framed<Request, Answer>(
  requestOf: (body: Uint8Array) => Request,
  reply: (answer: Answer) => Uint8Array,
  facts: (request: Request, answer: Answer) => RequestFacts,
): SessionProtocol<Request, Answer> {
  return (room) => {
    const reader = new FrameReader(MAX_REQUEST_BYTES, room);
    return {
      get isWithin() {
        return reader.isWithin;
      },
      *take(piece) {
        for (const body of reader.frames(piece)) yield requestOf(body);
      },
      reply,
      facts,
      fault: faultFrame,
      release: () => reader.release(),
    };
  };
}

/** A message names its charset itself. */
const HEADER = { as: "mail", encoding: "utf-8" } as const;

/** Messages to classify, in frames. */
export const FRAMED_MESSAGES = framed<Uint8Array, MessageAnswer>((body) => body, answerFrame, messageFacts);

/** Returns what a log may say of the answer for a message. */
export function messageFacts(message: Uint8Array, answer: MessageAnswer): RequestFacts {
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
