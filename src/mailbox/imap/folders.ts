import type { ImapFlow, ListResponse } from "imapflow";
import { safeText } from "../../base/safe-text.js";
import { PathPatterns } from "../../documents/files/path-patterns.js";
import { encodedFolderName } from "../../documents/files/safe-name.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { looksLikeSpam } from "../../documents/spam-classes.js";

/** The special uses of folders, as attributes of LIST (RFC 6154, RFC 8457). */
const USE = /^\\(all|archive|drafts|flagged|important|junk|sent|trash)$/;

/** A folder on a server. */
export interface Folder {
  /** As commands of imapflow take it: decoded, with the prefix of the namespace. */
  readonly path: string;
  /** The path below the prefix of the personal namespace, with a slash between levels. */
  readonly name: string;
  /** The separator of levels in `path`; empty if the server has no levels. */
  readonly delimiter: string;
  /** The special use of the folder, such as `sent`, if the server names one. The inbox has the use `inbox`. */
  readonly use?: string | undefined;
  /** The number of messages, from `withMessages`; undefined if the server does not say. */
  readonly messages?: number | undefined;
  /** Whether it can hold messages. */
  readonly isSelectable: boolean;
  /** Whether commands can name it: its name is valid modified UTF-7, and it lies in the personal namespace. */
  readonly isReachable: boolean;
}

/**
 * Lists the folders of the personal namespace (RFC 2342), sorted by name, the inbox first.
 *
 * @throws Error of imapflow: see `imapFault`.
 */
