import { grown } from "../../base/growing.js";
import { firstWhere } from "../../base/lists.js";

/** A list of paths as plain data. Threads share its memory. */
export interface PackedPaths {
  /**
   * Each folder with a slash, or "" for the root, and the number of its first path. A folder appears again if its paths
   * are not neighbours.
   */
  readonly folders: readonly string[];
  readonly starts: readonly number[];
  /** All names in UTF-8, with the offsets where each begins and the last one ends. */
  readonly names: Uint8Array;
  readonly offsets: Uint32Array;
  /** The paths in the list: those with the numbers `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/**
 * A list of paths with `/` that takes little memory. As strings, the folders of a million files would take a hundred
 * megabytes. Here, neighbours in one folder share its name, and all names are in one pool.
 */
export class PathList implements Iterable<string> {
  readonly packed: PackedPaths;
  readonly #names: Buffer;

  constructor(packed: PackedPaths) {
    this.packed = packed;
    const { names } = packed;
    this.#names = Buffer.from(names.buffer, names.byteOffset, names.byteLength);
  }

  /** Makes a list of paths, in their order. */
  static of(paths: Iterable<string>): PathList {
    const builder = new PathListBuilder();
    for (const path of paths) builder.add(path);
    return builder.finish();
  }

  get length(): number {
    return this.packed.to - this.packed.from;
  }

  /** Returns the paths with the numbers `[from, to)`, as a view. */
  slice(from: number, to: number): PathList {
    const { packed, length } = this;
    const [start, end] = [from, to].map((place) => packed.from + Math.min(length, Math.max(0, place)));
    return new PathList({ ...packed, from: start, to: Math.max(start, end) });
  }

  /** Returns the same paths below a folder. @param folder with a slash at its end, or "" */
  below(folder: string): PathList {
    return new PathList({ ...this.packed, folders: this.packed.folders.map((inside) => folder + inside) });
  }

  /** Returns the paths that are wanted. */
  filter(isWanted: (path: string) => boolean): PathList {
    const builder = new PathListBuilder();
    for (const path of this) if (isWanted(path)) builder.add(path);
    return builder.finish();
  }

  /** Whether a function holds for any of the paths. */
  some(isIt: (path: string) => boolean): boolean {
    for (const path of this) if (isIt(path)) return true;
    return false;
  }

  /** Returns the name of the path with this number, without its folder. */
  name(number: number): string {
    const { offsets, from } = this.packed;
    return this.#names.toString("utf8", offsets[from + number], offsets[from + number + 1]);
  }

  /**
   * Returns each folder with its slash, or "", and the numbers `[from, to)` of its paths, which are neighbours. Much
   * faster than reading all paths.
   */
  *byFolder(): Generator<{ readonly folder: string; readonly from: number; readonly to: number }> {
    const { folders, starts, from, to } = this.packed;
    const first = Math.max(0, firstWhere(0, starts.length, (i) => starts[i] > from) - 1);
    for (let i = first; i < starts.length && starts[i] < to; i++) {
      const [start, end] = [Math.max(from, starts[i]), Math.min(to, starts[i + 1] ?? to)];
      if (start < end) yield { folder: folders[i], from: start - from, to: end - from };
    }
  }

  *[Symbol.iterator](): Generator<string> {
    for (const { folder, from, to } of this.byFolder()) {
      for (let i = from; i < to; i++) yield folder + this.name(i);
    }
  }

  /**
   * Returns all paths of each folder in which at least one name contains one of the characters. Searches the bytes of a
   * whole folder at once, so skipping a folder takes a small part of the time of reading its paths.
   *
   * @param characters ASCII
   */
  *besideNamesWith(characters: string): Generator<string> {
    const { offsets, from: first } = this.packed;
    for (const { folder, from, to } of this.byFolder()) {
      const names = this.#names.subarray(offsets[first + from], offsets[first + to]);
      if (!Array.from(characters).some((character) => names.includes(character))) continue;
      for (let i = from; i < to; i++) yield folder + this.name(i);
    }
  }
}

/** Builds a list from one path after another. */
export class PathListBuilder {
  readonly #folders: string[] = [];
  readonly #starts: number[] = [];
  #names = Buffer.alloc(1 << 10);
  #offsets = new Uint32Array(1 << 8);
  #size = 0;

  /** Adds a path with `/`. */
  add(path: string): void {
    const cut = path.lastIndexOf("/") + 1;
    this.addIn(path.slice(0, cut), path.slice(cut));
  }

  /** Adds a path by its parts. @param folder with a slash at its end, or "" */
  addIn(folder: string, name: string): void {
    if (this.#folders.at(-1) !== folder) {
      this.#folders.push(folder);
      this.#starts.push(this.#size);
    }
    // The beginning of this name and its end.
    if (this.#size + 2 > this.#offsets.length) this.#offsets = grown(this.#offsets);
    const start = this.#offsets[this.#size];
    // A character of UTF-16 takes at most three bytes.
    const most = start + 3 * name.length;
    if (most > this.#names.length) this.#names = Buffer.concat([this.#names], 2 * most);
    this.#offsets[++this.#size] = start + this.#names.write(name, start);
  }

  /** Returns the list, in memory that threads can share. The builder must not be used after this. */
  finish(): PathList {
    const names = this.#names.subarray(0, this.#offsets[this.#size]);
    const offsets = this.#offsets.subarray(0, this.#size + 1);
    const packed = { folders: this.#folders, starts: this.#starts, from: 0, to: this.#size };
    const shared = {
      names: new Uint8Array(new SharedArrayBuffer(names.byteLength)),
      offsets: new Uint32Array(new SharedArrayBuffer(offsets.byteLength)),
    };
    shared.names.set(names);
    shared.offsets.set(offsets);
    return new PathList({ ...packed, ...shared });
  }
}
