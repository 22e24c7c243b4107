import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DataError, reason } from "../../src/base/errors.js";

/** A message as Python's `email` reads it. */
export interface PythonReading {
  /** A digest of the header fields, without those of Thresher. */
  readonly fields: string;
  readonly defects: readonly string[];
  readonly subject: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly parts: readonly PythonPart[];
  /** Python could not read it. */
  readonly error?: string;
}

export interface PythonPart {
  readonly type: string;
  readonly name: string | null;
  readonly text: string | null;
}

const PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve("text-thresher/package.json")),
  "scripts/messages/python-email.py",
);

/** Messages that Python gets at a time. */
const AT_A_TIME = 500;

/**
 * Reads messages with Python's `email`.
 *
 * @param what `fields`: only the digest of the header fields
 * @throws DataError if there is no Python, or it fails.
 */
export function readByPython(messages: readonly Uint8Array[], what: "all" | "fields"): PythonReading[] {
  const readings: PythonReading[] = [];
  for (let from = 0; from < messages.length; from += AT_A_TIME) {
    const some = messages.slice(from, from + AT_A_TIME);
    const input = some.map((message) => `${Buffer.from(message).toString("base64")}\n`).join("");
    const { stdout, stderr, status, error } = spawnSync("python3", [PROGRAM, what], { input, maxBuffer: 2 ** 30 });
    if (error !== undefined) throw new DataError(`python3 cannot be run: ${reason(error)}`);
    if (status !== 0) throw new DataError(`python3 failed: ${stderr.toString().trim().split("\n").at(-1) ?? ""}`);
    for (const line of stdout.toString().trimEnd().split("\n")) readings.push(JSON.parse(line) as PythonReading);
  }
  return readings;
}
