import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";

/** A `.tar.gz` of files, given by path, and of other entries. */
export async function tarGz(files: Readonly<Record<string, string>>, others: readonly TarEntry[] = []) {
  const entries = Object.entries(files).map(([name, text]) => ({
    header: { name, size: Buffer.byteLength(text), mtime: new Date(0) },
    body: text,
  }));
  return gzipSync(await packTar([...entries, ...others]));
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Made with tar and bzip2: easy_ham/ with cmds, 00001.a and 00002.b. */
export const EASY_HAM = Buffer.from(
  "QlpoOTFBWSZTWVjTDAUAAOP/hsuQIABAAf+QwQRMgP5n32AAAQAgBAgwANiQlU9RkjanqaepoA00ZAAeo9NQwADRpoAyaA0GQGgJ" +
    "JEmE09Ro0GmgANDQA/a9lsL5S0ZfBoDCE0yQkYsI1KlgBQ/IOCcUoJDAFObJYQI8AWg5eaHV47LHt46SQiIBeVAgCo3nDlgQFbKd" +
    "SFU0T05zqhiII9y2XJNLnyp9uWhi3Hq66JZPIiQBAtdt3BAlCasEFo1tahdNrHnV0Yrp8H14PlbeXlQIKzzGNUVRnKhelhRIQPOW" +
    "cIkYe4Pf9/BduykgagQfxdyRThQkFjTDAUA=",
  "base64",
);

/** The same with spam_2/ with cmds and 00001.c. */
export const SPAM_2 = Buffer.from(
  "QlpoOTFBWSZTWRZRHlEAAMT/gsuQAgBgAf+QSQASIO5G38AAIAQIIACUDKnkSbSNGTRptQ0GmjRtGoMlDQmNAAJpghk0wdX6rhEy" +
    "llIEBJR0gEhU06Bx8GFmhgtgOEghADU3Cduw4lBlaj/tb/fQziqkAA2d/HmgkyylLzMzdwKvHVOcrJg5bmKrEFtz4tLDIeR0sgdP" +
    "VK2q6EB8xpozECslSYLedaHLOuDoxLjNEz2OeQQP4u5IpwoSAsojyiA=",
  "base64",
);

/** A million zero bytes, in 48. */
export const ZEROS = Buffer.from("QlpoOTFBWSZTWXnTnkgAB6jAQMAAAAIACCAAMMwJqmmVJDapSQ8XckU4UJB5055I", "base64");
