import { DataError } from "../../base/errors.js";
import { bufferOf } from "../../mail/lines.js";
import { MAX_REQUEST_BYTES } from "../serving/protocols/frames.js";

/** The commands of the protocol. All but PING and SKIP come with a message. */
const COMMANDS = ["CHECK", "SYMBOLS", "REPORT", "REPORT_IFSPAM", "HEADERS", "PROCESS", "PING", "SKIP", "TELL"] as const;
/** In characters. */
const MAX_SHOWN = 60;
export type SpamdCommand = (typeof COMMANDS)[number];

/** A message and the user it is for. */
export interface UserMessage {
  /** The `User` of the request: any text without control characters. Undefined if it names none. */
  readonly user: string | undefined;
  readonly message: Uint8Array;
}

/** Whether a command comes without a message. */
export function isBare(command: SpamdCommand): boolean {
  return command === "PING" || command === "SKIP";
}

/** Whether fields and a blank line follow the first line. Version 1.0 had none, and before 1.5 PING and SKIP had none. */
export function hasFields(command: SpamdCommand, version: number): boolean {
  return isBare(command) ? version >= 1.5 : version > 1 || command === "TELL";
}

/** The first lines of a request. */
export interface SpamdHead {
  readonly command: SpamdCommand;
  /** The version of the protocol that the client speaks, such as 1.5. */
  readonly version: number;
  readonly user: string | undefined;
  /** Bytes that follow. Undefined if the client ends its side instead. */
  readonly length: number | undefined;
  readonly isCompressed: boolean;
  /** With TELL: the class of the message. */
  readonly messageClass: "spam" | "ham" | undefined;
  /** With TELL: whether the model is to learn the message. */
  readonly isSet: boolean;
  /** With TELL: whether the model is to unlearn the message. */
  readonly isRemoved: boolean;
}

/** A request of the protocol. */
export interface SpamdRequest extends Omit<SpamdHead, "length" | "isCompressed">, UserMessage {}

/** Reads the first line of a request, such as `PROCESS SPAMC/1.5`. @throws DataError if it is not one. */
export function requestLine(line: string): Pick<SpamdHead, "command" | "version"> {
  const [, name, version] = /^([A-Z_]+) SPAMC\/(\d{1,3}(?:\.\d{1,3})?)\s*$/.exec(line) ?? [];
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) throw new DataError(`no request of spamc: ${JSON.stringify(line.slice(0, MAX_SHOWN))}`);
  return { command, version: Number(version) };
}

/**
 * Reads the first lines of a request, up to the blank line. Names of fields may have any case, and unknown fields are
 * ignored.
 *
 * @throws DataError if one is not valid, or the message will be too large.
 */
export function requestHead(bytes: Uint8Array): SpamdHead {
  const [first, ...lines] = bufferOf(bytes).toString().split(/\r?\n/);
  const { command, version } = requestLine(first);
  const fields = new Map(lines.filter((line) => line !== "").map(fieldOf));
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
    command,
    version,
    user,
    length: length === undefined ? undefined : Number(length),
    isCompressed: compression !== undefined,
    messageClass,
    isSet,
    isRemoved: isLocal(fields.get("remove")),
  };
}

/** @throws DataError if a message of this size is too large. */
export function requireSize(bytes: number): void {
  if (bytes > MAX_REQUEST_BYTES) {
    throw new DataError(`a message of ${bytes} bytes is too large: the limit is ${MAX_REQUEST_BYTES}`);
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(line) ?? [];
  if (name === undefined) throw new DataError('a line before the message is not of the form "Name: value"');
  return [name.toLowerCase(), value.trim()];
}

/** Whether TELL is about the model here. It may also name `remote`: a network of others, which is ignored. */
function isLocal(places = ""): boolean {
  return places.split(",").some((place) => place.trim() === "local");
}
