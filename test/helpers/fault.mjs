// Loaded before a program (`node --import`), it makes one call of node:fs go wrong, as told
// by FAULT, or all ("linkSync * EPERM"). Of "writeSync 2 ENOSPC" or "renameSync 1 SIGKILL": the second write
// finds no room, the process dies as it is about to rename. Opening, writing and closing counts
// only of files that are written beside their target (*.tmp), and of pipes, reading of standard input. Writes are at most 100 bytes long, as a system is free to do it,
// so that a file takes several.
import { createRequire, syncBuiltinESMExports } from "node:module";

const fs = createRequire(import.meta.url)("node:fs");
const [name, at, effect] = process.env.FAULT.split(" ");
const SHORT_WRITE = 100;
const written = new Set();
let count = 0;

const { openSync, writeSync } = fs;
fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  if (isBeside(path)) written.add(file);
  return file;
};
fs.writeSync = (file, data, ...rest) => {
  const [offset = 0, length = data.length - offset, position = null] = rest;
  if (typeof data === "string" || position !== null) return writeSync(file, data, ...rest);
  return writeSync(file, data, offset, Math.min(SHORT_WRITE, length));
};

const original = fs[name];
fs[name] = (...args) => {
  if (!counts(args) || (++count !== Number(at) && at !== "*")) return original(...args);
  if (effect.startsWith("SIG")) {
    process.kill(process.pid, effect);
    // The signal needs a moment; nothing more may happen until it comes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  throw Object.assign(new Error(`${effect}: injected, ${name}`), { code: effect });
};
syncBuiltinESMExports();

function counts([first]) {
  if (name === "openSync") return isBeside(first);
  if (name === "writeSync") return written.has(first) || first <= 2;
  // Versions of Node differ in whether reading whole files calls it, too.
  if (name === "readSync") return first === 0;
  return name === "closeSync" ? written.delete(first) : true;
}

function isBeside(path) {
  return typeof path === "string" && path.endsWith(".tmp");
}
