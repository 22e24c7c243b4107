import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DataError, UsageError } from "../../src/base/errors.js";
import { type DownloadOptions, download, type Progress } from "./download.js";
import type { Archive, Corpus } from "./table.js";
import { type Limits, unpack } from "./unpack.js";

export interface GetCorpusOptions {
  /** The folder to put corpora into. */
  readonly into: string;
  /** A mirror to download from, in place of the original sites. */
  readonly mirror?: URL | undefined;
  readonly keepArchive?: boolean;
  /** Is told each step, in one line. */
  readonly note?: (line: string) => void;
  readonly progressFor?: (file: string) => Progress;
  readonly download?: Pick<DownloadOptions, "stallMs" | "waitsMs" | "maxBytes">;
  readonly limits?: Limits;
  /** Stops the work; downloads are kept for the next time. */
  readonly signal?: AbortSignal | undefined;
}

export interface GotCorpus {
  readonly folder: string;
  /** Number of documents unpacked; undefined if the corpus was already there. */
  readonly documents: number | undefined;
}

/**
 * Downloads, verifies and unpacks a corpus into `<into>/<name>`. The folder appears only when complete;
 * if it exists, nothing is done.
 *
 * @throws DataError if the network or an archive is at fault
 */
export async function getCorpus(corpus: Corpus, options: GetCorpusOptions): Promise<GotCorpus> {
  const folder = join(options.into, corpus.name);
  if (await exists(folder)) return { folder, documents: undefined };
  const downloads = join(options.into, ".download");
  await mkdir(downloads, { recursive: true });
  for (const archive of corpus.archives) await obtain(archive, downloads, options);
  const documents = await unpackAll(corpus, downloads, folder, options);
  if (!options.keepArchive) {
    for (const archive of corpus.archives) await rm(join(downloads, archive.file), { force: true });
    // Fails if other downloads are in it.
    await rmdir(downloads).catch(() => {});
  }
  return { folder, documents };
}

/** Makes sure that a verified archive is in the download folder. */
async function obtain(archive: Archive, downloads: string, options: GetCorpusOptions): Promise<void> {
  const file = join(downloads, archive.file);
  const part = `${file}.part`;
  if (!(await exists(file))) {
    const address = atMirror(archive.address, options.mirror);
    options.note?.(`downloading ${address.href}`);
    const progress = options.progressFor?.(archive.file);
    const { note, signal } = options;
    await download(address, part, { ...options.download, progress, note, signal });
    await rename(part, file);
  }
  try {
    await checkDigest(archive, file);
  } catch (error) {
    if (error instanceof DataError) await rm(file, { force: true });
    throw error;
  }
}

async function unpackAll(
  corpus: Corpus,
  downloads: string,
  folder: string,
  { into, limits, note, signal }: GetCorpusOptions,
): Promise<number> {
  note?.(`unpacking into ${folder}`);
  // In the same folder, so that a rename completes it.
  const unfinished = join(into, `.${corpus.name}.unfinished`);
  // Left by a killed run.
  await rm(unfinished, { recursive: true, force: true });
  let documents = 0;
  try {
    await mkdir(unfinished);
    for (const archive of corpus.archives) {
      const file = join(downloads, archive.file);
      try {
        documents += await unpack(file, archive.format, corpus.layout, unfinished, { limits, signal });
      } catch (error) {
        // Remove a bad archive, so that the next run downloads it again.
        if (error instanceof DataError) await rm(file, { force: true });
        throw error;
      }
    }
    if (documents === 0)
      throw new DataError(
        `${corpus.name}: no document was found in the archive, which should have ${corpus.documents}`,
      );
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return documents;
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The SHA-256 of a file in lower-case hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** @throws DataError unless the file has the published digest. */
export async function checkDigest(archive: Archive, file: string): Promise<void> {
  const found = await sha256Of(file);
  if (found === archive.sha256) return;
  throw new DataError(
    `${archive.file} should have SHA-256 ${archive.sha256}, but the download has ${found} and was removed; ` +
      `try again; if it happens again, see whether ${archive.address} is still the archive`,
  );
}

/** The environment variable with the address of a mirror. */
export const MIRROR_VARIABLE = "THRESHER_CORPORA_MIRROR";

/** The mirror named by the variable; undefined if it is unset or empty. */
export function mirrorFrom(value: string | undefined): URL | undefined {
  if (value === undefined || value === "") return undefined;
  const mirror = URL.canParse(value) ? new URL(value) : undefined;
  if (mirror?.protocol !== "http:" && mirror?.protocol !== "https:") {
    throw new UsageError(`${MIRROR_VARIABLE}: "${value}" is not an address that begins with http:// or https://`);
  }
  return mirror;
}

/** Replaces scheme and host by those of the mirror, below the mirror's path. */
export function atMirror(address: string, mirror: URL | undefined): URL {
  const home = new URL(address);
  if (mirror === undefined) return home;
  const base = mirror.pathname.replace(/\/$/, "");
  return new URL(`${base}${home.pathname}${home.search}`, mirror);
}
