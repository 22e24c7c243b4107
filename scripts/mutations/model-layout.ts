import { crc32 } from "node:zlib";
import { sealLookup } from "../../src/model/file/lookup-arrays.js";

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

/** Corrects all checksums, as far as the header says where they are. */
export function sealed(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file);
  try {
    const start = dataStart(copy);
    const { __metadata__: strings } = JSON.parse(headerText(copy)) as { __metadata__: Record<string, string> };
    const lookup = Number(strings["lookup-start"] ?? copy.length - start);
    const tail = Number(strings["tail-start"] ?? lookup);
    write(copy, start, "tail-checksum", crc32(copy.subarray(start + tail, start + lookup)));
    write(copy, start, "checksum", 0);
    write(copy, start, "checksum", crc32(copy.subarray(0, start + tail)));
    if (endsWithin(copy, start)) sealLookup(copy);
  } catch {
    // The header is invalid, so there is nothing to correct.
  }
  return Uint8Array.from(copy);
}

/** Whether buckets end where the file ends: sealing, which is for files that were just made, would go on for minutes. */
function endsWithin(file: Buffer, start: number): boolean {
  const entries = JSON.parse(headerText(file)) as Record<string, { data_offsets: [number, number] }>;
  const [from, to] = entries["lookup.starts"].data_offsets;
  const starts = Array.from({ length: (to - from) / 4 }, (_, i) => file.readUInt32LE(start + from + 4 * i));
  return starts.every((at) => at <= file.length / 4);
}

function write(file: Buffer, end: number, name: string, crc: number): void {
  const at = file.subarray(0, end).lastIndexOf(`"${name}":"crc32:`);
  if (at >= 0) file.write(crc.toString(16).padStart(8, "0"), at + name.length + 10, "latin1");
}
