import { reason } from "../../base/errors.js";
import { limited } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";
import type { ArchiveEntry, ArchiveFormat, EntryOptions } from "./archive.js";
import { singleFile } from "./single-file.js";
import { type TarMember, tarContent, tarMembers } from "./tar-members.js";

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
  for (const member of tarMembers(window)) yield* documentOf(window, member, hasContents);
}

/** Reads a member as a document or a problem. Yields nothing if the member is left out. */
function* documentOf(window: ByteWindow, member: TarMember, hasContents: boolean): Generator<ArchiveEntry> {
  const { type, path, modified: time } = member;
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const place = names.join("/");
  const unreadable = (detail: string) => ({ place, problem: "unreadable", detail }) as const;
  if (type === "folder" || type === "label" || place === "") return;
  if (path.startsWith("/") || names.includes("..")) yield unreadable("a path that leads out of the archive");
  else if (names.some((name) => name.startsWith("."))) return;
  else if (type !== "file") yield unreadable(NO_DOCUMENT[type]);
  else if (!hasContents) yield { place, time, bytes: new Uint8Array(), isTruncated: false };
  else yield { ...contentOf(place, tarContent(window, member)), time };
}

/** Makes the entry of a file: a document, or a problem if its content cannot be read as one. */
function contentOf(place: string, content: Buffer): ArchiveEntry {
  try {
    const { bytes, isTruncated, isMailbox, problem } = singleFile(limited(content), () => [content]);
    if (problem !== undefined) return { place, ...problem };
    if (isMailbox) return { place, problem: "unreadable", detail: "a mailbox in an archive: unpack the archive" };
    return { place, bytes, isTruncated };
  } catch (error) {
    return { place, problem: "unreadable", detail: reason(error) };
  }
}
