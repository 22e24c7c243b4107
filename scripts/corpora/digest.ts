import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { DataError } from "../../src/errors.js";
import type { Archive } from "./table.js";

/** The SHA-256 of a file in lower-case hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/**
 * Throws `DataError` unless the file has the archive's published digest. Where none is published, the digest is
 * kept in `record` the first time and compared with it from then on. Returns what the user should know, if anything.
 */
export async function checkDigest(archive: Archive, file: string, record: string): Promise<string | undefined> {
  const found = await sha256Of(file);
  if (archive.sha256 !== undefined) {
    if (found === archive.sha256) return undefined;
    throw new DataError(
      `${archive.file} should have SHA-256 ${archive.sha256}, what was downloaded has ${found} and was removed; ` +
        `try again, and if it stays so, see whether ${archive.address} is still the archive`,
    );
  }
  const before = (await readFile(record, "utf8").catch(() => "")).trim();
  if (before === "") {
    await writeFile(record, `${found}\n`);
    return `${archive.file} has SHA-256 ${found}; none is published to check it against, so it is kept in ${record}`;
  }
  if (found === before) return `${archive.file} has SHA-256 ${found}, the same as when it was downloaded before`;
  throw new DataError(
    `${archive.file} had SHA-256 ${before} when it was downloaded before, now it has ${found} and was removed; ` +
      `if it is meant to have changed, delete ${record} and try again`,
  );
}
