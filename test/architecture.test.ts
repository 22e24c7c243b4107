import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "./helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = join(ROOT, "src");

/**
 * The layers, lowest first: a file imports from its own folder and from lower layers only.
 * Folders in one layer do not know each other.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["errors", "random"],
  ["documents", "text"],
  ["email"],
  ["features", "filing"],
  ["classifiers"],
  ["evaluation"],
  ["tables"],
  ["reports"],
  // The layers put together.
  [
    "analyzer",
    "audit",
    "classify",
    "corpus-evaluation",
    "dataset",
    "document-dates",
    "document-groups",
    "message-facts",
    "message-heading",
    "evaluation-report",
    "field-terms",
    "file-parts",
    "known-arrays",
    "known-documents",
    "learning",
    "lookup-arrays",
    "mail-filter",
    "message-answer",
    "model-file",
    "model-names",
    "model-update",
    "parallel",
    "parallel-worker",
    "presets",
    "safetensors",
    "save-model",
    "serving",
    "settings",
    "text-model",
    "training",
    "training-arrays",
    "training-counts",
  ],
  ["index", "cli"],
];
const TOGETHER = 8;

interface Import {
  /** Path below src. */
  readonly file: string;
  /** As it is written. */
  readonly from: string;
  readonly dynamic: boolean;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"))
  .sort();
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), "utf8");
  const fixed = [...text.matchAll(/^(?:import|export)\b(?:[^;"']*?\bfrom\s*)?\s*"([^"]+)"/gm)];
  const dynamic = [...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  const required = [...text.matchAll(/\bcreateRequire\([^)]*\)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  return [
    ...fixed.map(([, from]) => ({ file, from, dynamic: false })),
    ...[...dynamic, ...required].map(([, from]) => ({ file, from, dynamic: true })),
  ];
}

/** The folder of a file below src, or the name of a file at the top. */
function unitOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}

function layerOf(unit: string): number {
  return LAYERS.findIndex((layer) => layer.includes(unit));
}

function targetOf({ file, from }: Import): string {
  return posix.join(dirname(file), from).replace(/\.js$/, ".ts");
}

describe("the source", () => {
  it("has no folder and no file at the top that is in no layer", () => {
    expect([...new Set(files.map(unitOf))].filter((unit) => layerOf(unit) < 0)).toEqual([]);
  });

  it("imports one way: from documents, email and text to features, classifiers, evaluation, reports", () => {
    const local = imports.filter(({ from }) => from.startsWith("."));
    expect(local.length).toBeGreaterThan(80);
    expect(local.filter((entry) => !files.includes(targetOf(entry)))).toEqual([]);
    const wrong = local.filter((entry) => {
      const [own, other] = [unitOf(entry.file), unitOf(targetOf(entry))];
      const [from, to] = [layerOf(own), layerOf(other)];
      if (own === other || to < from) return false;
      return !(from === TOGETHER && to === TOGETHER);
    });
    expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  it("touches the file system in documents, filing, the model file, reports and the commands only", () => {
    const touching = imports.filter(({ from }) => /^(?:node:)?fs(?:\/|$)/.test(from)).map(({ file }) => file);
    expect(touching).toContain("documents/files.ts");
    expect(touching.filter((file) => !/^(?:documents|filing|cli|reports)\/|^model-file\.ts$/.test(file))).toEqual([]);
  });

  it("names the modules of Node as such", () => {
    const { builtinModules } = createRequire(import.meta.url)("node:module") as { builtinModules: string[] };
    expect(imports.filter(({ from }) => builtinModules.includes(from))).toEqual([]);
  });

  it("uses packages that it depends on, and no others", () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const packages = imports.filter(({ from }) => !/^(?:\.|node:)/.test(from)).map(({ from }) => from.split("/")[0]);
    expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it("loads natural and stopword only when asked, natural by subpath", () => {
    const lazy = imports.filter(({ from }) => /^(?:natural|stopword)\b/.test(from));
    expect(lazy.map(({ file }) => file).sort()).toEqual(["text/stemming.ts", "text/stop-words.ts"]);
    expect(lazy.every(({ dynamic }) => dynamic)).toBe(true);
    expect(lazy.filter(({ from }) => from === "natural")).toEqual([]);
  });

  it("loads the reader of tables only when a table is read", () => {
    const lazy = imports.filter(({ from, dynamic }) => from.startsWith("csv-parse") && dynamic);
    expect(lazy.map(({ file }) => file)).toEqual(["documents/csv-parser.ts"]);
  });

  it("loads what unpacks only when something packed is read, and what reads archives only for one", () => {
    const lazy = imports.filter(({ from, dynamic }) => from === "minizlib" && dynamic);
    expect(lazy.map(({ file }) => file)).toEqual(["documents/gunzip.ts"]);
  });

  it("loads what draws only when a plot is drawn", () => {
    const lazy = imports.filter(({ from }) => /^vega\b/.test(from));
    expect(lazy.map(({ file, dynamic }) => ({ file, dynamic }))).toEqual([
      { file: "reports/plots/svg.ts", dynamic: true },
      { file: "reports/plots/svg.ts", dynamic: true },
    ]);
  });

  it("sorts documents without what splits, measures, draws or reads a corpus", () => {
    const loaded = new Set(["cli/start.ts", "cli/main.ts", "cli/classify.ts", "cli/filter.ts"]);
    for (const file of loaded) {
      const own = imports.filter((entry) => entry.file === file && !entry.dynamic && entry.from.startsWith("."));
      for (const entry of own) loaded.add(targetOf(entry));
    }
    expect(loaded).toContain("model-file.ts");
    const heavy =
      /^(?:evaluation|audit|reports\/html|reports\/plots)\/|^documents\/(?:archives|gunzip|mailbox|readers|tar)\.ts$|^(?:audit|dataset|training|evaluation-report)\.ts$/;
    expect([...loaded].filter((file) => heavy.test(file))).toEqual([]);
  });

  it("filters a message without what reads the command lines of others", () => {
    const loaded = new Set(["cli/filter.ts"]);
    for (const file of loaded) {
      const own = imports.filter((entry) => entry.file === file && !entry.dynamic);
      expect(own.filter(({ from }) => from === "commander")).toEqual([]);
      for (const entry of own) if (entry.from.startsWith(".")) loaded.add(targetOf(entry));
    }
    expect(loaded).toContain("mail-filter.ts");
  });

  it("has an index that holds re-exports and nothing else", () => {
    const text = readFileSync(join(SOURCE, "index.ts"), "utf8");
    const rest = text
      .replace(/^export (?:type )?\{[^}]*\} from "\.\/[\w/-]+\.js";$/gm, "")
      .replace(/^\/\/.*$|\/\*[\s\S]*?\*\//gm, "");
    expect(rest.trim()).toBe("");
  });
});

describe("the built library", () => {
  /** Runs a module that imports the library, and gives what it prints. */
  async function evaluated(script: string): Promise<string> {
    const library = pathToFileURL(join(ROOT, "dist/src/index.js")).href;
    const code = `import * as thresher from ${JSON.stringify(library)};
      import { createRequire } from "node:module";
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).map((path) => path.replaceAll("\\\\", "/"));
      const documents = ["a", "b"].map((label) => ({ id: label, label, bytes: Buffer.from(label + label) }));
      ${script}`;
    const { stdout, stderr, code: exit } = await execute(process.execPath, ["--input-type=module", "-e", code]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    return stdout;
  }

  it("loads no package at all to train, classify and save", async () => {
    const stdout = await evaluated(`
      const model = thresher.modelFromBytes(thresher.modelToBytes(thresher.train(documents)));
      console.log(JSON.stringify([thresher.classify(model, "aa").label, loaded()]));`);
    expect(JSON.parse(stdout)).toEqual(["a", []]);
  });

  it("loads what reads HTML when a message has some, and not for one of plain text", async () => {
    const stdout = await evaluated(`
      const model = thresher.train(documents, { preset: "mail" });
      const before = loaded();
      thresher.classify(model, "Content-Type: text/html\\n\\n<p>aa");
      console.log(JSON.stringify([before, loaded()]));`);
    const [before, after] = JSON.parse(stdout) as string[][];
    expect(before).toEqual([]);
    expect(after.join()).toContain("/node_modules/htmlparser2/");
  });

  it("loads a stemmer without the rest of its package, which would print and connect to databases", async () => {
    const stdout = await evaluated(`
      thresher.train(documents, { stem: "porter" });
      console.log(JSON.stringify(loaded()));`);
    const natural = (JSON.parse(stdout) as string[]).map((path) => path.replace(/^.*\/node_modules\//, ""));
    expect(natural).toContain("natural/lib/natural/stemmers/porter_stemmer.js");
    expect(natural.filter((path) => !/^natural\/lib\/natural\/(?:stemmers|util|tokenizers)\//.test(path))).toEqual([]);
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
    expect(stderr.trim()).toBe([COMMAND, sorting].join());
    // Node reads over all of it: 400 kB, with what measures and draws, take half as long again.
    expect(statSync(COMMAND).size + statSync(sorting).size).toBeLessThan(280_000);
  });

  it("is a command that filters with two files and the cache of one, in which there is nothing else", async () => {
    const filter = join(COMMAND, "../filter.cjs");
    expect(readFileSync(filter, "utf8")).not.toContain("commander");
    // With what takes mail apart; what V8 makes of it is read, too.
    expect(statSync(filter).size).toBeLessThan(150_000);
    expect(readdirSync(dirname(COMMAND))).toContain(`filter.cjs.${process.version}-${process.arch}.cache`);
  });

  it("is a command that takes mail apart by a file more, and reads HTML by another", async () => {
    const corpus = folderWith({
      ...twoClasses(),
      "ham/html": "Content-Type: text/html\n\n<p>hello",
    });
    const model = join(temporaryFolder(), "model");
    await thresher(["train", corpus, "-m", model, "--preset", "mail"]);
    const tell = `import { createRequire } from "node:module";
      process.on("exit", () => console.error(Object.keys(createRequire(${JSON.stringify(COMMAND)}).cache).map((path) => path.replace(/.*[\\\\/]/, "")).join()));`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(tell)}`];
    const filesFor = async (name: string) =>
      (await thresher(["classify", "-m", model, "--format", "tsv", join(corpus, name)], { node })).stderr
        .trim()
        .split(",");
    expect(await filesFor("ham/0000.txt")).toEqual(["thresher.cjs", "sorting.cjs", "mail.cjs"]);
    expect(await filesFor("ham/html")).toEqual(["thresher.cjs", "sorting.cjs", "mail.cjs", "html.cjs"]);
    for (const name of ["commander", "htmlparser2", "entities"]) {
      const file = name === "commander" ? "sorting.cjs" : "html.cjs";
      expect(readFileSync(join(COMMAND, "..", file), "utf8")).toContain(`Includes ${name}:`);
    }
  });

  it("is a command that asks a server with two files, in which there is nothing that classifies", async () => {
    const client = join(COMMAND, "../filter-client.cjs");
    // The filter alone is six times as large.
    expect(statSync(client).size).toBeLessThan(20_000);
    expect(readdirSync(dirname(COMMAND))).toContain(`filter-client.cjs.${process.version}-${process.arch}.cache`);
  });

  it("has a file that is run and that no other file loads, which would run it again", () => {
    const files = readdirSync(dirname(COMMAND)).filter((name) => name.endsWith(".cjs"));
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((name) => readFileSync(join(COMMAND, "..", name), "utf8").includes("./thresher.cjs"))).toEqual(
      [],
    );
  });

  it("prints nothing and keeps no process alive when it is imported", async () => {
    expect(await evaluated("")).toBe("");
  });
});
