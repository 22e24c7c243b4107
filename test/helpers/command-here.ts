import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { format } from "node:util";
import type { Outcome } from "./running.js";

const load = createRequire(import.meta.url);

/** The command has this process to itself: its arguments, environment and streams are those of the process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command in this process, one at a time: its file is loaded again, and the modules
 * that it imports stay loaded. It finds its arguments, streams, folder and environment
 * where it does in a process of its own; its standard output and error are no terminals. Tests of
 * signals, pipes, a standard input or a fault in node:fs need a process instead.
 *
 * @param file the command
 */
export function commandHere(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const outcome = last.then(() => run(file, args, options));
  last = outcome.catch(() => undefined);
  return outcome;
}

async function run(
  file: string,
  args: readonly string[],
  { cwd, env }: NonNullable<Parameters<typeof commandHere>[2]>,
): Promise<Outcome> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const { exitCode } = process;
  const folder = process.cwd();
  const restore = [
    replace(process, "stdout", stdout),
    replace(process, "stderr", stderr),
    replace(process, "argv", [process.execPath, file, ...args]),
    replace(process, "env", { ...process.env, ...env }),
    // A console keeps the stream that it was made with.
    replace(console, "error", (...values: unknown[]) => stderr.write(`${format(...values)}\n`)),
  ];
  try {
    process.exitCode = undefined;
    if (cwd !== undefined) process.chdir(cwd);
    delete load.cache[file];
    await load(file).done;
    return { code: Number(process.exitCode ?? 0), signal: null, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.exitCode = exitCode;
    process.chdir(folder);
    for (const back of restore) back();
  }
}

/** Puts another value where one is; the function that is given back undoes it. */
function replace<T extends object, K extends keyof T>(owner: T, name: K, value: T[K] | Writable): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true });
  return () => {
    if (before === undefined) delete owner[name];
    else Object.defineProperty(owner, name, before);
  };
}

/** A stream that keeps what is written to it. */
class Collected extends Writable {
  text = "";

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(text: string, _encoding: BufferEncoding, done: () => void): void {
    this.text += text;
    done();
  }
}
