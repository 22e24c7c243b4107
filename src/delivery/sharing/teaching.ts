import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { secondsOf } from "../../features/corpus/known-documents.js";
import { bufferOf } from "../../mail/lines.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { forget } from "../../model/learning/forget.js";
import { countedBytes, type SharedChange } from "../../model/learning/shared-change.js";
import type { ServerAddress } from "../serving/address.js";
import { ask } from "../serving/ask-server.js";
import { faultIn, frameHeader, MAX_REQUEST_BYTES } from "../serving/protocols/wire-protocol.js";
import { OUTCOMES, type Sent, type SharedOutcome } from "./change-stream.js";
import type { SharedHost } from "./shared-host.js";

/** A change that a user wants of a shared model. Times are in milliseconds since 1970. */
export type Lesson =
  | { readonly kind: "learn"; readonly label: string; readonly time?: number | undefined }
  | { readonly kind: "relabel"; readonly label: string }
  | { readonly kind: "unlearn" }
  | { readonly kind: "forget"; readonly before: number }
  /** Changes nothing: the answer says what the model knows. */
  | { readonly kind: "ask" };

/** The fates of a document. `queued`: it is on disk, and travels when Redis is there. */
const FATES = [...OUTCOMES, "binary", "queued"] as const;
export type TaughtFate = SharedOutcome | "binary" | "queued";

/** The answer to a lesson: the fate of each document, in numbers, and what the model knows then. */
export interface Taught {
  readonly fates: { readonly [fate in TaughtFate]?: number };
  readonly classes: readonly { readonly label: string; readonly documents: number }[];
}

/** The first byte of an answer, as in the protocol of messages. */
const ANSWER = 0;
const FAULT = 1;
const LINE_END = "\n".charCodeAt(0);
/** The first line of a request has a label at most. */
const MOST_LINE = 8192;

/** A request: the lesson in a line of JSON, then the document, without which some lessons do. */
function requestOf(lesson: Lesson, document: Uint8Array): Uint8Array {
  const request = Buffer.concat([Buffer.from(`${JSON.stringify(lesson)}\n`), document]);
  if (request.length <= MAX_REQUEST_BYTES) return request;
  throw new DataError(`this document has ${document.length} bytes: too many to teach a server`);
}

/** Teaches a server. @throws DataError if it cannot be asked or does not take the lesson. */
export function teachServer(
  address: ServerAddress,
  lesson: Lesson,
  document: Uint8Array,
  milliseconds: number,
): Promise<Taught> {
  return ask(address, requestOf(lesson, document), milliseconds, taughtOf);
}

/** A frame with the answer to a lesson. */
export function taughtFrame(taught: Taught): Uint8Array {
  const text = Buffer.from(JSON.stringify(taught));
  return Buffer.concat([frameHeader(text.length + 1), Buffer.of(ANSWER), text]);
}

function taughtOf(body: Uint8Array): Taught {
  const bytes = bufferOf(body);
  if (bytes[0] === FAULT) throw faultIn(bytes);
  try {
    const { fates, classes } = JSON.parse(bytes.toString("utf8", 1)) as Taught;
    const isSound =
      isRecord(fates) &&
      Object.entries(fates).every(([fate, n]) => FATES.includes(fate as TaughtFate) && isWhole(n)) &&
      Array.isArray(classes) &&
      classes.every((entry) => isRecord(entry) && isText(entry.label) && isWhole(entry.documents));
    if (isSound) return { fates, classes };
  } catch {
    // Not JSON.
  }
  throw new DataError("this is not a socket for learning: name the one of thresher serve --share");
}

/**
 * Does what a request wants.
 *
 * @param milliseconds how long to wait for Redis; then the change is said to be queued
 * @throws DataError if it is not a request, or cannot be kept.
 */
export async function teachHost(host: SharedHost, request: Uint8Array, milliseconds: number): Promise<Taught> {
  const { lesson, document } = lessonOf(bufferOf(request));
  const changes = changesOf(host, lesson, document);
  const fates: { [fate in TaughtFate]?: number } = {};
  const count = (fate: TaughtFate) => {
    fates[fate] = (fates[fate] ?? 0) + 1;
  };
  if (changes === undefined) count("binary");
  else for (const fate of await fatesOf(host.take(changes), host.isReached ? milliseconds : 0)) count(fate);
  return { fates, classes: host.classes };
}

async function fatesOf(sent: readonly Promise<Sent>[], milliseconds: number): Promise<readonly TaughtFate[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  const fates = await Promise.all(sent.map(async (one) => (await Promise.race([one, late]))?.outcome ?? "queued"));
  clearTimeout(timer);
  return fates;
}

/** The changes that a lesson asks for; undefined for a document that is not text. */
function changesOf(host: SharedHost, lesson: Lesson, document: Buffer): readonly SharedChange[] | undefined {
  if (lesson.kind === "ask") return [];
  const none = new Uint8Array(0);
  if (lesson.kind === "forget") {
    const { documents } = forget(host.model(), { before: lesson.before });
    return documents.map(({ digest }) => ({
      kind: "forget",
      digest: Buffer.from(digest, "hex"),
      label: "",
      counted: none,
    }));
  }
  const { kind } = lesson;
  const { digest, time } = identityOf(document);
  if (kind === "unlearn") return [{ kind, digest, label: "", counted: none }];
  if (kind === "relabel") return [{ kind, digest, label: lesson.label, counted: none }];
  const read = host.reader.read(document);
  if (read.isBinary) return undefined;
  const counted = countedBytes({ seconds: secondsOf(time ?? lesson.time) }, read);
  return [{ kind, digest, label: lesson.label, counted }];
}

function lessonOf(request: Buffer): { readonly lesson: Lesson; readonly document: Buffer } {
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
  if (kind === "unlearn" || kind === "ask") return true;
  if (kind === "forget") return typeof before === "number";
  const hasLabel = isText(label) && label !== "";
  return hasLabel && (kind === "relabel" || (kind === "learn" && (time === undefined || typeof time === "number")));
}
