import { access, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { DataError } from "../../src/errors.js";
import { checkDigest } from "./digest.js";
import { type DownloadOptions, download } from "./download.js";
import { atMirror } from "./mirror.js";
import type { Progress } from "./progress.js";
import type { Archive, Corpus } from "./table.js";
import { type Limits, unpack } from "./unpack.js";

export interface GetCorpusOptions {
  /** The folder that corpora are put into. */
  readonly into: string;
  /** Where the archives are instead of at their homes. */
  readonly mirror?: URL | undefined;
  readonly keepArchive?: boolean;
  /** Is told what goes on, a line at a time. */
  readonly note?: (line: string) => void;
  readonly progressFor?: (file: string) => Progress;
  readonly download?: Pick<DownloadOptions, "stallMs" | "waitsMs" | "maxBytes">;
  readonly limits?: Limits;
  /** Stops the work; what has been downloaded stays for the next time. */
  readonly signal?: AbortSignal | undefined;
}

export interface GotCorpus {
  readonly folder: string;
  /** How many documents were unpacked; undefined if the corpus was there already. */
  readonly documents: number | undefined;
}

/**
 * Puts a corpus into `<into>/<name>`: downloads its archives, checks their digests, unpacks them. The folder is there
 * whole or not at all. If it is there already, nothing is done. Throws `DataError` for what is wrong with the network
 * or the archives.
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
    // Stays if other downloads are left in it.
    await rmdir(downloads).catch(() => {});
  }
  return { folder, documents };
}

/** Has the archive in the download folder, its digest checked. */
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
  // In the same folder, so that one rename puts it in place.
  const unfinished = join(into, `.${corpus.name}.unfinished`);
  // A run that was killed may have left it.
  await rm(unfinished, { recursive: true, force: true });
  let documents = 0;
  try {
    await mkdir(unfinished);
    for (const archive of corpus.archives) {
      const file = join(downloads, archive.file);
      try {
        documents += await unpack(file, archive.format, corpus.layout, unfinished, { limits, signal });
      } catch (error) {
        // Otherwise the next run would find the same bad archive. A full disk is no reason to throw a good one away.
        if (error instanceof DataError) await rm(file, { force: true });
        throw error;
      }
    }
    if (documents === 0)
      throw new DataError(`${corpus.name} should have ${corpus.documents} documents, none was found`);
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
