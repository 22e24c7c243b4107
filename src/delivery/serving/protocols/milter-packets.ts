import { DataError } from "../../../base/errors.js";
import { bufferOf } from "../../../mail/lines.js";
import type { FoundRequest } from "./protocol.js";

/**
 * A packet of the milter protocol, by which mail servers such as Sendmail and Postfix ask filters. Both sides send
 *
 *     uint32   how many bytes follow, big-endian
 *     char     the command or the reply
 *     bytes    its content: numbers like the first one, and strings that end with NUL
 */
export interface MilterPacket {
  readonly command: string;
  readonly content: Uint8Array;
}

/** Bytes of a number. */
const NUMBER_BYTES = 4;
/** The largest packet. Mail servers send at most 64 kB of a body, and a field of up to 1 MB if they are set to. */
const MAX_PACKET_BYTES = 2 ** 21;

/** Finds the packet at the beginning of some bytes: see `Protocol.requestIn`. */
export function packetIn(bytes: Uint8Array): FoundRequest<MilterPacket> | number {
  if (bytes.length < NUMBER_BYTES) return NUMBER_BYTES;
  const size = bufferOf(bytes).readUInt32BE();
  if (size === 0 || size > MAX_PACKET_BYTES) {
    throw new DataError(`no packet of a milter: its length is ${size}, not 1 to ${MAX_PACKET_BYTES}`);
  }
  const length = NUMBER_BYTES + size;
  if (bytes.length < length) return length;
  const command = String.fromCharCode(bytes[NUMBER_BYTES]);
  return { request: { command, content: bytes.subarray(NUMBER_BYTES + 1, length) }, length };
}

/** Returns a packet. @param content numbers, and strings of Latin-1 without NUL */
export function packetOf(command: string, content: readonly (number | string)[] = []): Uint8Array {
  const parts = content.map((part) => (typeof part === "number" ? bytesOf(part) : Buffer.from(`${part}\0`, "latin1")));
  const rest = Buffer.concat([Buffer.from(command), ...parts]);
  return Buffer.concat([bytesOf(rest.length), rest]);
}

/** Returns the first `count` numbers of a packet. @throws DataError if it is too short */
export function numbersIn({ command, content }: MilterPacket, count: number): number[] {
  if (content.length < count * NUMBER_BYTES) throw new DataError(`the packet ${shown(command)} is too short`);
  return Array.from({ length: count }, (_, i) => bufferOf(content).readUInt32BE(i * NUMBER_BYTES));
}

/** Returns the first strings of a packet, at most `most`, as bytes. @throws DataError if one of them does not end */
export function stringsIn({ command, content }: MilterPacket, most: number): Buffer[] {
  const bytes = bufferOf(content);
  const strings: Buffer[] = [];
  for (let at = 0; at < bytes.length && strings.length < most; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new DataError(`a string in the packet ${shown(command)} has no end`);
    strings.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return strings;
}

/** Returns the command of a packet for an error. */
export function shown(command: string): string {
  return JSON.stringify(command);
}

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32BE(number);
  return bytes;
}
