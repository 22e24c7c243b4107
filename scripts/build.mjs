/**
 * Builds everything in a folder beside `dist`, checks it, and then puts it in the place of `dist`. Filters and cron jobs of
 * this clone work all the time, also while `npm install` of another project builds it. Several builds may run at once.
 * With --if-changed, nothing is built if the sources are as they were.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, "dist");
const NEW = join(ROOT, `dist.new-${process.pid}`);
const OLD = join(ROOT, `dist.old-${process.pid}`);

/** The file in `dist` that says from which sources it was built. */
const STAMP = "built-from";
const SOURCES = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json"];

/** The parts of the build after the compiler, in their order. */
const BUNDLERS = ["bundle-library", "bundle-browser", "bundle-pages", "bundle"];

const stamp = stampOf(SOURCES);
if (!process.argv.includes("--if-changed") || !isBuilt()) build();

function build() {
  for (const name of readdirSync(ROOT)) {
    const [, pid] = /^dist\.(?:new|old)-(\d+)$/.exec(name) ?? [];
    // Of a build that was stopped.
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(ROOT, name));
  }
  try {
    run(join(ROOT, "node_modules/.bin/tsc"), "--outDir", NEW);
    for (const name of BUNDLERS) run(process.execPath, join(NEW, `scripts/${name}.js`));
    run(process.execPath, "-e", "require(process.argv[1])", join(NEW, "lib/index.cjs"));
    execFileSync(process.execPath, [join(NEW, "bin/thresher.cjs"), "--version"], { cwd: ROOT });
    writeFileSync(join(NEW, STAMP), stamp);
    swap();
  } catch (error) {
    // The program has said what is wrong.
    if (error.status === undefined) throw error;
    process.exitCode = 1;
  } finally {
    remove(NEW);
    remove(OLD);
  }
}

/** Puts the new folder in the place of `dist`. Another build may do the same at the same time. */
function swap() {
  for (;;) {
    try {
      if (existsSync(DIST)) renameSync(DIST, OLD);
      renameSync(NEW, DIST);
      return;
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code) || !existsSync(NEW)) throw error;
      remove(OLD);
    }
  }
}

/** Returns a digest of the names, sizes and times of files. */
function stampOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const status = statSync(join(ROOT, path));
    if (status.isDirectory()) for (const name of readdirSync(join(ROOT, path)).sort()) add(`${path}/${name}`);
    else hash.update(`${path} ${status.size} ${status.mtimeMs}\n`);
  };
  for (const path of paths) if (existsSync(join(ROOT, path))) add(path);
  return hash.digest("hex");
}

function isBuilt() {
  const path = join(DIST, STAMP);
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

/** Runs a program of the build in the new folder, so that paths in comments of the bundles are always the same. */
function run(program, ...args) {
  execFileSync(program, args, { cwd: existsSync(NEW) ? NEW : ROOT, stdio: "inherit" });
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
