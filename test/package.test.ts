import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { beforeAll, describe, expect, it } from "vitest";
import { execute } from "./helpers/command.js";
import { temporaryFolder, twoClasses, write } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A folder of somebody who uses the package: its own `node_modules`, nothing else. */
const home = temporaryFolder();
const installed = join(home, "node_modules", "thresher");
let packed: string[];

/**
 * Packs as for publishing, and unpacks as npm does. What the package depends on is linked
 * from this checkout, so that no registry is needed; that npm itself can install it is
 * for continuous integration to show.
 */
beforeAll(async () => {
  const archives = temporaryFolder();
  // Without scripts: the build stands, and building again would change files under other tests.
  const npm = ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", archives];
  execFileSync("npm", npm, {
    cwd: ROOT,
    env: { ...process.env, npm_config_cache: temporaryFolder() },
    stdio: "ignore",
  });
  const [archive] = readdirSync(archives);
  const entries = await unpackTar(gunzipSync(readFileSync(join(archives, archive))));
  for (const { header, data } of entries) {
    const path = join(installed, header.name.replace(/^package\//, ""));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data ?? "");
  }
  packed = entries.map(({ header }) => header.name.replace(/^package\//, "")).sort();
  const { dependencies, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    symlinkSync(join(ROOT, "node_modules", name), join(home, "node_modules", name));
  mkdirSync(join(home, "node_modules", ".bin"));
  for (const [name, path] of Object.entries<string>(bin)) {
    chmodSync(join(installed, path), 0o755);
    symlinkSync(join("..", "thresher", path), join(home, "node_modules", ".bin", name));
  }
});

/** Runs the command through the entry that npm makes for it. */
const thresher = (...args: string[]) => execute(join(home, "node_modules", ".bin", "thresher"), args, { cwd: home });

describe("the package", () => {
  it("holds the built library with its types and sources, the README, the licence and the small corpus", () => {
    for (const file of ["package.json", "README.md", "LICENSE"]) expect(packed).toContain(file);
    for (const name of ["index", "cli/main", "parallel-worker", "model-file"]) {
      expect(packed).toContain(`dist/src/${name}.js`);
      expect(packed).toContain(`dist/src/${name}.d.ts`);
    }
    const posts = packed.filter((file) => /^corpora\/newsgroups\/[\w.-]+\/\d+$/.test(file));
    expect(new Set(posts.map((file) => file.split("/")[2])).size).toBe(20);
    expect(posts.length).toBeGreaterThanOrEqual(300);
  });

  it("holds a built file for each source file, and none that has no source", () => {
    const built = packed.filter((file) => /^dist\/src\/.*\.js$/.test(file)).map((file) => file.slice(9, -3));
    const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => file.slice(0, -3));
    expect(built.sort()).toEqual(sources.sort());
  });

  it("holds no tests, no scripts, no corpora that were downloaded and nothing hidden", () => {
    expect(packed.filter((file) => /(?:^|\/)(?:test|scripts|node_modules|downloaded|coverage)\//.test(file))).toEqual(
      [],
    );
    expect(packed.filter((file) => /\.test\.|(?:^|\/)\.|\.tgz$|tsconfig|biome/.test(file))).toEqual([]);
  });

  it("is no larger than it has to be", () => {
    const size = packed.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    // Nearly half of it is what is built; the corpus and the sources share the rest.
    expect(size).toBeLessThan(7_500_000);
  });
});

describe("the package, unpacked into an empty folder", () => {
  it("has a command that runs", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await thresher("--version")).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
  });

  it("has a command that does the main job on the corpus that came with it", async () => {
    const corpus = join(installed, "corpora", "newsgroups");
    const evaluated = await thresher("evaluate", corpus, "--holdout", "1/3", "--json");
    expect(evaluated).toMatchObject({ code: 0, stderr: "" });
    const { accuracy, baselines } = JSON.parse(evaluated.stdout);
    expect(accuracy).toBeGreaterThan(5 * baselines.majority);
    write(home, { mail: twoClasses() });
    const model = join(home, "mail.model");
    expect(await thresher("train", join(home, "mail"), "-m", model)).toMatchObject({ code: 0, stderr: "" });
    const classified = await thresher("classify", "-m", model, join(home, "mail/ham"), "--format", "tsv");
    expect(classified.stdout.match(/\tham\t/g)).toHaveLength(4);
  });

  it("has threads that find their code", async () => {
    const many = folderOfMany(501);
    const { code, stdout } = await thresher("evaluate", many, "--folds", "2", "--jobs", "2", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).documents).toEqual({ train: 501, test: 501 });
  });

  it("is a library to JavaScript, and has no other way in", async () => {
    const consumer = (specifier: string) => [
      "--input-type=module",
      "-e",
      `const { train, classify } = await import(${JSON.stringify(specifier)});
       const of = (label) => ({ id: label, label, bytes: new TextEncoder().encode(label) });
       console.log(classify(train([of("ham"), of("spam")]), "spam").label);`,
    ];
    const good = await execute(process.execPath, consumer("thresher"), { cwd: home });
    expect(good).toMatchObject({ code: 0, stdout: "spam\n", stderr: "" });
    const inside = await execute(process.execPath, consumer("thresher/dist/src/pipeline.js"), { cwd: home });
    expect(inside.stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("is a library to TypeScript: a strict consumer without other types compiles, and a wrong one does not", async () => {
    const compilerOptions = {
      ...{ strict: true, module: "NodeNext", target: "ES2023", lib: ["ES2023"], types: [] },
      ...{ noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    };
    write(home, {
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
      "wrong.json": JSON.stringify({ compilerOptions, files: ["wrong.ts"] }),
      "package.json": '{"type":"module"}',
      "consumer.ts": `import { classify, load, readFolders, save, train } from "thresher";
save(train(readFolders("mail"), { classifier: "bernoulli", alpha: 0.5, ngrams: [1, 2] }), "mail.model");
export const label: string = classify(load("mail.model"), "Dear Sir").label;
`,
      "wrong.ts": `import { train, type TextModel } from "thresher";
export const model: TextModel = train(42, { alpha: "one" });
`,
    });
    const compile = (project: string) =>
      execute(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", project], { cwd: home });
    expect(await compile("tsconfig.json")).toMatchObject({ code: 0, stdout: "" });
    const wrong = await compile("wrong.json");
    expect(wrong.code).not.toBe(0);
    expect(wrong.stdout).toMatch(/wrong\.ts\(2,\d+\): error TS/);
  });
});

/** A corpus with so many documents in each of two classes. */
function folderOfMany(perClass: number): string {
  const many = join(home, "many");
  mkdirSync(many);
  write(many, twoClasses(perClass));
  return many;
}
