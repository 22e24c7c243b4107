import { isText } from "../../../base/checks.js";
import { DataError } from "../../../base/errors.js";
import { cellOfLabels } from "../../../documents/label-cells.js";
import type { MessageAnswer } from "../../filter/decide.js";
import type { Lesson, Models } from "../../filter/teacher.js";
import { frameIn, frameOf } from "./frames.js";
import type { Protocol } from "./protocol.js";

/** A request: a lesson, or a message to classify. */
interface FramedRequest {
  readonly request: Lesson | { readonly kind: "answer" };
  /** Some lessons do not need it. */
  readonly document: Uint8Array;
}

/** Returns the server's side of the protocol in `frames.ts`. Without `models.teach`, lessons are refused. */
export function framed(models: Models): Protocol<FramedRequest> {
  return {
    requestIn(bytes) {
      const found = frameIn(bytes);
      if (typeof found === "number") return found;
      const { head, document } = found.request;
      if (isRequest(head)) return { ...found, request: { request: head, document } };
      throw new DataError("these bytes are not a request of thresher: use a client and a server of one version");
    },
    async answer({ request, document: message }) {
      if (request.kind === "answer") {
        const answer = await models.answer(message);
        const [{ label: best, probability }] = answer.ranking;
        const label = answer.labels === undefined ? best : cellOfLabels(answer.labels);
        const score = probability.toFixed(3);
        return { bytes: answerFrame(answer), facts: { command: "filter", message, answer, label, score } };
      }
      if (models.teach === undefined) {
        throw new DataError("this is not a socket for learning: name that of serve --learn-socket");
      }
      const done = await models.teach(request, message);
      const taught = "label" in request ? request.label : undefined;
      return { bytes: frameOf(done), facts: { command: request.kind, message, taught, outcomes: done.fates } };
    },
    fault: (fault) => frameOf({ fault }),
  };
}

/** Returns the frame of an answer, with the facts from which the client decides. */
export function answerFrame({ model, labels, logOdds, ranking, knowsWords, isUnsure }: MessageAnswer): Uint8Array {
  const classes = ranking.map(({ label, probability }) => ({ label, probability }));
  return frameOf({ model, labels, logOdds, ranking: classes, knowsWords, isUnsure });
}

/** Whether a value from a socket is a request, whatever other members it has. */
function isRequest(value: Readonly<Record<string, unknown>>): value is FramedRequest["request"] {
  const { kind, label, time, before } = value;
  if (kind === "unlearn" || kind === "ask" || kind === "answer") return true;
  if (kind === "forget") return typeof before === "number";
  const hasLabel = isText(label) && label !== "";
  return hasLabel && (kind === "relabel" || (kind === "learn" && (time === undefined || typeof time === "number")));
}
