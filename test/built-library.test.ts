import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "./helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
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
    const { stdout, ...outcome } = await execute(process.execPath, ["--input-type=module", "-e", code]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    return stdout;
  }

  /** Files that are loaded with the library, by their names, before the script and after it. */
  async function loadedBy(script: string, given = ""): Promise<string[][]> {
    const stdout = await evaluated(`${given}
      const before = loaded();
      ${script}
      console.log(JSON.stringify([before, loaded()].map((paths) => paths.map((path) => path.replace(/^.*\\/dist\\//, "")))));`);
    return JSON.parse(stdout);
  }
  const MAIL = 'const model = thresher.train(documents, { preset: "mail" });';

  it("loads no package at all to train, classify and save", async () => {
    const script = 'thresher.classify(thresher.deserialize(thresher.serialize(thresher.train(documents))), "aa");';
    expect(await loadedBy(script)).toEqual([[], []]);
  });

  it("loads what decodes character references when a message has some, and not for others", async () => {
    const [before, after] = await loadedBy('thresher.classify(model, "Content-Type: text/html\\n\\n<p>&amp;");', MAIL);
    expect(before).toEqual([]);
    expect(after).toContain("vendor/entities-decode.cjs");
  });

  it("loads the public suffix list for a link that cannot be judged without it, and for no other", async () => {
    const classify = (links: string) => `thresher.classify(model, "Subject: a\\n\\n${links}");`;
    const easy = classify("http://www.example.com/ http://www.example.co.uk/");
    const [before, after] = await loadedBy(classify("http://www.example.ie/"), MAIL + easy);
    expect(before).not.toContain("vendor/tldts.cjs");
    expect(after).toContain("vendor/tldts.cjs");
  });

  it("loads a stemmer without the rest of its package, which would print and connect to databases", async () => {
    expect(await loadedBy('thresher.train(documents, { stem: "porter" });')).toEqual([[], ["vendor/stemmers.cjs"]]);
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
    // Node scans all of it where the cache is not trusted. Code that measures and draws would make it twice as large.
    expect(statSync(COMMAND).size + statSync(sorting).size).toBeLessThan(537_000);
    expect(readFileSync(sorting, "utf8")).toContain("Includes commander (");
  });

  it.each([
    // It has the code of an error of commander, and nothing else of it.
    ["filter", 337_000, /Includes entities \(BSD-2-Clause\):/, /commander(?!\.invalidArgument)/],
    ["filter-client", 43_500, /socket/, /entities/],
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
    const isWritable = (name: string) => (statSync(join(COMMAND, "..", name)).mode & 0o022) !== 0;
    expect(["", ...readdirSync(dirname(COMMAND))].filter(isWritable)).toEqual([]);
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
