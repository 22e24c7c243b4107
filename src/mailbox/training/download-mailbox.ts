import { DataError } from "../../base/errors.js";
import type { Progress } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { firstFew, grouped } from "../../base/numbers.js";
import { PathPatterns } from "../../documents/files/path-patterns.js";
import { LocalCopy } from "../../documents/mail-copy/local-copy.js";
import type { Problem } from "../../documents/problem.js";
import type { Account } from "../accounts/account.js";
import { Connection, type ConnectionOptions } from "../imap/connection.js";
import { type ClassFolderOptions, classFolders, listFolders } from "../imap/folders.js";
import { CHUNK_LIMITS, FolderDownload, type MessageChoice } from "./folder-download.js";

/** The options of downloading an account. */
export interface MailboxOptions extends ClassFolderOptions, MessageChoice, ConnectionOptions {
  /** Called often, with folders while their messages are counted, then with messages. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The least number of folders that must have messages. Default 2, because each is a class. */
  readonly least?: number;
}

/** More classes are most likely a mistake, and each takes two answers of the server. */
const MAX_CLASSES = 10_000;

/** Maximum number of folders that an error names. */
const NAMED = 8;

/**
 * Downloads the folders of an account that are classes into a local copy, and opens the copy as a corpus. Messages that
 * the copy has already are not downloaded again; those that the server no longer has are removed from it. Folders are
 * opened read-only (EXAMINE), and messages are read with BODY.PEEK, so nothing changes on the server. Downloads at most
 * the first 16 MiB of a message. If the connection is lost, opens it again, and asks only for the messages that are
 * missing. Messages and folders that are gone by then are left out. Messages that the server does not send whole are
 * left out too, and are problems of the corpus.
 *
 * @param folder of the copy: new, empty, or from an earlier call for the same account
 * @returns the corpus, how many messages were downloaded, and the classes whose use is junk
 * @throws DataError if the server or the folder is at fault, too few classes have messages, or a class has no
 *   message that comes whole.
 */
export async function downloadMailbox(account: Account, folder: string, options: MailboxOptions = {}) {
  const { onProgress = () => undefined, least = 2 } = options;
  const copy = new LocalCopy(folder, `${account.user} at ${account.host}`);
  const connection = new Connection(account, options);
  try {
    const listed = await connection.run((client) => listFolders(client));
    const names = listed.map(({ name }) => name);
    const problems = unmatched(names, options);
    const classes = classFolders(listed, options).filter(({ why }) => why === undefined);
    if (classes.length > MAX_CLASSES) {
      throw wrongChoice(`${grouped(classes.length)} folders would be classes, more than ${grouped(MAX_CLASSES)}`);
    }
    const downloads = classes.map(({ folder }) => new FolderDownload(folder, copy.folder(folder.name), options));
    copy.retain(names);
    for (const [done, download] of downloads.entries()) {
      onProgress({ phase: "counting messages", done, total: downloads.length });
      await connection.run((client) => download.open(client));
    }
    const [first, ...others] = downloads.filter(({ wanted }) => wanted.length > 0);
    if (others.length + 1 < least) {
      const which = first === undefined ? "no folder" : `only one folder, ${JSON.stringify(first.label)},`;
      throw wrongChoice(`${which} has messages, and each folder is a class: there must be two`);
    }
    const total = sumOf(downloads.map(({ missing }) => missing.size));
    let downloaded = 0;
    /** The messages of the folders that are done. */
    let finished = 0;
    for (const download of downloads) {
      const { size } = download.missing;
      const onMessage = () => {
        downloaded++;
        // Messages that are gone count as done.
        onProgress({ phase: "downloading", done: finished + size - download.missing.size, total });
      };
      while (download.missing.size > 0) {
        await connection.run((client) => download.downloadChunk(client, onMessage), CHUNK_LIMITS);
      }
      download.finish();
      finished += size;
    }
    const refused = downloads.flatMap(({ problems }) => problems);
    const junk = classes.flatMap(({ folder }) => (folder.use === "junk" ? folder.name : []));
    return { corpus: copy.corpus(downloads, [...problems, ...refused]), downloaded, junk };
  } finally {
    await connection.close();
  }
}

/** Returns the patterns that exclude nothing. @throws DataError if a chosen folder does not exist */
function unmatched(names: readonly string[], { folders = [], exclude = [] }: ClassFolderOptions): Problem[] {
  const patterns = new PathPatterns({ include: folders, exclude }, true);
  // Each pattern notes whether it has matched a name.
  for (const name of names) {
    patterns.includes([name]);
    patterns.excludes([name]);
  }
  const missing = patterns.unmatched.find(({ detail }) => detail === "include");
  if (missing === undefined) return patterns.unmatched;
  throw new DataError(`there is no folder ${JSON.stringify(missing.where)}: there is ${firstFew(names, NAMED)}`);
}

function wrongChoice(why: string): DataError {
  return new DataError(`${why}: choose others by folders`, { options: ["folders"] });
}
