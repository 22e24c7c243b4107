import { crc32 } from "node:zlib";
import type { ArchiveRange } from "../archives/archive.js";
import { rangeChunks } from "../archives/read-archive.js";

/** Returns the CRC-32 of a piece of a file, as hexadecimal digits. @throws Error if it cannot be read. */
export function checksumOfRange(path: string, range: ArchiveRange): string {
  let crc = 0;
  for (const chunk of rangeChunks(path, range)) crc = crc32(chunk, crc);
  return crc.toString(16).padStart(8, "0");
}
