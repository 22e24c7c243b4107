import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  circlesAmong,
  files,
  filesIn,
  imports,
  loadedWith,
  manifest,
  ROOT,
  roomOf,
  targetOf,
  textOf,
  unitOf,
} from "./helpers/source-files.js";

/** The rooms, lowest first: a file imports from its own room and from lower ones only. */
const ROOMS: readonly string[] = [
  ...["base", "documents", "text", "mail", "features", "classifiers", "model", "evaluation", "tables"],
  ...["delivery", "mailbox", "labelling", "reports", "jobs", "pages", "cli"],
];

/** The most files that lie directly in one folder. */
const MAX_FILES = 25;
/** The most lines of a file. */
const MAX_LINES = 250;

/** Tests of the whole: examples, the package, the corpora, the programs beside which Thresher works. */
const BESIDE_THE_SOURCE = [".", "browser", "corpora", "programs"];

const local = imports.filter(({ from }) => from.startsWith("."));

describe("the source", () => {
  it("lies in the rooms, except for the index", () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(["", ...ROOMS].sort());
    expect(files.filter((file) => roomOf(file) === "")).toEqual(["index.ts"]);
  });

  it("imports only files that are there, and only from lower rooms", () => {
    expect(local.length).toBeGreaterThan(1000);
    expect(local.filter((entry) => !files.includes(targetOf(entry)))).toEqual([]);
    const rank = (file: string) => (file === "index.ts" ? ROOMS.length : ROOMS.indexOf(roomOf(file)));
    const upward = local.filter((entry) => rank(targetOf(entry)) > rank(entry.file));
    expect(upward.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  it("has an order among the folders and files of each room", () => {
    for (const room of ROOMS) {
      const within = local
        .map((entry) => [entry.file, targetOf(entry)] as const)
        .filter(([from, to]) => roomOf(from) === room && roomOf(to) === room && unitOf(from) !== unitOf(to));
      expect(circlesAmong(within.map(([from, to]) => [unitOf(from), unitOf(to)])), room).toEqual([]);
    }
  });

  it("has no circle of imports, types and late imports included", () => {
    const letters = ["ab", "bc", "ca", "cd"].map(([from, to]) => [from, to] as const);
    expect(circlesAmong(letters)).toEqual(letters.slice(0, 3));
    expect(circlesAmong(local.map((entry) => [entry.file, targetOf(entry)]))).toEqual([]);
  });

  it("has no more files in a folder than one can look over", () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it("has no file longer than one can read at a sitting", () => {
    expect(files.filter((file) => textOf(file).split("\n").length - 1 > MAX_LINES)).toEqual([]);
  });

  it("has tests in the same folders", () => {
    const tests = filesIn(join(ROOT, "test"), ".test.ts");
    const folders = new Set([...files.map(dirname), ...BESIDE_THE_SOURCE]);
    const elsewhere = tests.filter((file) => !folders.has(dirname(file)) && !file.startsWith("scripts/"));
    expect(elsewhere).toEqual([]);
    // A test named for a file lies where that file does.
    const others = tests.filter((file) => folders.has(dirname(file)) && !BESIDE_THE_SOURCE.includes(dirname(file)));
    const misplaced = others.filter((file) => {
      const own = file.replace(".test.ts", ".ts");
      return !files.includes(own) && files.some((other) => basename(other) === basename(own));
    });
    expect(misplaced).toEqual([]);
  });

  it("touches the file system in documents, delivery, the model file, reports, jobs, pages and the commands only", () => {
    const touching = imports.filter(({ from }) => /^(?:node:)?fs(?:\/|$)/.test(from)).map(({ file }) => file);
    expect(touching).toContain("documents/files/open-file.ts");
    const allowed = /^(?:documents|delivery|cli|reports|jobs|pages|model\/file)\//;
    expect(touching.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it("names the modules of Node as such", () => {
    const { builtinModules } = createRequire(import.meta.url)("node:module") as { builtinModules: string[] };
    expect(imports.filter(({ from }) => builtinModules.includes(from))).toEqual([]);
  });

  it("uses packages that it depends on, and no others", () => {
    const { dependencies = {}, devDependencies, peerDependencies } = manifest;
    const packages = imports
      .filter(({ from }) => !/^(?:\.|node:|#)/.test(from))
      .map(({ from }) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0]);
    // The build puts all of them into its files, but those that users install for some options.
    expect(dependencies).toEqual({});
    expect(Object.keys({ ...devDependencies, ...peerDependencies })).toEqual(expect.arrayContaining(packages));
    expect(packages).toEqual(expect.arrayContaining(["commander", "fast-glob", ...Object.keys(peerDependencies)]));
    for (const file of files) {
      expect(textOf(file)).not.toMatch(/^import (?!type )[^;]*from "(?:entities|vega)/m);
    }
    // Only the builds for browsers have these. `scripts/bundle-browser.ts` puts the file into them; nothing imports it.
    const ofBrowsers = ["@noble", "buffer"];
    const importing = imports.filter(({ from }) => ofBrowsers.includes(from.split("/")[0]));
    expect([...new Set(importing.map(({ file }) => file))]).toEqual(["base/browser.ts"]);
    expect(local.filter((entry) => targetOf(entry) === "base/browser.ts")).toEqual([]);
  });

  it("loads what need not be installed late, each in one place", () => {
    const { peerDependencies, peerDependenciesMeta } = manifest;
    const names = Object.keys(peerDependencies);
    for (const name of names) expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    const late = imports.filter(({ from, dynamic }) => names.includes(from) && dynamic);
    expect([...new Set(late.map(({ file, from }) => `${file}: ${from}`))]).toEqual([
      "base/redis.ts: ioredis",
      "jobs/machines/queue.ts: bullmq",
      "mailbox/imap/open-account.ts: imapflow",
    ]);
    // All other imports of them are of types, which are gone when the program runs.
    const values = new RegExp(`^import (?!type ).*from "(?:${names.join("|")})"`, "m");
    expect(files.filter((file) => values.test(textOf(file)))).toEqual([]);
  });

  it("has the packages that the build puts into files of its own, each loaded late and in one place", () => {
    const late = imports.filter(({ from }) => from.startsWith("#"));
    expect(late.map(({ file, from, dynamic }) => ({ file, from, dynamic }))).toEqual([
      { file: "base/decode.ts", from: "#charsets", dynamic: true },
      { file: "reports/plots/svg.ts", from: "#vega", dynamic: true },
      { file: "text/words/stemming.ts", from: "#stemmers", dynamic: true },
      { file: "text/words/stop-words.ts", from: "#stop-words", dynamic: true },
    ]);
    const others = Object.keys(manifest.imports).filter((name) => !name.startsWith("#pages/"));
    expect(late.map(({ from }) => from).sort()).toEqual(others.sort());
  });

  it("loads what reads tables only when a table is read, and what unpacks only for something packed", () => {
    const lazy = imports.filter(({ from, dynamic }) => /^csv-parse|^minizlib$/.test(from) && dynamic);
    expect(lazy.map(({ file }) => file)).toEqual(["documents/archives/records.ts", "documents/packing/unpack.ts"]);
  });

  it("sorts documents without what splits, measures, draws or reads a corpus", () => {
    const commands = ["classify", "filter"].map((name) => `cli/commands/mail/${name}.ts`);
    const loaded = loadedWith("cli/start.ts", "cli/main.ts", ...commands);
    expect(loaded).toContain("model/file/model-file.ts");
    const heavy =
      /^(?:evaluation|reports\/(?:html|evaluation-page|plots))\/|^documents\/corpora\/readers\.ts$|^features\/corpus\/dataset\.ts$|^model\/training\.ts$/;
    expect([...loaded].filter((file) => heavy.test(file))).toEqual([]);
  });

  it("filters a message without what reads the command lines of others", () => {
    const loaded = loadedWith("cli/commands/mail/filter.ts");
    const commander = imports.filter(({ file, from, dynamic }) => loaded.has(file) && from === "commander" && !dynamic);
    expect(commander).toEqual([]);
    expect(loaded).toContain("delivery/filter/mail-filter.ts");
  });

  it.each(["index.ts", "delivery/index.ts", "jobs/index.ts", "classifiers/index.ts", "features/index.ts"])(
    "has entries of the package that hold re-exports and nothing else: %s",
    (entry) => {
      const rest = textOf(entry)
        .replace(/^export (?:type )?\{[^}]*\} from "\.{1,2}\/[\w/.-]+\.js";$/gm, "")
        .replace(/^\/\/.*$|\/\*[\s\S]*?\*\//gm, "");
      expect(rest.trim()).toBe("");
    },
  );

  it("has an everyday part that one can hold in the head", () => {
    const lists = Array.from(textOf("index.ts").matchAll(/^export \{([^}]*)\}/gm), ([, names]) => names);
    const names = lists.flatMap((list) => list.split(",").map((name) => name.trim()));
    const values = names.filter((name) => name !== "" && !name.startsWith("type "));
    expect(values).toContain("train");
    expect(values.length).toBeLessThanOrEqual(19);
  });
});
