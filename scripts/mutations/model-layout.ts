import { crc32 } from "node:zlib";

const CHECKSUM = '"checksum":"crc32:';

/** The header of a model file. */
export function headerText(file: Uint8Array): string {
  return Buffer.from(file.subarray(8, dataStart(file))).toString();
}

/** Replaces the header and keeps the arrays. */
export function withHeaderText(file: Uint8Array, text: string): Uint8Array {
  const json = Buffer.from(text);
  const header = Buffer.alloc(Math.ceil(json.length / 8) * 8, " ");
  json.copy(header);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Uint8Array.from(Buffer.concat([length, header, file.subarray(dataStart(file))]));
}

function dataStart(file: Uint8Array): number {
  return 8 + Number(Buffer.from(file.buffer, file.byteOffset, file.length).readBigUInt64LE());
}

/** Corrects the checksum, as far as the header says where it is. */
export function sealed(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file);
  try {
    const start = dataStart(copy);
    write(copy, start, 0);
    write(copy, start, crc32(copy));
  } catch {
    // The header is invalid, so there is nothing to correct.
  }
  return Uint8Array.from(copy);
}

function write(file: Buffer, end: number, crc: number): void {
  const at = file.subarray(0, end).lastIndexOf(CHECKSUM);
  if (at >= 0) file.write(crc.toString(16).padStart(8, "0"), at + CHECKSUM.length, "latin1");
}
