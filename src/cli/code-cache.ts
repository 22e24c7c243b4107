import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Script } from "node:vm";

/**
 * A file ends with a digest of itself, which the build appends, and its cache with the same:
 * V8 compares no more than the length of a source, and packing gives files another time.
 */
const DIGEST_BYTES = 64;
/** A module that was loaded, and what keeps for the next time that it is what has been compiled by now. */
export interface CachedModule<T> {
  readonly exports: T;
  keep(): void;
}

/**
 * Loads a CommonJS file that ends with its digest, with what V8 made of it before, which is half of the time that the
 * filter takes on one message: Node 20 has nothing of its own for that. The cache lies beside
 * the file, as Python has it: whoever can write it could write the file, too. One for another
 * version of Node, of another state of the file, damaged, or none, makes loading slower and nothing else.
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
  script.runInThisContext()(loaded.exports, requireFrom(path), loaded, path, dirname(path));
  return {
    exports: loaded.exports,
    keep() {
      if (cachedData !== undefined && script.cachedDataRejected !== true) return;
      const beside = `${cachePath}.${process.pid}`;
      try {
        const made = script.createCachedData();
        writeFileSync(beside, Buffer.concat([made, made, digest]));
        renameSync(beside, cachePath);
      } catch {
        // A folder that is not ours to write to: the next time is as slow as this one.
        rmSync(beside, { force: true });
      }
    },
  };
}

/** As `createRequire`, which takes longer than to load what the filter needs, all of it Node's own. */
function requireFrom(path: string): (id: string) => unknown {
  const { getBuiltinModule } = process;
  return (id) => getBuiltinModule(id) ?? getBuiltinModule("node:module").createRequire(path)(id);
}

/** Bytes: what V8 looks at before it takes a cache. */
const SHORTEST = 64;

/**
 * What V8 has made stands there twice: V8 itself takes anything, and dies of half of what a bad
 * disk has altered. To compare takes a tenth of what it takes to load what computes checksums.
 */
function cacheOf(path: string, digest: Uint8Array): Buffer | undefined {
  try {
    const cache = readFileSync(path);
    const end = Math.max(cache.length - DIGEST_BYTES, 0);
    const [made, again] = [cache.subarray(0, end / 2), cache.subarray(end / 2, end)];
    return made.length > SHORTEST && made.equals(again) && cache.subarray(end).equals(digest) ? made : undefined;
  } catch {
    return undefined;
  }
}
