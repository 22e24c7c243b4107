import { notInstalled } from "./errors.js";

/**
 * Loads a package that is not a dependency: users install it for some formats. It is looked for next to this program, then
 * next to the current folder. Bundlers do not follow it.
 *
 * @param file the package, or a file in it
 * @param need what needs it, for the message
 * @throws DataError that says how to install the package if it is missing
 */
export function optionalPackage<T>(file: string, need: string): T {
  const { createRequire } = process.getBuiltinModule("node:module");
  const faults: unknown[] = [];
  for (const place of [programPath(), `${process.cwd()}/program.js`]) {
    try {
      return createRequire(place)(file);
    } catch (error) {
      faults.push(error);
    }
  }
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(file) ?? [file];
  throw notInstalled(name, need, faults[0]);
}

/** Returns the path of this program. A worker thread without a file gets it in its `workerData`: see `newWorker`. */
export function programPath(): string {
  const { workerData } = process.getBuiltinModule("node:worker_threads");
  if (typeof workerData?.program === "string") return workerData.program;
  // A bundle of ES modules and a thread of Node.js have no name of a file here.
  const own = typeof __filename === "string" && __filename.startsWith("[") === false ? __filename : process.argv[1];
  return own ?? process.cwd();
}