export async function listFolders(client: ImapFlow): Promise<Folder[]> {
  const listed = await client.list();
  const folders = listed.map((entry) => folderOf(entry, client));
  const rank = ({ use }: Folder) => (use === "inbox" ? 0 : 1);
  return folders.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Maximum number of folders whose messages are counted, because each needs a request. */
const MAX_COUNTED = 1_000;

/**
 * Returns folders with the number of messages in each of the first 1,000.
 *
 * @throws Error of imapflow: see `imapFault`
 */
export async function withMessages(client: ImapFlow, folders: readonly Folder[]): Promise<Folder[]> {
  const counted = [];
  for (const [i, folder] of folders.entries()) {
    const isCounted = i < MAX_COUNTED && folder.isSelectable && folder.isReachable;
    const { messages } = (isCounted && (await client.status(folder.path, { messages: true }))) || {};
    counted.push({ ...folder, messages });
  }
  return counted;
}

function folderOf(entry: ListResponse, { namespace, namespaces }: ImapFlow): Folder {
  const { path, pathAsListed } = entry;
  const flags = [...entry.flags].map((flag) => flag.toLowerCase());
  const delimiter = entry.delimiter || "";
  const isInbox = path === INBOX;
  // The listed name must be the decoded one or its modified UTF-7: otherwise a command would name another folder. Bytes
  // that are not valid UTF-8 arrive as U+FFFD.
  const isNameValid = [path, encodedFolderName(path)].includes(pathAsListed) && !pathAsListed.includes("\ufffd");
  const foreign = [namespaces?.other, namespaces?.shared].flatMap((others) => others || []);
  const isForeign = foreign.some(({ prefix }) => prefix !== "" && path.startsWith(prefix));
  const prefix = namespace?.prefix ?? "";
  const shown = isNameValid || isInbox ? path : pathAsListed;
  const name = shown.slice(!isInbox && shown.startsWith(prefix) ? prefix.length : 0);
  const [use] = isInbox ? ["inbox"] : flags.flatMap((flag) => USE.exec(flag)?.[1] ?? []);
  return {
    path,
    name: delimiter === "" ? name : name.replaceAll(delimiter, "/"),
    delimiter,
    use,
    isSelectable: !flags.includes("\\noselect") && !flags.includes("\\nonexistent"),
    isReachable: !isForeign && (isInbox || isNameValid),
  };
}

/** The choice of the folders that are classes. */
export interface ClassFolderOptions {
  /**
   * Names of folders, or patterns in the syntax of picomatch. Only these are classes, even folders that are no classes
   * by default, such as `INBOX`. Default: all folders but those with a special use other than junk and archive.
   */
  readonly folders?: readonly string[];
  /** Names or patterns of folders to leave out. */
  readonly exclude?: readonly string[];
}

/** A folder, and why it is not a class; undefined if it is one. */
export interface ClassFolder {
  readonly folder: Folder;
  readonly why: string | undefined;
}

/**
 * Decides which folders are classes. The class of a folder is its name. The folders for junk and for the archive are
 * classes; those with other special uses (RFC 6154, RFC 8457) are not, whether the server names the use or the usual
 * name of the folder does, in many languages.
 *
 * @throws UsageError if a pattern is wrong.
 */
export function classFolders(folders: readonly Folder[], options: ClassFolderOptions = {}): ClassFolder[] {
  const patterns = new PathPatterns({ include: options.folders ?? [], exclude: options.exclude ?? [] }, true);
  const isChosen = options.folders !== undefined && options.folders.length > 0;
  const labels = new Set<string>();
  return folders.map((folder) => {
    const { name } = folder;
    const why = whyNot(folder) ?? (isChosen ? undefined : whySpecial(folder)) ?? whyUnwanted(name, patterns);
    if (why !== undefined) return { folder, why };
    if (labels.has(name)) return { folder, why: "another folder has the same name, with a slash in it" };
    labels.add(name);
    return { folder, why };
  });
}

/** Returns why a folder can never be a class. */
function whyNot({ name, isSelectable, isReachable }: Folder): string | undefined {
  if (!isSelectable) return "it holds no messages, only folders";
  if (!isReachable) return "it belongs to another user, or its name is not valid: rename it";
  if (/\p{Cc}/u.test(name) || safeText(name) !== name) return "its name has invisible characters: rename it";
  return name.split("/").includes("") ? "a part of its name is empty: rename it" : undefined;
}

/** The special uses that do not keep a folder from being a class. */
const CLASSES = ["archive", "junk"];

/** Returns why a folder is a class only if it is chosen. */
function whySpecial({ name, use }: Folder): string | undefined {
  if (use === undefined) return isSpecialFolder(name) ? "by its name, nobody sorts messages into it" : undefined;
  return CLASSES.includes(use) ? undefined : `its use is ${use}: a class only if you choose it`;
}

function whyUnwanted(name: string, patterns: PathPatterns): string | undefined {
  if (patterns.excludes([name])) return "excluded";
  return patterns.includes([name]) ? undefined : "not chosen";
}

/** The name of the inbox, in any case (RFC 3501, section 5.1). */
export const INBOX = "INBOX";

/**
 * Returns the path of the folder of each label on a server: an existing folder of that name, with slashes or dots
 * between levels, or a new one in the personal namespace. Spam has the folder for junk, and ham the inbox, unless folders
 * have these names. A slash in a label separates levels. In a new name, the
 * separator of the server, control characters and the wildcards of LIST become `%` and two hexadecimal digits.
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
  const changed = (c: string) => {
    // Without levels, a slash is a character like any other.
    if (c === "/") return separator || c;
    return c === separator || UNSAFE.test(c) ? `%${c.charCodeAt(0).toString(16).padStart(2, "0")}` : c;
  };
  const junk = folders.find(({ use }) => use === "junk") ?? folders.find(({ name }) => looksLikeSpam(name));
  const newPath = (label: string) =>
    (looksLikeSpam(label) && junk?.path) || (label === "ham" && INBOX) || prefix + [...label].map(changed).join("");
  return new Map(
    labels.map((label) => [label, label.toUpperCase() === INBOX ? INBOX : (paths.get(label) ?? newPath(label))]),
  );
}

/** The characters that a new name cannot have: control characters, and the wildcards of LIST. */
const UNSAFE = /[\p{Cc}%*]/u;
