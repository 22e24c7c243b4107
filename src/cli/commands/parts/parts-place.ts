import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { codeOf, DataError, reason, UsageError } from "../../../base/errors.js";
import { isOursOrRoots } from "../../../documents/files/only-ours.js";
import { newTemporaryFolder, removedAtEnd } from "../../../documents/files/temporary-folders.js";
import { A_DAY, ONLY_OWNER, removeAbandoned, writeAtomically } from "../../../documents/files/write-file.js";
import { objectStore } from "./object-store.js";
import { getFile, type PartsServer, plainServer, putFile } from "./parts-server.js";

/** Where plans, parts and sums travel: a folder that all machines share, or a server that takes PUT and GET. */
export interface PartsPlace {
  /** Its folder or URL, without a password. */
  readonly shown: string;
  /** A file of the place on this machine; undefined if there is none of this name. @param scratch for a copy */
  fetch(name: string, scratch: string): Promise<string | undefined>;
  /**
   * Puts a file there.
   *
   * @param bytes are read before the call returns, once
   * @returns a path of the file on this machine
   */
  put(name: string, bytes: Iterable<Uint8Array>, scratch: string): Promise<string>;
}

/** Whether a place is on a server. */
export function isUrl(place: string): boolean {
  return /^[a-z][a-z0-9]*:\/\//i.test(place);
}

/** Calls `use` with a temporary folder for copies of what is on a server. */
export async function withScratch<T>(use: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = scratchFolder();
  try {
    return await use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** As `withScratch`, for a place that may be a folder: then nothing is copied, and no other folder is needed. */
export function withCopies<T>(place: string, use: (scratch: string) => Promise<T>): Promise<T> {
  return isUrl(place) ? withScratch(use) : use(place);
}

function scratchFolder(): string {
  try {
    return newTemporaryFolder();
  } catch (error) {
    throw new DataError(
      `${tmpdir()}: a temporary folder cannot be made: ${reason(error)}; TMPDIR chooses another folder`,
    );
  }
}

/**
 * @param isNew whether a folder is made if it is missing
 * @throws UsageError if it is a URL of another kind, DataError if the folder cannot be made.
 */
export function partsPlace(place: string, isNew = false): PartsPlace {
  if (isUrl(place)) return serverPlace(place);
  const folder = resolve(place);
  if (isNew) makeFolder(place);
  return {
    shown: folder,
    async fetch(name) {
      const path = join(folder, name);
      return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : path;
    },
    async put(name, bytes) {
      const path = join(folder, name);
      removeAbandoned(path, A_DAY);
      // Counts and plans contain words and names of documents.
      writeAtomically(path, bytes, { isOwnName: true, mode: ONLY_OWNER });
      return path;
    },
  };
}

/**
 * Checks the default folder for counts, because another user may have made it first.
 *
 * @throws DataError if it belongs to another user, or is a symbolic link.
 */
export function requireOwnFolder(folder: string): void {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status === undefined || (isOursOrRoots(status) && !status.isSymbolicLink())) return;
  const what = status.isSymbolicLink() ? "is a symbolic link" : `belongs to another user (uid ${status.uid})`;
  throw new DataError(`${folder}: this folder for the counts ${what}: name a folder with --parts`);
}

function makeFolder(folder: string): void {
  try {
    // Not recursive: for a folder in /proc, Node would try for ever.
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST")
      throw new DataError(`${folder}: the folder for the counts cannot be made: ${reason(error)}`);
  }
}

function serverPlace(place: string): PartsPlace {
  const server = requireServer(place);
  const { shown } = server;
  return {
    shown,
    async fetch(name, scratch) {
      const path = join(scratch, name);
      try {
        return (await removedAtEnd(scratch, () => getFile(server, name, path))) ? path : undefined;
      } catch (error) {
        rmSync(path, { force: true });
        throw new DataError(`${shown}: cannot get ${name}: ${reason(error)}`);
      }
    },
    async put(name, bytes, scratch) {
      const path = join(scratch, name);
      writeAtomically(path, bytes, { isOwnName: true, mode: ONLY_OWNER });
      try {
        await removedAtEnd(scratch, () => putFile(server, name, path));
        return path;
      } catch (error) {
        throw new DataError(`${shown}: cannot put ${name}: ${reason(error)}`);
      }
    },
  };
}

function requireServer(place: string): PartsServer {
  if (/^s3:/i.test(place)) return objectStore(place);
  if (/^https?:/i.test(place) && URL.canParse(place)) return plainServer(new URL(place));
  throw new UsageError("the place of counts is a folder, or a URL that begins with http://, https:// or s3://");
}
