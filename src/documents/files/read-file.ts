import { fstatSync, readSync } from "node:fs";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { closing, fill, type Opener, openAny, openRegular } from "./open-file.js";

/**
 * Reads a regular file, up to the size limit of a document. Never waits for a pipe or a device.
 *
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function readDocument(path: string, open: Opener = openAny): LimitedBytes {
  return closing(open(path), (file) => {
    // If fewer bytes come than asked for, a regular file has ended.
    const size = readSync(file, beginning, 0, AT_ONCE, null);
    const whole = size < AT_ONCE;
    if (whole && size > 0) return { bytes: taken(size), isTruncated: false };
    // A pipe may be empty, and a device may never end.
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    if (whole) return { bytes: taken(size), isTruncated: false };
    // One byte above the limit shows that the file goes on.
    const length = Math.min(status.size, MAX_DOCUMENT_BYTES + 1);
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, size));
    bytes.set(beginning.subarray(0, size));
    return limited(bytes.subarray(0, fill(file, bytes, size)));
  });
}

/** In bytes. Nearly every document is smaller, so one read is enough. */
const AT_ONCE = 1 << 17;

const beginning = Buffer.allocUnsafeSlow(AT_ONCE);

/** Returns a copy of the first bytes: a Buffer, because searching its bytes is thirty times as fast as a plain array. */
function taken(size: number): Uint8Array {
  return Buffer.from(beginning.subarray(0, size));
}

/**
 * Reads a regular file. Opens it only once, so that all bytes are from one file even if another file takes its name
 * meanwhile.
 *
 * @param most the number of bytes to read. Default: all
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function readRegular(path: string, most = Number.POSITIVE_INFINITY, open: Opener = openRegular): Buffer {
  return closing(open(path), (file) => {
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, fstatSync(file).size));
    // Fewer bytes mean that the file was cut while it was read.
    return bytes.subarray(0, fill(file, bytes, 0));
  });
}

/** An open file that can be read in parts. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from offset `from`. @throws Error if the file is too short. */
  read(from: number, into: Uint8Array): void;
}

/**
 * Calls `use` with an open regular file. All bytes are from one file even if another file takes its name meanwhile.
 *
 * @throws as `readRegular`, and any error that `use` throws
 */
export function withOpenFile<T>(path: string, use: (file: OpenFile) => T): T {
  return closing(openRegular(path), (file) => {
    const read = (from: number, into: Uint8Array) => {
      const size = fill(file, into, 0, from);
      if (size < into.length) throw new Error(`the file ends after ${from + size} bytes: it is cut short`);
    };
    return use({ size: fstatSync(file).size, read });
  });
}
