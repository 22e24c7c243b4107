import { archiveForm, withoutEnding } from "../archives/archives.js";
import { decodedFolderName } from "../files/folder-name.js";
import type { PathList } from "../files/path-list.js";
import type { MailStore } from "./mail-stores.js";

/** A folder of messages in the storage of a mail program. */
export interface MailFolder {
  /** The names of the folder and the folders around it, as mail programs show them, with slashes between them. */
  readonly label: string;
  /** The path below the root; "" for the root. */
  readonly path: string;
  readonly store: MailStore;
  /** The folders on disk where its messages are files, with these messages. */
  readonly sections: readonly MailSection[];
  /** The path of the mailbox that contains its messages, if there is one. */
  readonly mailbox?: string;
}

/** The messages in one folder on disk. */
export interface MailSection {
  /** The path of the folder below the root, with a slash at its end; "" for the root. */
  readonly inside: string;
  /** The paths of the messages below the root. */
  readonly files: PathList;
}

/**
 * Returns the name of a folder as mail programs show it, decoded and without the additions to its name on disk: `Spam`
 * for `.Spam`, `Spam.sbd`, `Spam.msf`, `Spam.mbox` or `.Spam.directory`.
 */
export function titleOf(name: string): string {
  const own = name.replace(/^\.(.+)\.directory$/, "$1").replace(/(.)\.(?:sbd|msf)$/, "$1");
  return decodedFolderName((archiveForm(own) === "mailbox" ? withoutEnding(own) : own).replace(/^\.(?=[^.])/, ""));
}
