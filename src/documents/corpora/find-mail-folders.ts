import type { Dirent } from "node:fs";
import { basename, join, resolve } from "node:path";
import { whyUnreadable } from "../../base/errors.js";
import { formOf } from "../archives/archives.js";
import { entriesOf, type FolderPaths } from "../files/list-files.js";
import { isMaildir } from "../files/maildir.js";
import { statusOf, withOpenFile } from "../files/open-file.js";
import type { Problem } from "../problem.js";
import { isReadme } from "./folder-listing.js";
import { INBOX, type MailFolder, titleOf } from "./mail-folder.js";
import {
  type FileStore,
  isPackage,
  isProfile,
  MAIL_FOLDERS,
  type MailListing,
  MH_CONTEXT,
  STORES,
  storeOf,
} from "./mail-stores.js";

/** Options for finding the mail folders below a folder. */
interface MailOptions {
  /** Receives problems: files and folders that cannot be read, and deleted messages, by their paths below the root. */
  readonly report: (problem: Problem) => void;
  /** Whether to search the hidden folders of Maildir++ and KMail. Default true. */
  readonly hasHidden?: boolean;
}

/** Finds all mail folders below a folder, including empty ones. Ignores links. A Maildir at the root is `INBOX`. */
export function mailFolders(root: string, { report, hasHidden = true }: MailOptions): MailFolder[] {
  const walk = new FolderWalk(root, { report, hasHidden });
  walk.visit("", basename(resolve(root)), [], new Set());
  return walk.found;
}

/** Searches a folder and all folders in it. Collects the mail folders in `found`, in the order of their paths. */
class FolderWalk {
  readonly found: MailFolder[] = [];
  readonly #root: string;
  readonly #options: Required<MailOptions>;

  constructor(root: string, options: Required<MailOptions>) {
    this.#root = root;
    this.#options = options;
  }

