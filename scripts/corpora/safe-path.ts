import { DataError } from "../../src/errors.js";

/** What can lead out of the folder that is unpacked into, on one system or another. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^\//, "is absolute"],
  [/(^|\/)\.\.(\/|$)/, 'has a step ".."'],
  // Windows takes them for a separator, and for the end of a drive or the start of a hidden stream.
  [/[\\:]/, "has a backslash or a colon"],
  // Above all NUL, at which some programs end the name.
  [/\p{Cc}/u, "has a control character"],
];

/**
 * The path of an archive's entry with "." steps, doubled and trailing slashes dropped; "" for the archive's own
 * folder. Throws `DataError` for a path that is not safe to unpack.
 */
export function safePath(name: string): string {
  const fault = FAULTS.find(([pattern]) => pattern.test(name));
  if (fault !== undefined) {
    throw new DataError(`an entry of an archive must lie below its folder, the path ${quoted(name)} ${fault[1]}`);
  }
  return name
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}

/** A string from an archive or a server, safe to print: anything but printable ASCII is escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
