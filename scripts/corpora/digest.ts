import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { DataError } from "../../src/errors.js";
import type { Archive } from "./table.js";

/** The SHA-256 of a file in lower-case hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** @throws DataError unless the file has the archive's published digest. */
export async function checkDigest(archive: Archive, file: string): Promise<void> {
  const found = await sha256Of(file);
  if (found === archive.sha256) return;
  throw new DataError(
    `${archive.file} should have SHA-256 ${archive.sha256}, what was downloaded has ${found} and was removed; ` +
      `try again, and if it stays so, see whether ${archive.address} is still the archive`,
  );
}
