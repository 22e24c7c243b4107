import { reason } from "../../base/errors.js";
import { type LimitedBytes, limited } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";
import type { ArchiveEntry, ArchiveFormat, EntryOptions, FileProblem } from "./archive.js";
import { singleFile } from "./single-file.js";
import { tarContent, tarMembers } from "./tar-members.js";

/** Tar archives: files with their paths. We parse them ourselves, because the packages for tar are asynchronous. */
export const TAR: ArchiveFormat = {
  name: "tar",
  title: ["tar archive", "tar archives"],
  unit: "document",
  endings: [".tar", ".tgz"],
  isBeginning: (beginning) => beginning.toString("latin1", 257, 262) === "ustar",
  classIn: "folders",
  entries,
};

/** Why a member is not a document, by its type. */
const NO_DOCUMENT = {
  link: "a link",
  device: "a device or pipe",
  sparse: "a file stored without its holes: pack it without tar's option -S",
} as const;

/**
 * Reads the documents in a tar archive: its files, unpacked if they are packed by gzip. Places are paths. Leaves out
 * folders and hidden files. Links, devices, sparse files, mailboxes and paths that lead out of the archive become
 * problems.
 *
 * @throws as `tarMembers`
 */
function* entries(window: ByteWindow, { hasContents = true }: EntryOptions): Generator<ArchiveEntry> {
  for (const member of tarMembers(window)) {
    const { type, path, modified: time } = member;
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const place = names.join("/");
    if (type === "folder" || type === "label" || place === "") continue;
    const leadsOut = path.startsWith("/") || names.includes("..");
    if (leadsOut) yield { place, problem: "unreadable", detail: "a path that leads out of the archive" };
    else if (names.some((name) => name.startsWith("."))) continue;
    else if (type !== "file") yield { place, problem: "unreadable", detail: NO_DOCUMENT[type] };
    else if (hasContents) yield { place, time, ...contentOf(tarContent(window, member)) };
    else yield { place, time, bytes: new Uint8Array(), isTruncated: false };
  }
}

/** Returns the content of a file, or the problem if it cannot be read as a document. */
function contentOf(content: Buffer): LimitedBytes | FileProblem {
  try {
    const { bytes, isTruncated, isMailbox, problem } = singleFile(limited(content), () => [content]);
    if (isMailbox) return { problem: "unreadable", detail: "a mailbox in an archive: unpack the archive" };
    return problem ?? { bytes, isTruncated };
  } catch (error) {
    return { problem: "unreadable", detail: reason(error) };
  }
}
