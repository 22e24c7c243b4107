import type { NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { decodeSafetensors, encodeSafetensors } from "../../../src/model/file/safetensors.js";

/** A model file with other arrays, or without those that are undefined, and other strings, under a right checksum. */
export function changedFile(
  file: Uint8Array,
  changes: Readonly<Record<string, NumberArray | undefined>>,
  strings: Readonly<Record<string, string>> = {},
): Buffer {
  const { arrays, metadata } = decodeSafetensors(file);
  const all = Object.entries({ ...arrays, ...changes }).filter((entry): entry is [string, NumberArray] => !!entry[1]);
  return Buffer.from(encodeSafetensors({ arrays: Object.fromEntries(all), metadata: { ...metadata, ...strings } }));
}
