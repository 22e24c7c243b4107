import { firstWhere } from "../../base/binary-search.js";
import { grown } from "../../base/growing.js";

/** A list of paths as plain data. Threads share its memory. */
export interface PackedPaths {
  /** Each folder with a slash, or "" for the root, and the number of its first path. A folder comes again if its paths are not neighbours. */
  readonly folders: readonly string[];
  readonly starts: readonly number[];
  /** The code units of all names, and where each name begins and the last one ends. */
  readonly names: Uint8Array | Uint16Array;
  readonly offsets: Uint32Array;
  /** The paths of the list: those numbered `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Paths with `/`, in few bytes: folders of a million files would be a hundred megabytes of strings. Neighbours in one
 * folder share its name, and the names are in one pool, in one byte a character if they are Latin-1.
 */
export class PathList implements Iterable<string> {
  readonly packed: PackedPaths;
  readonly #names: Buffer;
  readonly #isWide: boolean;

  constructor(packed: PackedPaths) {
    this.packed = packed;
    const { names } = packed;
    this.#names = Buffer.from(names.buffer, names.byteOffset, names.byteLength);
    this.#isWide = names.BYTES_PER_ELEMENT === 2;
  }

  static of(paths: Iterable<string>): PathList {
    const builder = new PathListBuilder();
    for (const path of paths) builder.add(path);
    return builder.finish();
  }

  get length(): number {
    return this.packed.to - this.packed.from;
  }

  /** The paths numbered from `from` to before `to`: a view. */
  slice(from: number, to: number): PathList {
    const { packed, length } = this;
    const [start, end] = [from, to].map((place) => packed.from + Math.min(length, Math.max(0, place)));
    return new PathList({ ...packed, from: start, to: Math.max(start, end) });
  }

  /** The paths that are wanted; the same list if all are. */
  filter(isWanted: (path: string) => boolean): PathList {
    let wanted = 0;
    for (const path of this) if (isWanted(path)) wanted++;
    if (wanted === this.length) return this;
    const builder = new PathListBuilder();
    for (const path of this) if (isWanted(path)) builder.add(path);
    return builder.finish();
  }

  some(isIt: (path: string) => boolean): boolean {
    for (const path of this) if (isIt(path)) return true;
    return false;
  }

  /** The path with this number. */
  at(number: number): string {
    const { folders, starts, from } = this.packed;
    return folders[lastUpTo(starts, from + number)] + this.name(number);
  }

  /** The same without its folder. */
  name(number: number): string {
    const { offsets, from } = this.packed;
    const start = offsets[from + number];
    const end = offsets[from + number + 1];
    return this.#isWide
      ? this.#names.toString("utf16le", start * 2, end * 2)
      : this.#names.toString("latin1", start, end);
  }

  /** Each folder with the numbers of its paths, which are neighbours. Much quicker than all paths. */
  *byFolder(): Generator<FolderPaths> {
    const { folders, starts, from, to } = this.packed;
    for (let i = lastUpTo(starts, from); i < starts.length && starts[i] < to; i++) {
      const [start, end] = [Math.max(from, starts[i]), Math.min(to, starts[i + 1] ?? to)];
      if (start < end) yield { folder: folders[i], from: start - from, to: end - from };
    }
  }

  /** The paths whose names have a dot. */
  *withDot(): Generator<string> {
    const { names, offsets, from } = this.packed;
    for (const { folder, ...among } of this.byFolder()) {
      if (!names.subarray(offsets[from + among.from], offsets[from + among.to]).includes(DOT)) continue;
      for (let i = among.from; i < among.to; i++) {
        const name = this.name(i);
        if (name.includes(".")) yield folder + name;
      }
    }
  }

  /** The paths whose names begin with one of these characters. */
  *beginningWith(characters: string): Generator<string> {
    const { names, offsets, from } = this.packed;
    const first = new Set(Array.from(characters, (character) => character.charCodeAt(0)));
    for (const { folder, ...among } of this.byFolder()) {
      for (let i = among.from; i < among.to; i++) if (first.has(names[offsets[from + i]])) yield folder + this.name(i);
    }
  }

  *[Symbol.iterator](): Generator<string> {
    for (const { folder, from, to } of this.byFolder()) {
      for (let i = from; i < to; i++) yield folder + this.name(i);
    }
  }
}

/** Neighbouring paths in one folder: the folder with its slash, or "", and the paths numbered `[from, to)`. */
interface FolderPaths {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
}

const DOT = 0x2e;

/** Makes a list of paths one after another. */
export class PathListBuilder {
  readonly #folders: string[] = [];
  readonly #starts: number[] = [];
  #names: Uint8Array | Uint16Array = new Uint8Array(1 << 10);
  #offsets = new Uint32Array(1 << 8);
  #size = 0;

  add(path: string): void {
    const cut = path.lastIndexOf("/") + 1;
    this.addIn(path.slice(0, cut), path.slice(cut));
  }

  /** @param folder with a slash at its end, or "" */
  addIn(folder: string, name: string): void {
    if (this.#folders.at(-1) !== folder) {
      this.#folders.push(folder);
      this.#starts.push(this.#size);
    }
    if (this.#size + 2 > this.#offsets.length) this.#offsets = grown(this.#offsets);
    let end = this.#offsets[this.#size];
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      if (unit > 0xff && this.#names.BYTES_PER_ELEMENT === 1) {
        this.#names = copied(this.#names, new Uint16Array(this.#names.length));
      }
      if (end === this.#names.length) this.#names = grown(this.#names);
      this.#names[end++] = unit;
    }
    this.#offsets[++this.#size] = end;
  }

  /** The list. The builder cannot be used any more. */
  finish(): PathList {
    const names = this.#names.subarray(0, this.#offsets[this.#size]);
    const offsets = this.#offsets.subarray(0, this.#size + 1);
    return new PathList({
      folders: this.#folders,
      starts: this.#starts,
      names: copied(
        names,
        names.BYTES_PER_ELEMENT === 1 ? new Uint8Array(shared(names)) : new Uint16Array(shared(names)),
      ),
      offsets: copied(offsets, new Uint32Array(shared(offsets))),
      from: 0,
      to: this.#size,
    });
  }
}

/** The index of the last of some ascending numbers that is at most `n`; 0 if there is none. */
function lastUpTo(numbers: readonly number[], n: number): number {
  return Math.max(0, firstWhere(0, numbers.length, (i) => numbers[i] > n) - 1);
}

function shared({ byteLength }: { readonly byteLength: number }): SharedArrayBuffer {
  return new SharedArrayBuffer(byteLength);
}

function copied<T extends Uint8Array | Uint16Array | Uint32Array>(from: ArrayLike<number>, into: T): T {
  into.set(from);
  return into;
}
