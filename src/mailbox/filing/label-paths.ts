import type { ImapFlow } from "imapflow";
import type { Folder } from "../imap/folders.js";

/** The name of the inbox, in any case (RFC 3501, section 5.1). */
export const INBOX = "INBOX";

/**
 * Returns the path of the folder of each label on a server: an existing folder of that name, with slashes or dots between
 * levels, or a new one in the personal namespace. A slash in a label separates levels. In a new name, the separator of the
 * server, control characters and the wildcards of LIST become `%` and two hexadecimal digits.
 */
export function labelPaths(
  labels: readonly string[],
  folders: readonly Folder[],
  { namespace }: Pick<ImapFlow, "namespace">,
): Map<string, string> {
  const paths = new Map([
    // A local Maildir names nested classes with dots.
    ...folders.map(({ name, path }) => [name.replaceAll("/", "."), path] as const),
    ...folders.map(({ name, path }) => [name, path] as const),
  ]);
  const { prefix = "", delimiter = "" } = namespace ?? {};
  const separator = delimiter || folders.find((folder) => folder.delimiter !== "")?.delimiter || "";
  const newPath = (label: string) =>
    prefix +
    label
      .split("/")
      .map((level) => [...level].map((c) => (c === separator || UNSAFE.test(c) ? encoded(c) : c)).join(""))
      // Without levels, a slash is a character like any other.
      .join(separator || "/");
  return new Map(
    labels.map((label) => [label, label.toUpperCase() === INBOX ? INBOX : (paths.get(label) ?? newPath(label))]),
  );
}

const UNSAFE = /[\p{Cc}%*]/u;

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
