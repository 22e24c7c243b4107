// Runs the command without the right to read everything. Its code is read while that right
// is still there, so that it does not matter whether others can read this checkout.
const { readdirSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join } = require("node:path");

/** The user `nobody` on every system that has one; it need not be in the user table. */
const NOBODY = 65534;

const root = join(__dirname, "../..");
const path = join(root, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).bin.thresher);
const command = new Module(path);
command.filename = path;
command.paths = Module._nodeModulePaths(dirname(path));
const source = readFileSync(path, "utf8");
// What the command loads only when it is needed; what threads run is not for this one.
const others = readdirSync(dirname(path)).filter((name) => /(?<!-worker)\.cjs$/.test(name) && name !== basename(path));
const vendored = ["picomatch", "csv-parse-sync", "minizlib"].map((name) => `../vendor/${name}.cjs`);
for (const name of [...vendored, ...others.map((name) => `./${name}`)]) Module.createRequire(path)(name);

process.setgroups([]);
process.setegid(NOBODY);
process.seteuid(NOBODY);
command._compile(source.replace(/^#!.*/, ""), path);
