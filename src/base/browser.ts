/**
 * The parts of Node.js that the library calls when it classifies and learns one document at a time, for browsers and web
 * workers. `scripts/bundle-browser.ts` puts them in the place of the modules `node:…` and of the globals.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { Buffer } from "buffer/index.js";
import { DataError } from "./errors.js";

export { Buffer };

const DECODER: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { fatal: true });

/** Node.js and the package `buffer` replace invalid UTF-8 with different numbers of U+FFFD. This does as Node.js. */
const { toString: toText } = Buffer.prototype;
Buffer.prototype.toString = function (this: Buffer, encoding, start = 0, end = this.length) {
  const isUtf8Text = encoding === undefined || /^utf-?8$/i.test(encoding);
  return isUtf8Text ? DECODER.decode(this.subarray(start, end)) : toText.call(this, encoding, start, end);
};

/** Returns whether all bytes are ASCII, as `isAscii` of `node:buffer` does. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] > 0x7f) return false;
  return true;
}

/** Returns whether bytes are valid UTF-8, as `isUtf8` of `node:buffer` does. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Turns Latin-1 into UTF-8. Node.js also has other encodings, which nothing here uses. */
export function transcode(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1"));
}

/** Returns the bytes of a text in UTF-8; bytes stay as they are. */
const bytesOf = (data: string | Uint8Array) => (typeof data === "string" ? Buffer.from(data) : data);

/** Starts a SHA-256, as `createHash` of `node:crypto` does. */
function createHash() {
  const hash = sha256.create();
  const hasher = {
    update(data: string | Uint8Array) {
      hash.update(bytesOf(data));
      return hasher;
    },
    digest: () => Buffer.from(hash.digest()),
  };
  return hasher;
}

/** The remainder of each byte in a CRC-32, by its polynomial with the lowest bit first. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Computes a CRC-32, or continues one, as `crc32` of `node:zlib` does. */
function crc32(data: string | Uint8Array, value = 0): number {
  const bytes = bytesOf(data);
  // The remainder is kept with all bits inverted, so that zeros at the beginning of the data count too.
  let crc = ~value;
  for (let i = 0; i < bytes.length; i++) crc = REMAINDERS[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Stands for the modules that collect garbage: in browsers, a program cannot ask for that. */
const NO_GARBAGE_COLLECTION = { setFlagsFromString() {}, runInNewContext: () => () => {} };

/** The modules of Node.js that every build has, with only the functions that the library calls. */
const MODULES: Readonly<Record<string, object>> = {
  "node:crypto": { createHash },
  "node:zlib": { crc32 },
  "node:v8": NO_GARBAGE_COLLECTION,
  "node:vm": NO_GARBAGE_COLLECTION,
};

/** Stands for the global `process`. */
export const process = {
  /** A browser does not tell its version of ICU. A model that is made here records this name. */
  versions: { icu: "of a browser" },
  emitWarning: (message: string): void => console.warn(message),
  /** Returns a module of Node.js, or one of the parts from `provide`. */
  getBuiltinModule: (name: string): object => MODULES[name] ?? part(name),
};

/** The parts that some builds add: each is made when it is first needed. */
const parts = new Map<string, () => object>();

/** Adds parts of the library. @param more functions that make them, by their names, which `part` puts in its message */
export function provide(more: Readonly<Record<string, () => object>>): void {
  for (const [name, make] of Object.entries(more)) parts.set(name, make);
}

/** Returns a part of the library. @throws DataError if this build does not have it. */
export function part(name: string): object {
  const make = parts.get(name);
  if (make !== undefined) return make();
  throw new DataError(`text-thresher/browser has no ${name}: import text-thresher/browser-mail, or use Node.js`);
}
