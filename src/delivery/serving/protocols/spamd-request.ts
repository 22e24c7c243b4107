import { inflateSync } from "node:zlib";
import { DataError } from "../../../base/errors.js";
import { bufferOf } from "../../../mail/lines.js";
import { MAX_REQUEST_BYTES, requireSize } from "./frames.js";
import type { FoundRequest } from "./protocol.js";

/** The commands of the protocol. All but PING and SKIP come with a message. */
const COMMANDS = ["CHECK", "SYMBOLS", "REPORT", "REPORT_IFSPAM", "HEADERS", "PROCESS", "PING", "SKIP", "TELL"] as const;
export type SpamdCommand = (typeof COMMANDS)[number];

/** Maximum length of a refused first line in an error, in characters. */
const MAX_SHOWN = 60;

/** Whether a command comes without a message. */
function isBare(command: SpamdCommand): boolean {
  return command === "PING" || command === "SKIP";
}

/**
 * Whether fields and a blank line follow the first line. Version 1.0 had none, and before 1.5 PING and SKIP had none.
 */
function hasFields({ command, version }: ReturnType<typeof requestLine>): boolean {
  return isBare(command) ? version >= 1.5 : version > 1 || command === "TELL";
}

/** A request of the protocol. */
export interface SpamdRequest {
  readonly command: SpamdCommand;
  /** The version of the protocol that the client speaks, such as 1.5. */
  readonly version: number;
  /** Any text without control characters. Undefined if the request names no user. */
  readonly user: string | undefined;
  /** With TELL: the class of the message. */
  readonly messageClass: "spam" | "ham" | undefined;
  /** With TELL: whether the model is to learn the message. */
  readonly isSet: boolean;
  /** With TELL: whether the model is to unlearn the message. */
  readonly isRemoved: boolean;
  readonly message: Uint8Array;
}

/** Maximum bytes of the lines before a message. `spamc` sends at most half as many. */
const MAX_HEAD_BYTES = 1 << 14;

/**
 * Finds a request of SpamAssassin's `spamd`, version 1.5 (spamd/PROTOCOL in its source). A message ends after its
 * Content-length or, without one, when the client ends its side. Otherwise as `Protocol.requestIn`.
 */
export function spamdRequestIn(bytes: Uint8Array, isEnd: boolean): FoundRequest<SpamdRequest> | number {
  const found = headIn(bytes);
  if (found === undefined) {
    if (isEnd) throw new DataError("the request ended before the message");
    return MAX_HEAD_BYTES;
  }
  const { head, start, length, isCompressed } = found;
  const came = bytes.length - start;
  const stated = isBare(head.command) ? 0 : length;
  if (stated === undefined) {
    requireSize(came);
    if (!isEnd) return start + MAX_REQUEST_BYTES;
  }
  const size = stated ?? came;
  if (came < size) {
    if (isEnd) throw new DataError(`Content-length mismatch: ${size} bytes stated, got ${came}`);
    return start + size;
  }
  const body = bytes.subarray(start, start + size);
  const message = isCompressed ? inflated(body) : body;
  const more = isCompressed ? message.length : 0;
  // Takes all bytes, because some clients send a line end after the message.
  return { request: { ...head, message }, length: bytes.length, more };
}

/**
 * Reads the lines before a message. Returns what they say, and where the message starts; undefined until the blank line
 * after them has come.
 */
function headIn(bytes: Uint8Array) {
  const text = bufferOf(bytes.subarray(0, MAX_HEAD_BYTES)).toString("latin1");
  const [first] = /^[^\n]*\n/.exec(text) ?? [];
  if (first !== undefined) {
    // Checked before the blank line has come, because a client of another protocol may send no more.
    const line = requestLine(first.trimEnd());
    const end = (hasFields(line) ? /\n\r?\n/ : /\n/).exec(text);
    if (end !== null) {
      const fields = bufferOf(bytes.subarray(first.length, end.index)).toString();
      const { length, isCompressed, ...head } = headOf(fields);
      return { head: { ...line, ...head }, length, isCompressed, start: end.index + end[0].length };
    }
  }
  if (bytes.length > MAX_HEAD_BYTES) throw new DataError(`more than ${MAX_HEAD_BYTES} bytes before the message`);
  return undefined;
}

/** Decompresses a message. The limit is needed because a small request can become a message that fills the memory. */
function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_REQUEST_BYTES });
  } catch (error) {
    throw new DataError(`cannot decompress the message: ${(error as Error).message}`);
  }
}

/** Reads the first line of a request, such as `PROCESS SPAMC/1.5`. @throws DataError if it is not one. */
function requestLine(line: string): Pick<SpamdRequest, "command" | "version"> {
  const [, name, version] = /^([A-Z_]+) SPAMC\/(\d{1,3}(?:\.\d{1,3})?)\s*$/.exec(line) ?? [];
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) throw new DataError(`no request of spamc: ${JSON.stringify(line.slice(0, MAX_SHOWN))}`);
  return { command, version: Number(version) };
}

/**
 * Reads the lines of a request between the first one and the blank line. Names of fields may have any case, and unknown
 * fields are ignored.
 *
 * @returns `length`: how many bytes follow; undefined if the client ends its side instead
 * @throws DataError if one is not valid, or the message will be too large.
 */
function headOf(lines: string) {
  const fields = new Map(lines.split(/\r?\n/).flatMap((line) => (line === "" ? [] : [fieldOf(line)])));
  const [length, user] = [fields.get("content-length"), fields.get("user")];
  if (length !== undefined && !/^\d+$/.test(length)) throw new DataError(`Content-length is not a number: ${length}`);
  requireSize(Number(length ?? 0));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  if (user !== undefined && /[\x00-\x1f\x7f]/.test(user)) throw new DataError("User has control characters");
  const compression = fields.get("compress");
  if (compression !== undefined && (compression !== "zlib" || length === undefined)) {
    throw new DataError("Compress must be zlib, with a Content-length");
  }
  const messageClass = (["spam", "ham"] as const).find((known) => known === fields.get("message-class"));
  const isSet = isLocal(fields.get("set"));
  if (isSet && messageClass === undefined) throw new DataError("Set needs the Message-class spam or ham");
  return {
    user,
    length: length === undefined ? undefined : Number(length),
    isCompressed: compression !== undefined,
    messageClass,
    isSet,
    isRemoved: isLocal(fields.get("remove")),
  };
}

function fieldOf(line: string): [name: string, value: string] {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(line) ?? [];
  if (name === undefined) throw new DataError('a line before the message is not of the form "Name: value"');
  return [name.toLowerCase(), value.trim()];
}

/** Whether Set or Remove names `local`: the model of this server. `remote`, a network of other servers, is ignored. */
function isLocal(places = ""): boolean {
  return places.split(",").some((place) => place.trim() === "local");
}
