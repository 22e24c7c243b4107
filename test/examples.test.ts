import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as classifiers from "../src/classifiers/index.js";
import { messageClassifier } from "../src/delivery/filter/mail-filter.js";
import * as mail from "../src/delivery/index.js";
import { addressOf } from "../src/delivery/serving/address.js";
import { MessageServer } from "../src/delivery/serving/message-server.js";
import { framed } from "../src/delivery/serving/protocols/framed.js";
import { writeParquet } from "../src/documents/parquet/write-parquet.js";
import * as features from "../src/features/index.js";
import * as everyday from "../src/index.js";
import * as evaluation from "../src/jobs/index.js";
import { load, loadToFilter } from "../src/model/file/model-file.js";
import { execute } from "./helpers/command.js";
import { temporaryFolder } from "./helpers/folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NODE = { readdirSync: "node:fs", readFileSync: "node:fs", resolve: "node:path" };

/** The entries of the package, the everyday one first. */
const ENTRIES: readonly (readonly [specifier: string, names: object])[] = [
  ["text-thresher", everyday],
  ["text-thresher/mail", mail],
  ["text-thresher/evaluation", evaluation],
  ["text-thresher/classifiers", classifiers],
  ["text-thresher/features", features],
];

interface Example {
  readonly name: string;
  readonly code: string;
}

/** The examples of docstrings, each with the imports that it leaves out. */
function examplesOfDocstrings(): Example[] {
  return readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .flatMap((path) => {
      const found = readFileSync(join(ROOT, "src", path), "utf8").matchAll(/^ *\* @example\n((?: *\* (?!@).*\n)+)/gm);
      return Array.from(found, ([, lines], i) => {
        const code = lines.replace(/^ *\* /gm, "");
        return { name: `${basename(path, ".ts")}${i === 0 ? "" : i + 1}`, code: importsOf(code) + code };
      });
    });
}

