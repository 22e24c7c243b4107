import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "./helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = join(ROOT, "src");

/** The rooms, lowest first: a file imports from its own room and from lower ones only. */
const ROOMS: readonly string[] = [
  "base",
  "documents",
  "text",
  "mail",
  "features",
  "classifiers",
  "model",
  "evaluation",
  "tables",
  "delivery",
  "mailbox",
  "labelling",
  "reports",
  "jobs",
  "pages",
  "cli",
];

/** The most files that lie directly in one folder. */
const MAX_FILES = 25;
/** The most lines of a file. */
const MAX_LINES = 250;

interface Import {
  /** Path below src. */
  readonly file: string;
  /** As it is written. */
  readonly from: string;
  readonly dynamic: boolean;
}

/** The files below a folder whose names end in a certain way, sorted. */
function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ending))
    .sort();
}

const textOf = (file: string) => readFileSync(join(SOURCE, file), "utf8");
const files = [...filesIn(SOURCE, ".ts"), ...filesIn(SOURCE, ".tsx")].sort();
const imports = files.flatMap(importsOf);
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

function importsOf(file: string): Import[] {
  const text = textOf(file);
  const fixed = [...text.matchAll(/^(?:import|export)\b(?:[^;"']*?\bfrom\s*)?\s*"([^"]+)"/gm)];
  const dynamic = [...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  const required = [...text.matchAll(/\bcreateRequire\([^)]*\)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  return [
    ...fixed.map(([, from]) => ({ file, from, dynamic: false })),
    ...[...dynamic, ...required].map(([, from]) => ({ file, from, dynamic: true })),
  ];
}

/** The room of a file: its first folder. */
function roomOf(file: string): string {
  return file.slice(0, Math.max(0, file.indexOf("/")));
}

/** What a file belongs to within its room: a folder, or itself where it lies directly in the room. */
function unitOf(file: string): string {
  const path = file.split("/").slice(1);
  return path.length > 1 ? `${path.slice(0, -1).join("/")}/` : path[0];
}

/** Returns the needs that are in circles, or between them: those that begin and end nowhere are taken away. */
function circlesAmong(needs: readonly (readonly [from: string, to: string])[]): (readonly [string, string])[] {
  const [froms, tos] = [new Set(needs.map(([from]) => from)), new Set(needs.map(([, to]) => to))];
  const left = needs.filter(([from, to]) => tos.has(from) && froms.has(to));
  return left.length === needs.length ? left : circlesAmong(left);
}

/** Returns files and all that is loaded with them. */
function loadedWith(...starts: string[]): Set<string> {
  const loaded = new Set(starts);
  for (const file of loaded) {
    const own = imports.filter((entry) => entry.file === file && !entry.dynamic && entry.from.startsWith("."));
    for (const entry of own) loaded.add(targetOf(entry));
  }
  return loaded;
}

function targetOf({ file, from }: Import): string {
  const target = posix.join(dirname(file), from).replace(/(?:\.js)?$/, ".ts");
  return files.includes(`${target}x`) ? `${target}x` : target;
}

/** Tests of the whole: examples, the package, the corpora, the programs beside which Thresher works. */
const BESIDE_THE_SOURCE = [".", "browser", "corpora", "programs"];

const local = imports.filter(({ from }) => from.startsWith("."));

describe("the source", () => {
  it("lies in the rooms, and the index beside them", () => {
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
      expect({ room, circles: circlesAmong(within.map(([from, to]) => [unitOf(from), unitOf(to)])) }).toEqual({
        room,
        circles: [],
      });
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
    expect(touching).toContain("documents/files/read-file.ts");
    expect(
      touching.filter((file) => !/^(?:documents|delivery|cli|reports|jobs|pages|model\/file)\//.test(file)),
    ).toEqual([]);
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
      "cli/commands/machines/queue.ts: bullmq",
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
    expect(lazy.map(({ file }) => file)).toEqual(["documents/archives/gunzip.ts", "documents/archives/records.ts"]);
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

  it.each(["index.ts", "delivery/index.ts", "reports/index.ts", "classifiers/index.ts", "features/index.ts"])(
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
    const names = lists
      .join()
      .split(",")
      .map((name) => name.trim());
    const values = names.filter((name) => name !== "" && !name.startsWith("type "));
    expect(values).toContain("train");
    expect(values.length).toBeLessThanOrEqual(19);
  });
});

describe("the built library", () => {
  /** Runs a module that imports the library, and gives what it prints. */
  async function evaluated(script: string): Promise<string> {
    const [everyday, mail] = ["index", "mail"].map((name) => pathToFileURL(join(ROOT, `dist/lib/${name}.cjs`)).href);
    const code = `import * as everyday from ${JSON.stringify(everyday)};
      import * as mail from ${JSON.stringify(mail)};
      import { createRequire } from "node:module";
      const thresher = { ...everyday, ...mail };
      const loaded = () =>
        Object.keys(createRequire(import.meta.url).cache)
          .map((path) => path.replaceAll("\\\\", "/"))
          .filter((path) => !path.includes("/dist/lib/"));
      const documents = ["a", "b"].map((label) => ({ id: label, label, bytes: Buffer.from(label + label) }));
      ${script}`;
    const { stdout, stderr, code: exit } = await execute(process.execPath, ["--input-type=module", "-e", code]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    return stdout;
  }

  it("loads no package at all to train, classify and save", async () => {
    const stdout = await evaluated(`
      const model = thresher.deserialize(thresher.serialize(thresher.train(documents)));
      console.log(JSON.stringify([thresher.classify(model, "aa").label, loaded()]));`);
    expect(JSON.parse(stdout)).toEqual(["a", []]);
  });

  it("loads what decodes character references when a message has some, and not for others", async () => {
    const stdout = await evaluated(`
      const model = thresher.train(documents, { preset: "mail" });
      const before = loaded();
      thresher.classify(model, "Content-Type: text/html\\n\\n<p>&amp;");
      console.log(JSON.stringify([before, loaded()]));`);
    const [before, after] = JSON.parse(stdout) as string[][];
    expect(before).toEqual([]);
    expect(after.join()).toContain("/vendor/entities-decode.cjs");
  });

  it("loads the public suffix list for a link that cannot be judged without it, and for no other", async () => {
    const stdout = await evaluated(`
      const model = thresher.train(documents, { preset: "mail" });
      const loads = ["http://www.example.com/ http://www.example.co.uk/", "http://www.example.ie/"].map((link) => {
        thresher.classify(model, "Subject: a\\n\\n" + link);
        return loaded().filter((path) => path.endsWith("/vendor/tldts.cjs")).length;
      });
      console.log(JSON.stringify(loads));`);
    const [before, after] = JSON.parse(stdout) as number[];
    expect(before).toBe(0);
    expect(after).toBeGreaterThan(0);
  });

  it("loads a stemmer without the rest of its package, which would print and connect to databases", async () => {
    const stdout = await evaluated(`
      thresher.train(documents, { stem: "porter" });
      console.log(JSON.stringify(loaded()));`);
    expect((JSON.parse(stdout) as string[]).map((path) => path.replace(/^.*\/dist\//, ""))).toEqual([
      "vendor/stemmers.cjs",
    ]);
  });

  it("is a command that sorts with two files, in which there is little else", async () => {
    const corpus = folderWith(twoClasses());
    const model = join(temporaryFolder(), "model");
    await thresher(["train", corpus, "-m", model]);
    const tell = `import { createRequire } from "node:module";
      process.on("exit", () => console.error(Object.keys(createRequire(${JSON.stringify(COMMAND)}).cache).join()));`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(tell)}`];
    const { stderr } = await thresher(["classify", "-m", model, join(corpus, "ham/0000.txt")], { node });
    const sorting = join(COMMAND, "../sorting.cjs");
    const runtime = join(COMMAND, "../rolldown-runtime.cjs");
    const loaded = stderr.trim().split(",");
    expect([[COMMAND, sorting], [COMMAND, runtime, sorting].sort()]).toContainEqual(loaded.sort());
    expect(readdirSync(dirname(COMMAND))).toContain(`sorting.cjs.${process.version}-${process.arch}.cache`);
    // Node scans all of it where the cache is not trusted. What measures and draws would make it twice as large.
    expect(statSync(COMMAND).size + statSync(sorting).size).toBeLessThan(518_500);
    expect(readFileSync(sorting, "utf8")).toContain("Includes commander (");
  });

  it.each([
    // It has the code of an error of commander, and nothing else of it.
    ["filter", 330_000, /Includes entities \(BSD-2-Clause\):/, /commander(?!\.invalidArgument)/],
    ["filter-client", 43_000, /socket/, /entities/],
  ])(
    "is a command that runs %s with two files and the cache of one, in which there is nothing else",
    (name, most, has, lacks) => {
      const file = join(COMMAND, `../${name}.cjs`);
      expect(statSync(file).size).toBeLessThan(most);
      expect(readFileSync(file, "utf8")).toMatch(has);
      expect(readFileSync(file, "utf8")).not.toMatch(lacks);
      expect(readdirSync(dirname(COMMAND))).toContain(`${name}.cjs.${process.version}-${process.arch}.cache`);
    },
  );

  it("is built so that only its owner can write to it, without which the cache is not run", () => {
    const writable = ["", ...readdirSync(dirname(COMMAND))].filter(
      (name) => (statSync(join(COMMAND, "..", name)).mode & 0o022) !== 0,
    );
    expect(writable).toEqual([]);
  });

  it("has a file that is run and that no other file loads, which would run it again", () => {
    const files = readdirSync(dirname(COMMAND)).filter((name) => name.endsWith(".cjs"));
    expect(files.length).toBeGreaterThan(2);
    const loading = files.filter((name) => readFileSync(join(COMMAND, "..", name), "utf8").includes("./thresher.cjs"));
    expect(loading).toEqual([]);
  });

  it("prints nothing and keeps no process alive when it is imported", async () => {
    expect(await evaluated("")).toBe("");
  });
});
