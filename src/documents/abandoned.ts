import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning } from "./running-process.js";
import { resolvedTarget, temporaryPrefix } from "./write-file.js";

/** Removes what processes that are no more had begun to write for a file. */
export function removeAbandoned(path: string): void {
  const target = resolvedTarget(path);
  const prefix = temporaryPrefix(target);
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const writer = /^(\d+)-\w*\.tmp$/.exec(name.slice(prefix.length));
    if (writer !== null && !isRunning(Number(writer[1]))) rmSync(join(dirname(target), name), { force: true });
  }
}
