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
    // Node scans all of it where the cache is not trusted. Code that measures and draws would make it twice as large.
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
