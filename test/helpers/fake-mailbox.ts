import type { Digest } from "../../src/delivery/filing/file-system.js";
import type { MessagePlace } from "../../src/mailbox/filing/place.js";
import type { Listing } from "../../src/mailbox/filing/read-folder.js";
import type * as Watching from "../../src/mailbox/watching/imap-mailbox.js";
import { keyOf, type OpenMove } from "../../src/mailbox/watching/watch-state.js";

/** A folder of a mailbox in memory. */
interface FakeFolder {
  validity: number;
  next: number;
  changes: number;
  readonly messages: Map<number, string>;
}

/** Folders that no class belongs to. */
const NO_CLASS = ["Trash"];

/** A mailbox in memory, with moves and other changes by the user. Nothing takes time. */
export class FakeMailbox implements Watching.WatchedMailbox {
  readonly all = new Map<string, FakeFolder>();
  /** The names of folders that the server does not let be read. */
  readonly unreadable = new Set<string>();
  /** Called before and after each call, with its name. */
  onCall: (name: string) => void = () => undefined;

  constructor(...names: string[]) {
    for (const name of ["INBOX", ...names]) this.make(name);
  }

  make(name: string): void {
    this.all.set(name, { validity: 1, next: 1, changes: 0, messages: new Map() });
  }

  rename(from: string, to: string): void {
    this.all.set(to, this.folder(from));
    this.all.delete(from);
  }

  /** Adds a message. */
  deliver(text: string, name = "INBOX"): void {
    const folder = this.folder(name);
    folder.messages.set(folder.next++, text);
    folder.changes++;
  }

  /** Moves a message from wherever it is, or copies it. */
  move(text: string, to: string, isCopy = false): void {
    if (!isCopy) this.remove(text);
    this.deliver(text, to);
  }

  /** Removes a message from a folder, or from wherever it is. */
  remove(text: string, from = this.foldersOf(text)[0]): void {
    const folder = this.folder(from);
    const [uid] = [...folder.messages].find(([, other]) => other === text) ?? [];
    if (uid === undefined) throw new Error(`no such message in ${from}`);
    folder.messages.delete(uid);
    folder.changes++;
  }

  /** Gives the messages of a folder other UIDs, and the folder another UIDVALIDITY. */
  renumber(name: string): void {
    const folder = this.folder(name);
    const texts = [...folder.messages.values()].reverse();
    folder.validity++;
    folder.next = 1;
    folder.messages.clear();
    for (const text of texts) this.deliver(text, name);
  }

  folder(name: string): FakeFolder {
    const folder = this.all.get(name);
    if (folder === undefined) throw new Error(`no folder ${name}`);
    return folder;
  }

  /** The names of the folders that have a message. */
  foldersOf(text: string): string[] {
    const places = [...this.all].flatMap(([name, { messages }]) => [...messages.values()].map((t) => [name, t]));
    return places.filter(([, t]) => t === text).map(([name]) => name);
  }

  folders(): Promise<Watching.WatchedFolder[]> {
    return this.#call("folders", () => {
      const paths = [...this.all.keys()].filter((path) => !NO_CLASS.includes(path));
      return paths.map((path) => (path === "INBOX" ? { path, isInbox: true } : { path, isInbox: false, label: path }));
    });
  }

  listen(): Promise<void> {
    return this.#call("listen", () => undefined);
  }

  list(path: string): Promise<Watching.StampedListing | undefined> {
    return this.#call("list", () => {
      const folder = this.all.get(path);
      if (folder === undefined || this.unreadable.has(path)) return undefined;
      const { validity, next, changes, messages } = folder;
      const stamp = `${validity} ${next} ${changes}`;
      return { folder: path, validity: String(validity), uids: [...messages.keys()], stamp };
    });
  }

  keys({ folder: path, uids }: Listing): Promise<Watching.ListedMessage[]> {
    return this.#call("keys", () =>
      uids.flatMap((uid) => {
        const text = this.folder(path).messages.get(uid);
        const header = text?.slice(0, text.indexOf("\n\n") + 2) ?? "";
        return text === undefined ? [] : [{ uid, key: keyOf(Buffer.from(header), text.length), size: text.length }];
      }),
    );
  }

  read(place: MessagePlace): Promise<Uint8Array | undefined> {
    return this.#call("read", () => {
      const text = this.#textAt(place);
      return text === undefined ? undefined : Buffer.from(text);
    });
  }

  readonly pathOf = (label: string) => label;
  readonly has = (path: string) => this.all.has(path);

  file(place: MessagePlace, read: Digest, path: string, begin: (move: Omit<OpenMove, "key">) => void): Promise<void> {
    begin({ ...read, source: JSON.stringify(place), target: path, temporary: undefined });
    return this.#call("file", () => {
      const text = this.#textAt(place);
      if (text === undefined) throw new Error("it is not there any more");
      if (!this.all.has(path)) this.make(path);
      this.remove(text, place.folder);
      this.deliver(text, path);
    });
  }

  settle({ source }: OpenMove): Promise<boolean> {
    return this.#call("settle", () => this.#textAt(JSON.parse(source)) === undefined);
  }

  #textAt({ folder, validity, uid }: MessagePlace): string | undefined {
    const { validity: now, messages } = this.folder(folder);
    return String(now) === validity ? messages.get(uid) : undefined;
  }

  async #call<T>(name: string, run: () => T): Promise<T> {
    this.onCall(name);
    const result = run();
    this.onCall(name);
    return result;
  }
}
