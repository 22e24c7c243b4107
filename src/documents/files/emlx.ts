import { orElse } from "../../base/errors.js";
import { type OpenFile, withOpenFile } from "./read-file.js";

/** In bytes. How much of the end of a file is searched. The property list there has at most a few kilobytes. */
const END = 1 << 14;

/** The bit of `flags` for a deleted message. */
const DELETED = 2;

/**
 * Whether a file of Apple Mail (`12.emlx`: the length of a message, the message, and a property list) says that the
 * message is deleted. Returns false if the file cannot be read or is incomplete.
 */
export function isDeletedEmlx(path: string): boolean {
  const state = orElse(() => withOpenFile(path, lastText), "");
  const flags = /<key>flags<\/key>\s*<integer>(\d{1,20})<\/integer>/.exec(state.slice(state.lastIndexOf("<?xml")));
  // Divided instead of `&`, because the flags may have more than 32 bits.
  return flags !== null && Math.floor(Number(flags[1]) / DELETED) % 2 === 1;
}

/** Returns the end of a file, with one character per byte. */
function lastText({ size, read }: OpenFile): string {
  const end = Buffer.alloc(Math.min(size, END));
  read(size - end.length, end);
  return end.toString("latin1");
}
