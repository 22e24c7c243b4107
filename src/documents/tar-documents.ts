import { type Entry, limited } from "./archive.js";
import { isPacked } from "./archive-form.js";
import type { ByteWindow } from "./byte-window.js";
import { reason } from "./files.js";
import { unpackedDocument } from "./packed.js";
import { type TarMember, tarContent, tarMembers } from "./tar.js";

/** What is no document, in words. */
const NO_DOCUMENT = { link: "a link", device: "a device or pipe" } as const;

/** A path in a tar archive that may be a document. */
export type TarEntry = Entry & { readonly place: string; readonly member: TarMember };

/**
 * The documents of a tar archive: its files, by their paths, those that are packed by gzip
 * unpacked. Folders and hidden files are left out; links, devices and paths that lead out
 * of the archive are problems.
 *
 * @param hasContents whether what is in them is read. Default true; else they are empty.
 * @throws as `tarMembers`
 */
export function* tarDocuments(window: ByteWindow, hasContents = true): Generator<TarEntry> {
  for (const member of tarMembers(window)) {
    const { type, path } = member;
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    const place = parts.join("/");
    const unreadable = (detail: string) => ({ place, member, problem: "unreadable", detail }) as const;
    if (type === "folder" || place === "") continue;
    if (path.startsWith("/") || parts.includes("..")) yield unreadable("a path that leads out of the archive");
    else if (parts.some((part) => part.startsWith("."))) continue;
    else if (type !== "file") yield unreadable(NO_DOCUMENT[type]);
    else if (!hasContents) yield { place, member, bytes: new Uint8Array(), isTruncated: false };
    else yield { member, ...contentOf(place, tarContent(window, member)) };
  }
}

function contentOf(place: string, bytes: Uint8Array): Entry & { readonly place: string } {
  if (!isPacked(place)) return { place, ...limited(bytes) };
  try {
    const document = unpackedDocument([bytes]);
    return { place, bytes: document.bytes, isTruncated: document.truncated };
  } catch (error) {
    return { place, problem: "unreadable", detail: reason(error) };
  }
}
