import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { isOnlyOurs } from "../base/only-ours.js";

/**
 * The length of the digest that the build appends to a file. The cache ends with the same digest, because V8 compares
 * only the length of a source, and packing changes the times of files.
 */
const DIGEST_BYTES = 64;

/** A loaded module, and a function that saves its compiled code. */
export interface CachedModule<T> {
  readonly exports: T;
  /** Saves the compiled code for the next start, unless it came from a cache. Call it after the work. */
  keep(): void;
}

/**
 * Loads a CommonJS file that ends with its digest, with a cache of the code that V8 has compiled. Without the cache,
 * the filter takes a third longer for one message. Node 20 has no such cache of its own. This one is beside the file,
 * as in Python. It is code, so it is run only if nobody but this user and root can have written it: see `cacheOf`. If
 * it is missing, damaged, not trusted, or of another version of Node or of the file, loading is only slower.
 */
export function loadCached<T>(path: string): CachedModule<T> {
  const cachePath = `${path}.${process.version}-${process.arch}.cache`;
  const source = readFileSync(path, "latin1");
  const digest = Buffer.from(source.slice(-DIGEST_BYTES), "latin1");
  const cachedData = cacheOf(cachePath, digest);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: path,
    cachedData,
  });
  const loaded = { exports: {} as T };
  const isTaken = cachedData !== undefined && script.cachedDataRejected !== true;
  if (!isTaken) keepBytecode(true);
  script.runInThisContext()(loaded.exports, requireFrom(path), loaded, path, dirname(path));
  return {
    exports: loaded.exports,
    keep() {
      if (isTaken) return;
      keepBytecode(false);
      keepCache(cachePath, path, () => {
        const made = script.createCachedData();
        return Buffer.concat([made, made, digest]);
      });
    },
  };
}

/**
 * V8 drops compiled code that has not run for a while. After a long command, the cache would lack the outermost
 * function. Every later start would then compile the whole file, which takes a third of the time to classify one
 * document. V8 refuses a cache that was made with other flags, so they are restored before the cache is made.
 */
function keepBytecode(isKept: boolean): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(isKept ? "--no-flush-bytecode" : "--flush-bytecode");
}

/**
 * Loads a file as `loadCached` does and registers it, so that other files get the same module from `require`.
 *
 * @returns the `keep` of `loadCached`
 */
export function preloadCached(path: string): () => void {
  const { Module, createRequire } = process.getBuiltinModule("node:module");
  const { cache } = createRequire(path);
  if (cache[path] !== undefined) return () => {};
  const { exports, keep } = loadCached(path);
  cache[path] = Object.assign(new Module(path), { filename: path, exports, loaded: true });
  return keep;
}

/**
 * Returns a `require` that tries built-in modules first. The filter needs no others, and `createRequire` takes
 * longer than loading them.
 */
function requireFrom(path: string): (id: string) => unknown {
  const { getBuiltinModule } = process;
  return (id) => getBuiltinModule(id) ?? getBuiltinModule("node:module").createRequire(path)(id);
}

/** A cache of this many bytes or fewer is refused. V8 reads this many bytes before it checks a cache. */
const MIN_CACHE_BYTES = 64;

/**
 * Reads the cache. V8 does not check compiled code, and about half of the faults of a bad disk would crash the process.
 * So the file has the code twice. Comparing the copies takes a tenth of the time that loading a module for checksums
 * takes.
 *
 * The file and its folder must be of this user or root, and nobody else may be allowed to write to them. The file is
 * checked after it is opened, so that it cannot be replaced in between, and no link is followed.
 */
function cacheOf(path: string, digest: Uint8Array): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOnlyOurs(statSync(dirname(path)))) return undefined;
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = fstatSync(file);
    if (!status.isFile() || !isOnlyOurs(status)) return undefined;
    const cache = readFileSync(file);
    const end = Math.max(cache.length - DIGEST_BYTES, 0);
    const [made, again] = [cache.subarray(0, end / 2), cache.subarray(end / 2, end)];
    return made.length > MIN_CACHE_BYTES && made.equals(again) && cache.subarray(end).equals(digest) ? made : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Writes a cache beside its source, if nobody else can write to the folder. It is written under a random name and then
 * renamed. Others may read it if they may read the source. If it cannot be written, the next start is as slow as this
 * one.
 */
function keepCache(path: string, source: string, content: () => Uint8Array): void {
  const beside = `${path}.${process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex")}`;
  try {
    if (!isOnlyOurs(statSync(dirname(path)))) return;
    writeFileSync(beside, content(), { flag: "wx", mode: OWNER_ONLY });
    chmodSync(beside, OWNER_ONLY | (statSync(source).mode & READABLE));
    renameSync(beside, path);
  } catch {
    try {
      rmSync(beside, { force: true });
    } catch {
      // The command gave up the rights of root, and this user cannot reach the folder.
    }
  }
}

/** Modes of a file: only its owner may read and write it; and the bits by which its group and others may read it. */
const OWNER_ONLY = 0o600;
const READABLE = 0o044;
