import { basename } from "node:path";
import { orElse } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { isOneName, statusOf } from "./file-system.js";
import type { JournalStep } from "./journal.js";
import { presentPath, uniqueName } from "./maildir.js";
import { FiledCopies, MessageFolders } from "./moves.js";
import type { Places } from "./places.js";
import { folderJournals } from "./read-journal.js";
import type { FolderStoreOptions, OpenMessage } from "./store.js";

/**
 * Finds documents that were filed before, and lie in the folder of another label now, because somebody has corrected
 * them. A document with the same name and content is the same document. Under another name, it is one if there are more
 * copies in the folders of labels than other sources with this content.
 */
export class FiledBefore {
  readonly #into: string;
  readonly #options: FolderStoreOptions;
  readonly #folders: MessageFolders;
  readonly #places: Places;
  readonly #copies: FiledCopies;
  /** The sources of this session, by digest. */
  readonly #sources = new Map<string, Set<string>>();
  /** The steps of earlier sessions, by digest. */
  #steps: ReadonlyMap<string, readonly JournalStep[]> | undefined;

  /** @param into a real path */
  constructor(into: string, options: FolderStoreOptions, places: Places) {
    const { folders = [], unsure = "" } = options;
    this.#into = into;
    this.#places = places;
    this.#options = options;
    this.#folders = new MessageFolders({ into, folders: [...folders], unsure });
    // A folder that cannot be read has no copy that counts.
    this.#copies = new FiledCopies(into, this.#folders, (_path, read) => orElse(read, undefined));
  }

  /** Notes a source of this session. */
  note({ digest, source }: OpenMessage): void {
    this.#sources.set(digest, (this.#sources.get(digest) ?? new Set()).add(source));
  }

  /** Notes a file that was put into a folder. */
  put(message: OpenMessage, path: string): void {
    this.#copies.add(path, message);
  }

  /**
   * Returns the path of the copy of a document in the folder of any label; undefined if there is none.
   *
   * @param from a path that leads to the document
   * @param name the name that its copy has
   */
  find(message: OpenMessage, from: string, name: string): string | undefined {
    const copies = this.#copies.of(message).filter(({ path, folder }) => {
      // The inbox is a source.
      if (folder === "" || this.#folders.labelOf(folder) === undefined || isOneName(from, path)) return false;
      return this.#places.isHome(path, message);
    });
    const named = copies.find(({ path }) => uniqueName(basename(path)) === uniqueName(name));
    // Another document with the content of a moved one is filed, too: its source is there only once.
    if (named !== undefined || this.#options.mode === "move" || copies.length === 0) return named?.path;
    return copies.length > this.#others(message) ? copies.at(-1)?.path : undefined;
  }

  /** Returns the number of other sources with the same content that are still there and were filed. */
  #others({ digest, source, archived }: OpenMessage): number {
    this.#steps ??= this.#readSteps();
    const others = new Set(this.#sources.get(digest));
    for (const step of this.#steps.get(digest) ?? []) {
      // Messages of one archive change their numbers.
      if (step.archive !== undefined && step.archive === archived?.archive) continue;
      const path = step.archive === undefined ? presentPath(step.source) : step.source;
      if (path !== undefined && statusOf(step.archive ?? path) !== undefined) others.add(path);
    }
    others.delete(source);
    return others.size;
  }

  #readSteps(): ReadonlyMap<string, readonly JournalStep[]> {
    const journals = folderJournals(this.#into, () => undefined);
    const steps = [...journals, ...(this.#options.before === undefined ? [] : [this.#options.before])];
    return groupedBy(
      steps.flatMap((journal) => journal.steps).filter(({ state }) => state === "done"),
      ({ digest }) => digest,
    );
  }
}
