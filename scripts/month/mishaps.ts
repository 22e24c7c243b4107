/**
 * Loaded before the command (`node --import`): sets its clock by MONTH_CLOCK days, and lets the disk be full from the
 * MONTH_FULL_AT-th write on to a file that is appended to.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";

const fs = createRequire(import.meta.url)("node:fs") as typeof import("node:fs");
const { MONTH_CLOCK: clock, MONTH_FULL_AT: fullAt } = process.env;

if (clock !== undefined) {
  const shift = Number(clock) * 86_400_000;
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    construct: (date, args) => Reflect.construct(date, args.length === 0 ? [now() + shift] : args),
    get: (date, name) => (name === "now" ? () => now() + shift : Reflect.get(date, name)),
  });
}

if (fullAt !== undefined) {
  const appended = new Set<number>();
  const { openSync, closeSync, writeSync } = fs;
  let writes = 0;
  fs.openSync = (path, flags, mode) => {
    const file = openSync(path, flags, mode);
    const { O_APPEND } = fs.constants;
    if (typeof flags === "string" ? flags.startsWith("a") : ((flags ?? 0) & O_APPEND) !== 0) appended.add(file);
    return file;
  };
  fs.closeSync = (file) => {
    appended.delete(file);
    closeSync(file);
  };
  fs.writeSync = ((file: number, data: string, offset?: number, length?: number, position?: number) => {
    if (appended.has(file) && ++writes >= Number(fullAt)) {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
    }
    return (writeSync as (...args: unknown[]) => number)(file, data, offset, length, position);
  }) as typeof fs.writeSync;
  syncBuiltinESMExports();
}