function importsOf(code: string): string {
  const patterns = code.match(/(?<=const )(?:\{[^}]*\}|\[[^\]]*\]|\w+)/g) ?? [];
  const declared = new Set(patterns.join().match(/\w+/g));
  const used = new Set(code.match(/(?<![.\w"])[A-Za-z]\w*/g));
  const free = [...used].filter((name) => !declared.has(name));
  const own = ENTRIES.flatMap(([specifier, names]) => {
    const its = free.filter((name) => name in names);
    return its.length === 0 ? [] : `import { ${its.join(", ")} } from "${specifier}";\n`;
  });
  const ofNode = free.filter((name): name is keyof typeof NODE => name in NODE);
  const lines = ofNode.map((name) => `import { ${name} } from "${NODE[name]}";\n`);
  return [...own, ...lines].join("");
}

/** The TypeScript of every README of the project. */
function examplesOfReadmes(): Example[] {
  return READMES.flatMap((readme) => {
    const found = readFileSync(join(ROOT, readme), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm);
    const name = readme.replace(/\W+/g, "-").toLowerCase();
    return Array.from(found, ([, code], i) => ({ name: `${name}${i + 1}`, code }));
  });
}

/** The README of the front page, of the rooms, of corpora and of scripts. */
const READMES = ["README.md", ...["src", "corpora", "scripts"].flatMap(readmesBelow)];

function readmesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /^README(?:\.\w+)?\.md$/.test(basename(path)) && !path.includes("downloaded"))
    .map((path) => join(folder, path))
    .sort();
}

const DOCSTRINGS = examplesOfDocstrings();
const ALL = [...DOCSTRINGS, ...examplesOfReadmes()];

/** Each makes what later ones need. */
const ORDER = ["training", "filer", "undo"];

describe("the examples of docstrings and READMEs", () => {
  const folder = temporaryFolder();
  let server: Pick<MessageServer<unknown>, "listen" | "stop">;

  beforeAll(async () => {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const corpora = join(ROOT, "corpora");
    symlinkSync(corpora, join(folder, "corpora"));
    copyFileSync(join(corpora, "mail/spam/2024-01-05-lottery.eml"), join(folder, "letter.eml"));
    copyFileSync(join(corpora, "mail/ham/2024-01-09-choir-trip.eml"), join(folder, "reply.eml"));
    const columns = ["url", "text"].map((name) => ({ name, type: "string" }) as const);
    writeParquet(join(folder, "crawl.parquet"), columns, [
      ["https://a.example", readFileSync(join(folder, "reply.eml"), "utf8")],
    ]);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/text-thresher"));
    symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
    // They are JavaScript as they stand.
    for (const { name, code } of ALL) for (const ending of ["mts", "mjs"]) write(`${name}.${ending}`, code);
    // The examples train the model first.
    const answer = (message: Uint8Array) => messageClassifier(loadToFilter(join(folder, "mail.model")))(message);
    server = new MessageServer(framed({ answer }), { connections: 1, patience: 60_000 });
    await server.listen(addressOf(join(folder, "mail.socket")));
  });

  afterAll(() => server.stop());

  /** Their output, when one process runs them in turn. */
  async function printed(examples: readonly Example[]): Promise<string> {
    const place = (name: string) => ORDER.indexOf(name) + 1 || ORDER.length + 1;
    const names = examples.map(({ name }) => name).sort((a, b) => place(a) - place(b));
    const imports = names.map((name) => `console.log("- ${name}");\nawait import("./${name}.mjs");\n`);
    writeFileSync(join(folder, "all.mjs"), imports.join(""));
    const { code, stdout, stderr } = await execute(process.execPath, ["all.mjs"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  }

  it("cover mail and the jobs", () => {
    const names = DOCSTRINGS.map(({ name }) => name).sort();
    expect(names.join(" ")).toBe(
      "ask-server change-model class-paths classify classify-paths classify2 evaluate-corpora " +
        "evaluate-corpus explain-paths filer learn learner list-doubts mail-filter measure-curve model-file " +
        "model-update read-message train-async train-model training tune-settings undo",
    );
    expect(ALL.length).toBeGreaterThan(DOCSTRINGS.length + 1);
  });

  it("compile", async () => {
    const compilerOptions = { module: "NodeNext", target: "ES2023", types: ["node"], strict: true, skipLibCheck: true };
    const files = ALL.map(({ name }) => `${name}.mts`);
    writeFileSync(join(folder, "wrong.mts"), 'import { load } from "text-thresher";\nload(1);\n');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...files, "wrong.mts"] }));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await execute(process.execPath, [compiler, "--noEmit"], { cwd: folder });
    expect(stdout).toMatch(/^wrong\.mts.* error TS2345: Argument of type 'number' is not .*\n$/);
  });

  it("do what they say, those of docstrings", async () => {
    const parts = (await printed(DOCSTRINGS)).split(/^- (.*)\n/m);
    const said = (name: string) => parts[parts.indexOf(name) + 1];
    expect(said("filer")).toContain("outcome: 'filed'");
    expect(said("undo")).toMatch(/sorted\/spam\/letter\.eml removed\n$/);
    expect(said("ask-server")).toBe("spam\n");
    expect(said("class-paths")).toBe("[ 'ham', 'spam' ]\n");
    expect(said("classify")).toMatch(/^spam 0\.9\d\d\n$/);
    expect(said("classify2")).toMatch(/^1 \w+\nletter spam\n$/);
    expect(said("learn")).toBe("[ 'spam' ] learned\n");
    expect(said("learner")).toBe("ham\n");
    expect(said("mail-filter")).toMatch(/X-Spam-Flag: YES\nX-Spam-Level: \*+\n/);
    expect(said("model-file")).toMatch(/^\[ 'ham', 'spam' \] \d+\n$/);
    expect(said("read-message")).toMatch(/^FINAL NOTICE: .* \[\]\ntext\/plain ATTENTION/);
    expect(load(join(folder, "new.model")).labels).toEqual(["spam"]);
  });

  it("do what they say, those of the READMEs", async () => {
    const examples = ALL.slice(DOCSTRINGS.length);
    const output = await printed(examples);
    expect(output.split("\n").length).toBeGreaterThan(2 * examples.length);
    expect(output).toContain("\nhttps://a.example\n");
  });
});