  /**
   * Searches a folder and the folders in it.
   *
   * @param path the path of the folder below the root, with a slash at its end; "" for the root
   * @param name the name of the folder
   * @param title the names of the mail folder that it would be, as mail programs show them: those around it and its own
   * @param beside the files beside the folder
   */
  visit(path: string, name: string, title: readonly string[], beside: ReadonlySet<string>): void {
    const listing = { name, path: join(this.#root, path), beside, ...this.#list(path) };
    const store = storeOf(listing);
    const isSection = (folder: string) => store !== undefined && STORES[store].isSection(folder);
    let others: readonly string[] = [...listing.files];
    if (store !== undefined) {
      const own = this.#messagesIn(path, listing.files, store, false);
      const inside = [...listing.folders].filter(isSection);
      const sections = inside.flatMap((folder) => this.#sectionsIn(`${path}${folder}/`, store));
      if (own.names.length > 0) sections.unshift({ folder: path, names: own.names });
      const label = title.join("/") || (store === "maildir" ? INBOX : titleOf(name));
      this.found.push({ label, path: path.slice(0, -1), store, sections, ...own.mailbox });
      others = own.others;
    }
    // The folders of an account are called without the name of the account.
    const around = store === undefined && isAccount(listing) ? [] : title;
    // Folders of the other formats contain no mailboxes.
    if (store === undefined || store === "mh") this.#addMailboxes(path, listing, others, around);
    if (store === undefined && path === "") this.#reportOthers(listing);
    for (const folder of listing.folders) {
      if (isSection(folder) || !this.#mayHaveMail(`${path}${folder}`, folder, listing)) continue;
      this.visit(`${path}${folder}/`, folder, [...around, titleOf(folder)], listing.files);
    }
  }

  /** Lists the files and folders in a folder, sorted. */
  #list(path: string): Pick<MailListing, "files" | "folders"> {
    const entries = entriesOf(join(this.#root, path), path.slice(0, -1), this.#options.report);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const namesOf = (wanted: Dirent[]) => new Set(wanted.map(({ name }) => name));
    return {
      files: namesOf(entries.filter((entry) => entry.isFile())),
      folders: namesOf(entries.filter((entry) => entry.isDirectory())),
    };
  }

  /** Lists the messages in a folder within a mail folder, such as `cur`, and in the folders in it. */
  #sectionsIn(path: string, store: FileStore): FolderPaths[] {
    const { files, folders } = this.#list(path);
    const { names } = this.#messagesIn(path, files, store, true);
    const inside = store === "maildir" ? [] : [...folders];
    return [{ folder: path, names }, ...inside.flatMap((folder) => this.#sectionsIn(`${path}${folder}/`, store))];
  }

  /**
   * Divides the files in a folder on disk into messages, the mailbox of the mail folder if there is one, and others.
   *
   * @param isSection whether it is a folder within a mail folder
   */
  #messagesIn(path: string, files: ReadonlySet<string>, store: FileStore, isSection: boolean) {
    const [names, others]: string[][] = [[], []];
    let mailbox: Pick<MailFolder, "mailbox"> = {};
    for (const name of files) {
      const kind = STORES[store].kindOf(name, isSection, join(this.#root, path + name));
      if (kind === undefined) others.push(name);
      else if (kind === "message") names.push(name);
      else if (kind === "deleted") this.#options.report({ kind: "deleted", where: path + name });
      else if (!this.#isEmpty(path + name)) mailbox = { mailbox: path + name };
    }
    return { names, others, mailbox };
  }

  /**
   * Adds each mailbox in a folder, and each folder of Thunderbird whose mailbox is empty or missing.
   *
   * @param others the files that are no messages
   * @param title the names of the folders around them
   */
  #addMailboxes(path: string, { files, folders }: MailListing, others: readonly string[], title: readonly string[]) {
    for (const name of others) {
      // Adds the mail folder of a mailbox or index with this name, with `{ mailbox }` or `{}`.
      const add = (folder: string, mailbox: object) => {
        const label = [...title, titleOf(folder)].join("/");
        this.found.push({ label, path: path + folder, store: "mailbox", sections: [], ...mailbox });
      };
      if (this.#isMailbox(path + name, name)) add(name, { mailbox: path + name });
      else if (name.endsWith(".msf")) {
        // An index of Thunderbird without messages: they have not been downloaded, or there are none.
        const folder = name.slice(0, -".msf".length);
        const hasFolders = folders.has(folder) || folders.has(`${folder}.sbd`);
        if (!hasFolders && (!files.has(folder) || this.#isEmpty(path + folder))) add(folder, {});
      }
    }
  }

  /** Reports files beside the mail folders that do not belong to a mail program. */
  #reportOthers({ files, folders }: MailListing): void {
    const isOfProgram = (name: string) => OF_PROGRAMS.test(name) || name === MH_CONTEXT || isReadme(name);
    // In the folder of Apple Mail, a profile or an account of Thunderbird, such files belong to the program.
    if (folders.has("MailData") || [...files].some((name) => /^prefs\.js$|^profiles\.ini$|.\.msf$/.test(name))) return;
    const mailboxes = new Set(this.found.map(({ path }) => path));
    for (const where of files) {
      if (!isOfProgram(where) && !mailboxes.has(where)) this.#options.report({ kind: "no class", where });
    }
  }

  /** Whether a path is a file without bytes. */
  #isEmpty(path: string): boolean {
    return statusOf(join(this.#root, path))?.size === 0;
  }

  /** Whether a file is a mailbox, by its first bytes. Reports a file that cannot be read. */
  #isMailbox(path: string, name: string): boolean {
    if (OF_PROGRAMS.test(name)) return false;
    try {
      const whole = join(this.#root, path);
      return withOpenFile(whole, () => formOf(whole) === "mailbox");
    } catch (error) {
      this.#options.report({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
      return false;
    }
  }

  /** Whether to search a folder: no hidden folder of another kind, and no folder in which its program keeps other data. */
  #mayHaveMail(path: string, folder: string, { files, folders }: MailListing): boolean {
    const whole = join(this.#root, path);
    if (folder.startsWith(".")) return this.#options.hasHidden && (folder.endsWith(".directory") || isMaildir(whole));
    if (files.has("prefs.js")) return MAIL_FOLDERS.includes(folder);
    if (files.has("profiles.ini")) return folder === "Profiles" || isProfile(whole);
    return folder !== "MailData" && !(folder === "tmp" && folders.has("cur"));
  }
}

/**
 * Whether a folder is an account, whose name does not become part of the names of its folders: it has an inbox, indexes
 * of Thunderbird, or folders of Apple Mail. A folder `NAME.sbd` of Thunderbird is not an account, but contains the
 * folders of the folder `NAME`.
 */
function isAccount({ name, files, folders }: MailListing): boolean {
  if (name.endsWith(".sbd") || name.endsWith(".directory")) return false;
  const isOfAccount = (other: string) =>
    other === "MailData" || isPackage(other) || other.endsWith(".msf") || titleOf(other).toLowerCase() === INBOX;
  return [...files, ...folders].some(isOfAccount);
}

/** Hidden files, indexes, and the copies that Thunderbird makes while it compacts a mailbox. */
const OF_PROGRAMS = /^\.|\.msf$|^nstmp(?:-\d+)?$/;
