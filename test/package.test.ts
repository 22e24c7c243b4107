import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { build } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import { execute } from "./helpers/command.js";
import { temporaryFolder, twoClasses, write } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A folder of somebody who uses the package: its own `node_modules`, nothing else. */
const home = temporaryFolder();
const installed = join(home, "node_modules", "text-thresher");
let packed: string[];
/** In bytes: what is downloaded. */
let tarball: number;

/**
 * Packs as for publishing, and unpacks as npm does, without a registry. Continuous integration shows that npm itself can
 * install it.
 */
beforeAll(async () => {
  const archives = temporaryFolder();
  // Without scripts: the build stands, and building again would change files under other tests.
  const npm = ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", archives];
  const env = { ...process.env, npm_config_cache: temporaryFolder() };
  execFileSync("npm", npm, { cwd: ROOT, env, stdio: "ignore" });
  const [archive] = readdirSync(archives);
  tarball = statSync(join(archives, archive)).size;
  const entries = await unpackTar(gunzipSync(readFileSync(join(archives, archive))));
  for (const { header, data } of entries) {
    const path = join(installed, header.name.replace(/^package\//, ""));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data ?? "");
  }
  packed = entries.map(({ header }) => header.name.replace(/^package\//, "")).sort();
  const { bin } = JSON.parse(textOf("package.json"));
  mkdirSync(join(home, "node_modules", ".bin"));
  for (const [name, path] of Object.entries<string>(bin)) {
    chmodSync(join(installed, path), 0o755);
    symlinkSync(join("..", "text-thresher", path), join(home, "node_modules", ".bin", name));
  }
});

const textOf = (...path: string[]) => readFileSync(join(installed, ...path), "utf8");

/** Runs Node.js for somebody who uses the package. */
const node = (...args: string[]) => execute(process.execPath, args, { cwd: home });
const evaluate = (code: string) => node("--input-type=module", "-e", code);

/** Runs the command through the entry that npm makes for it. */
const thresher = (...args: string[]) => execute(join(home, "node_modules", ".bin", "thresher"), args, { cwd: home });

describe("the package", () => {
  it("holds the command, a module and its types for each entry, the README, the licence and small corpora of mail", () => {
    const { exports, imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const paths = [...Object.values(exports), ...Object.values(imports)].flatMap((entry) =>
      typeof entry === "string" ? entry : Object.values(entry as Record<string, string | null>),
    );
    expect(paths.length).toBeGreaterThan(10);
    const files = ["package.json", "README.md", "LICENSE", "dist/bin/thresher.cjs", ...paths];
    for (const path of files.filter((path) => path !== null)) expect(packed).toContain(path.replace("./", ""));
    expect(packed.filter((file) => /^corpora\/mail\/(?:ham|spam)\/.*\.eml$/.test(file)).length).toBeGreaterThan(150);
    expect(packed.filter((file) => file.startsWith("corpora/newsgroups/"))).toEqual([]);
  });

  it("holds no tests, no scripts, no corpora that were downloaded and nothing hidden", () => {
    const foreign =
      /(?:^|\/)(?:test|scripts|node_modules|downloaded|coverage)\/|\.test\.|(?:^|\/)\.|\.tgz$|tsconfig|biome/;
    expect(packed.filter((file) => foreign.test(file) && !file.endsWith(".md"))).toEqual([]);
  });

  it("holds each page that its README links to", () => {
    const readme = textOf("README.md");
    const links = Array.from(readme.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, path]) => path);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((path) => !packed.includes(path))).toEqual([]);
  });

  it("has at most 440 files, takes at most 2.5 MB, 10 MB unpacked, and depends on no other package", () => {
    expect(packed.length).toBeLessThanOrEqual(440);
    expect(tarball).toBeLessThanOrEqual(2_500_000);
    const { dependencies, optionalDependencies } = JSON.parse(textOf("package.json"));
    expect({ ...dependencies, ...optionalDependencies }).toEqual({});
    expect(packed.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0)).toBeLessThan(10_000_000);
  });

  it("has the licence of each package that is in one of its files", () => {
    for (const [file, names] of [
      ["stemmers.cjs", ["natural"]],
      ["stop-word-lists.cjs", ["stopword"]],
      ["charset-tables.cjs", ["@exodus/bytes"]],
      ["fast-glob.cjs", ["fast-glob", "micromatch"]],
      ["vega.cjs", ["vega", "vega-lite", "d3-array"]],
    ] as const) {
      const text = textOf("dist/vendor", file);
      for (const name of names) expect(text).toMatch(new RegExp(`Includes ${name} \\(\\S+\\):\n\n.*[Cc]opyright`, "s"));
    }
  });

  it("has the notices of data and methods in its files that come from elsewhere", () => {
    const isFdlibm = (file: string) => /\.c?js$/.test(file) && textOf(file).includes("6931471803691238");
    expect(packed.filter(isFdlibm)).toEqual(["dist/browser/texts.js"]);
    for (const [file, notice] of [
      ["browser/texts.js", /Copyright \(C\) 1993, 2004 by Sun Microsystems.*\n?.*is freely granted/],
      ["vendor/public-suffixes.cjs", /https:\/\/mozilla\.org\/MPL\/2\.0\//],
      [
        "vendor/stop-word-lists.cjs",
        /Gene Diaz[\s\S]*Peter Graham[\s\S]*Liam Doherty[\s\S]*Chris Umbel[\s\S]*Espen Klem/,
      ],
    ] as const) {
      expect(textOf("dist", file)).toMatch(notice);
    }
  });
});

describe("the package, unpacked into an empty folder", () => {
  it.each(["", "/mail", "/features"])(
    "names the right entry if a bundle for browsers imports text-thresher%s",
    async (entry) => {
      const bundle = (name: string) => {
        write(home, { "page.js": `import * as all from "text-thresher${name}"; console.log(all);\n` });
        return build({ input: join(home, "page.js"), platform: "browser", write: false, logLevel: "silent" });
      };
      await expect(bundle(entry)).rejects.toThrow(
        "Could not resolve './text-thresher/browser is the entry for browsers",
      );
      await expect(bundle("/browser")).resolves.toBeDefined();
    },
  );

  it("has a command that tells its version and does the main job on the corpus that came with it", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await thresher("--version")).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
    const corpus = join(installed, "corpora", "mail");
    const evaluated = await thresher("evaluate", corpus, "--preset", "mail", "--holdout", "1/3", "--json");
    expect(evaluated).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(evaluated.stdout).accuracy).toBeGreaterThan(0.8);
    const model = join(home, "mail.model");
    expect(await thresher("train", corpus, "-m", model, "--preset", "mail")).toMatchObject({ code: 0, stderr: "" });
    const inbox = join(installed, "corpora", "inbox");
    const classified = await thresher("classify", "-m", model, inbox, "--format", "tsv");
    expect(classified.stdout.match(/\t(?:ham|spam)\t/g)?.length).toBeGreaterThan(20);
  });

  it("has the files for other programs", async () => {
    const { code, stdout } = await thresher("setup", "systemd");
    expect(code).toBe(0);
    expect(stdout).toContain("FileDescriptorName=spamd");
  });

  it("stems, leaves out stop words and draws without the packages that do", async () => {
    write(home, { words: twoClasses() });
    const words = join(home, "words");
    const picture = join(home, "curve.svg");
    const options = ["--stem", "porter", "--stop-words", "en", "--sizes", "2,4", "--report", picture];
    expect(await thresher("curve", words, ...options)).toMatchObject({ code: 0 });
    expect(readFileSync(picture, "utf8")).toContain("<svg");
  });

  it("has threads that find their code", async () => {
    write(home, { many: twoClasses(501) });
    const { code, stdout } = await thresher("evaluate", join(home, "many"), "--folds", "2", "--jobs", "2", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).documents).toEqual({ train: 501, test: 501 });
  });

  it("is a library to JavaScript, and has no other way in", async () => {
    const consumer = (specifier: string) => `const { train, classify } = await import(${JSON.stringify(specifier)});
       const of = (label) => ({ id: label, label, bytes: new TextEncoder().encode(label) });
       console.log(classify(train([of("ham"), of("spam")]), "spam").label);`;
    expect(await evaluate(consumer("text-thresher"))).toMatchObject({ code: 0, stdout: "spam\n", stderr: "" });
    const { stderr } = await evaluate(consumer("text-thresher/dist/lib/training.js"));
    expect(stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("prints an error that nobody catches with the line of code that throws it, not with a whole file", async () => {
    write(home, { "uncaught.cjs": 'require("text-thresher").train([{ label: "ham", text: "a" }]);' });
    const { code, stderr } = await node("uncaught.cjs");
    expect(code).toBe(1);
    expect(stderr).toContain('\nDataError: there is only one class to learn, "ham"');
    expect(Math.max(...stderr.split("\n").map((line) => line.length))).toBeLessThan(250);
  });

  it("is imported in a moment: every entry, and the everyday one soonest", async () => {
    // Processor time: it depends little on what else the machine does.
    const time = async (code: string) => {
      const runs = [];
      for (let run = 0; run < 2; run++) {
        const tell = "const { user, system } = process.cpuUsage(); console.log(user + system);";
        runs.push(Number((await evaluate(`${code}; ${tell}`)).stdout) / 1000);
      }
      return Math.min(...runs);
    };
    const nothing = await time("0");
    const everyday = await time('await import("text-thresher")');
    expect(everyday).toBeGreaterThan(0);
    // 80 ms is the limit on a quiet machine; tests run beside others.
    expect(everyday - nothing).toBeLessThan(3 * 80);
    for (const entry of ["mail", "evaluation", "classifiers", "features"]) {
      expect((await time(`await import("text-thresher/${entry}")`)) - nothing).toBeLessThan(5 * 80);
    }
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
      "consumer.ts": `import { classify, load, readFolders, save, train } from "text-thresher";
import { Learner } from "text-thresher/browser";
import { serialize } from "text-thresher/browser-mail";
save(train(readFolders("letters"), { classifier: "bernoulli", alpha: 0.5, ngrams: [1, 2] }), "mail.model");
export const label: string = classify(load("mail.model"), "Dear Sir").label;
const model = train([{ label: "ham", text: "lunch" }, { label: "spam", text: "prize" }], {
  signal: { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} },
  onProgress: ({ phase, done, total = 1 }) => [phase, done / total],
});
export const known: "ham" | "spam" = classify(model, "prize").label;
export const size: number = serialize(new Learner({ alpha: 0.5 }).model()).length;
`,
      "wrong.ts": `import { train, type TextModel } from "text-thresher";
export const model: TextModel = train(42, { alpha: "one" });
`,
    });
    const compile = (project: string) => node(join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project);
    expect(await compile("tsconfig.json")).toMatchObject({ code: 0, stdout: "" });
    const wrong = await compile("wrong.json");
    expect(wrong.code).not.toBe(0);
    expect(wrong.stdout).toMatch(/wrong\.ts\(2,\d+\): error TS/);
  });
});
