import { withOpenFile } from "./files.js";

/** In bytes. A property list after the message contains its state. It has at most a few kilobytes. */
const END = 1 << 14;

/** The bit of `flags` for a deleted message. */
const DELETED = 2;

/**
 * Whether a file of Apple Mail (`12.emlx`: the length of a message, the message, and a property list) says that the
 * message is deleted. Returns false if the file cannot be read or is incomplete.
 */
export function isDeletedEmlx(path: string): boolean {
  try {
    return withOpenFile(path, ({ size, read }) => {
      const end = Buffer.alloc(Math.min(size, END));
      read(size - end.length, end);
      const text = end.toString("latin1");
      const flags = /<key>flags<\/key>\s*<integer>(\d{1,20})<\/integer>/.exec(text.slice(text.lastIndexOf("<?xml")));
      return flags !== null && Math.floor(Number(flags[1]) / DELETED) % 2 === 1;
    });
  } catch {
    return false;
  }
}
