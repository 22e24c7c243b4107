import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { openClasses } from "../../../src/documents/corpora/class-paths.js";
import { Corpus } from "../../../src/documents/corpora/corpus.js";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { Problem } from "../../../src/documents/problem.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const DOCUMENTS = {
  spam: { "2.txt": "cash", "10.txt": "prize", deep: { deeper: { "x.txt": "urgent" } } },
  ham: { "b.txt": "letter", "a.txt": "home", "page.html": "<p>lunch" },
  "__proto__ ": { "a.txt": "odd" },
};

describe("a folder per class", () => {
  it("takes the first folder for the class and the path below the corpus for the id", () => {
    const root = folderWith({ ham: { a: "1", "2024": { may: { b: "2" } } }, "ham.old": { c: "3" } });
    const documents = Array.from(readFolders(root), ({ id, label }) => `${label}: ${id}`);
    expect(documents).toEqual(["ham.old: ham.old/c", "ham: ham/2024/may/b", "ham: ham/a"]);
  });

  it("finds the classes again whose folders `sort` has named with codes", () => {
    const root = folderWith({ "Lists%2fnode": { a: "1" }, "%43ON": { b: "2" }, "50%20off": { c: "3" }, "x%2f": {} });
    const corpus = openCorpus(root);
    expect(corpus.labels).toEqual(["50%20off", "CON", "Lists/node"]);
    expect(Array.from(corpus, ({ id }) => id)).toEqual(["%43ON/b", "50%20off/c", "Lists%2fnode/a"]);
    expect(corpus.problems).toEqual([{ kind: "empty class", where: "x%2f" }]);
    expect(openClasses([join(root, "Lists%2fnode"), join(root, "%43ON")]).labels).toEqual(["CON", "Lists/node"]);
  });

  it("gives sorted ids and classes, and its documents in this order, also while it is being iterated", () => {
    const corpus = readFolders(folderWith(DOCUMENTS));
    const all = [...corpus].map(({ id }) => id);
    expect(all).toEqual([...all].sort());
    expect(corpus.ids).toEqual(all);
    expect(corpus.labels).toEqual(["__proto__ ", "ham", "spam"]);
    for (const _ of corpus) expect([...corpus].map(({ id }) => id)).toEqual(all);
    expect(corpus.slice(2, 5).ids).toEqual(all.slice(2, 5));
    expect([...corpus.slice(5, 99)].map(({ id }) => id)).toEqual(all.slice(5));
  });

  it("follows no symbolic link that takes the place of a file after it was listed", () => {
    const mailbox = "From a@b.example Mon Jan  1 00:00:00 2024\nSubject: hi\n\nhello\n";
    const root = folderWith({ ham: { a: "1", b: "2" }, spam: { c: "3", "old.mbox": mailbox } });
    const secret = join(folderWith({ secret: mailbox }), "secret");
    const corpus = openCorpus(root);
    for (const id of ["ham/a", "spam/old.mbox"]) {
      rmSync(join(root, id));
      symlinkSync(secret, join(root, id));
    }
    expect(Array.from(corpus, ({ id }) => id)).toEqual(["ham/b", "spam/c"]);
    const detail = "a symbolic link has taken its place";
    expect(corpus.problems).toMatchObject([
      { kind: "unreadable", where: "ham/a", detail },
      { where: "spam/old.mbox", detail },
    ]);
  });

  it("reports files without a class and classes without files, but no README, hidden folder or link", () => {
    const stray = { stray: "x", README: "x", "readme.md": "x", empty: { deep: {} }, ".git": { config: "x" } };
    const root = folderWith({ ...twoClasses(1), ...stray });
    symlinkSync("ham", join(root, "linked"));
    expect(readFolders(root).problems).toEqual([
      { kind: "no class", where: "stray" },
      { kind: "empty class", where: "empty" },
    ]);
  });

  it("reports a class whose files are all left out by a pattern", () => {
    const root = folderWith({ ...twoClasses(1), art: { "a.png": "x" } });
    expect(readFolders(root, { exclude: ["**/*.png"] }).problems).toEqual([{ kind: "empty class", where: "art" }]);
  });

  it("throws a DataError under strict where a document cannot be read, and goes on without it otherwise", () => {
    const root = folderWith(twoClasses(1));
    const strict = readFolders(root, { strict: true });
    const lenient = readFolders(root);
    rmSync(join(root, "ham/0000.txt"));
    expect([...lenient]).toHaveLength(1);
    const gone = `${join(root, "ham/0000.txt")}: cannot be read: no such file or folder`;
    expect(() => [...strict]).toThrow(new DataError(gone));
    const unlisted: Problem = { kind: "unreadable", where: "ham", detail: "permission denied" };
    expect(() => new Corpus(strict.share(), { problems: [unlisted] })).toThrow(DataError);
  });

  it("throws a DataError where there is no corpus, and says what there is instead", () => {
    const root = folderWith({ file: "x" });
    const plain = "not a corpus, such as a folder with a folder per class: it is a plain file";
    for (const [name, why] of Object.entries({ none: "no such file or folder", file: plain, "file/x": plain })) {
      const path = join(root, name);
      expect(() => readFolders(path)).toThrow(new DataError(`${path}: ${why}`));
    }
    expect(() => readFolders(root)).toThrow(/: one file lies directly in it: move each into the folder of its class$/);
    expect(() => readFolders(temporaryFolder())).toThrow(/there are no documents \(hidden files/);
  });
});

describe("a file that is to be written", () => {
  const root = folderWith({ ham: { a: "letter", ".hidden": "x" }, spam: { b: "prize", deep: { c: "prize" } } });
  const corpus = readFolders(root);
  const required = (path: string) => () => corpus.requireFree(path);

  it("does not become a document of a class, by whatever way the path leads there", () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(root, link);
    for (const path of [join(root, "ham/report.html"), join(root, "spam/deep/model"), join(link, "ham/new")]) {
      expect(required(path)).toThrow(UsageError);
      expect(required(path)).toThrow(/would become a document of the class "(ham|spam)"/);
    }
  });

  it("may stand beside the classes, be hidden, or lie in a folder that is no class", () => {
    mkdirSync(join(root, "reports"));
    const free = ["report.html", "ham/.model", "ham/.hidden", "reports/a.html", "../a.html", "none/a.html"];
    for (const path of free) expect(required(join(root, path)), path).not.toThrow();
  });
});
