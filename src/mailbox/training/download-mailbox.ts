import { DataError } from "../../base/errors.js";
import { grouped } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/document.js";
import { PathPatterns } from "../../documents/files/path-patterns.js";
import { LocalCopy } from "../../documents/mail-copy/local-copy.js";
import type { Account } from "../accounts/account.js";
import { type ClassFolderOptions, classFolders } from "../imap/class-folders.js";
import { Connection, type ConnectionOptions } from "../imap/connection.js";
import { type Folder, listFolders } from "../imap/folders.js";
import type { MessageChoice } from "./folder-plan.js";
import { type ChosenFolder, type DownloadProgress, MailDownload } from "./mail-download.js";

/** What is downloaded from an account, and how. */
export interface MailboxOptions extends ClassFolderOptions, MessageChoice, ConnectionOptions {
  /** Milliseconds to wait before each new attempt. Default: from one second to a minute, together three minutes. */
  readonly pauses?: readonly number[] | undefined;
  /** Called often. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** A download takes long, and somebody may close a laptop meanwhile. */
const PAUSES = [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => 1000 * seconds);

/** More class folders are most likely a mistake, and each takes two answers of the server. */
const MAX_CLASSES = 10_000;

/**
 * Downloads the folders of an account that are classes into a local copy, and opens the copy as a corpus. Messages that
 * the copy has already are not downloaded again; those that the server no longer has are removed from it. Folders are
 * opened read-only (EXAMINE), and messages are read with BODY.PEEK, so nothing changes on the server. Of a message of
 * more than 16 MiB, only the beginning is downloaded. A lost connection is opened again, and only messages that are
 * missing are asked for.
 *
 * @param folder of the copy: new, empty, or from an earlier call for the same account
 * @returns the corpus, and how many messages were downloaded
 * @throws DataError if the server or the folder is at fault, or fewer than two classes have messages.
 */
export async function downloadMailbox(
  account: Account,
  folder: string,
  options: MailboxOptions = {},
): Promise<{ readonly corpus: Corpus; readonly downloaded: number }> {
  const copy = new LocalCopy(folder, `${account.user} at ${account.host}`);
  const connection = new Connection(account, { ...options, pauses: options.pauses ?? PAUSES });
  try {
    const folders = await connection.run((client) => listFolders(client, client.capabilities.has("LIST-STATUS")));
    const names = folders.map(({ name }) => name);
    const download = new MailDownload(connection, copy, chosenFolders(folders, options), options, options.onProgress);
    copy.retain(names);
    await download.run();
    return { corpus: download.corpus(unmatched(names, options)), downloaded: download.received };
  } finally {
    await connection.close();
  }
}

/** Returns the folders that are classes. @throws DataError if a chosen folder does not exist, or there are too many */
function chosenFolders(folders: readonly Folder[], options: ClassFolderOptions): ChosenFolder[] {
  for (const pattern of options.folders ?? []) requireMatch(pattern, folders);
  const chosen = classFolders(folders, options).filter((folder) => folder.label !== undefined);
  if (chosen.length > MAX_CLASSES) {
    throw new DataError(
      `${grouped(chosen.length)} folders would be classes, more than ${grouped(MAX_CLASSES)}: choose some by folders`,
      { options: ["folders"] },
    );
  }
  return chosen;
}

/** Returns the patterns that exclude nothing. */
function unmatched(names: readonly string[], { exclude = [] }: ClassFolderOptions): Problem[] {
  const patterns = new PathPatterns({ exclude }, true);
  for (const name of names) patterns.excludes([name]);
  return patterns.unmatched;
}

/** How many folders an error names. */
const NAMED = 8;

/** @throws DataError unless a pattern names a folder. It names folders that the user may mean */
function requireMatch(pattern: string, folders: readonly Folder[]): void {
  const patterns = new PathPatterns({ include: [pattern] }, true);
  const names = folders.filter(({ isSelectable }) => isSelectable).map(({ name }) => name);
  if (names.some((name) => patterns.includes([name]))) return;
  const [wanted, ...others] = [pattern, ...names].map((name) => name.toLowerCase());
  const similar = names.filter((_, i) => others[i].includes(wanted) || wanted.includes(others[i]));
  const shown = (similar.length > 0 ? similar : names).slice(0, NAMED).join(", ");
  const hint = similar.length > 0 ? `did you mean ${shown}?` : `there is ${shown}${names.length > NAMED ? " …" : ""}`;
  throw new DataError(`there is no folder ${JSON.stringify(pattern)}: ${hint}`);
}
