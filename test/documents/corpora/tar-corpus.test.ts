import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { fileOf, type TarFile, tarOf } from "../containers.js";

const TWO: readonly TarFile[] = [
  { path: "ham/a", content: "letter" },
  { path: "spam/b", content: "prize" },
];

function opened(files: readonly TarFile[], options = {}) {
  return openCorpus(fileOf("mail.tar", tarOf(files)), options);
}

const texts = (corpus: Iterable<{ id: string; bytes: Uint8Array }>) =>
  Array.from(corpus, ({ id, bytes }) => `${id}: ${Buffer.from(bytes).toString()}`);

describe("a tar archive as a corpus", () => {
  it("has its classes in the folders below those that everything is in, a README among them or not", () => {
    for (const around of ["", "./", "mail/", "./some/where/"]) {
      const files = [...TWO, { path: "README.txt", content: "about" }];
      const inside = files.map((file) => ({ ...file, path: around + file.path }));
      const corpus = opened([{ path: around || ".", type: "5" }, ...inside]);
      expect(corpus).toMatchObject({ labels: ["ham", "spam"], ids: ["ham/a", "spam/b"], problems: [] });
      expect(texts(corpus)).toEqual(["ham/a: letter", "spam/b: prize"]);
    }
  });

  it("has one class if there is one folder, and no document in the folder above", () => {
    expect(opened([{ path: "ham/a" }, { path: "ham/deep/b" }]).labels).toEqual(["ham"]);
  });

  it("has the last of several files of one path, as unpacking would leave it", () => {
    const corpus = opened([...TWO, { path: "./ham/a", content: "new" }]);
    expect(texts(corpus)).toEqual(["spam/b: prize", "ham/a: new"]);
  });

  it("reports files without a class, links, devices and paths that lead out, and leaves out what is hidden", () => {
    const link = { path: "ham/link", type: "2" };
    const others = ["ham/../../etc/passwd", "/etc/ham/passwd", "ham/._a", ".git/config"].map((path) => ({ path }));
    const { problems, ids } = opened([...TWO, { path: "stray" }, link, { path: "ham/pipe", type: "6" }, ...others]);
    expect(ids).toEqual(["ham/a", "spam/b"]);
    const out = "a path that leads out of the archive";
    expect(problems.map(({ kind, where, detail }) => `${kind}: ${where}: ${detail}`)).toEqual([
      ...["unreadable: ham/link: a link", "unreadable: ham/pipe: a device or pipe"],
      ...[
        `unreadable: ham/../../etc/passwd: ${out}`,
        `unreadable: etc/ham/passwd: ${out}`,
        "no class: stray: undefined",
      ],
    ]);
    expect(() => opened([...TWO, link], { strict: true })).toThrow(/ham\/link: cannot be read: a link$/);
  });

  it("unpacks the files that are packed, reports those that cannot be, and takes the beginning of large ones", () => {
    const corpus = opened([
      ...TWO,
      { path: "ham/c.eml.gz", content: gzipSync("packed") },
      { path: "ham/d.gz", content: gzipSync("broken").subarray(0, 9) },
      { path: "ham/e.gz", content: gzipSync(Buffer.alloc(MAX_DOCUMENT_BYTES + 9, "a")) },
    ]);
    const documents = ["ham/a: letter", "spam/b: prize", "ham/c.eml.gz: packed", `ham/e.gz: ${"a".repeat(20)}`];
    expect(texts(corpus).map((text) => text.slice(0, 30))).toEqual(documents);
    expect(corpus.problems).toEqual([
      { kind: "unreadable", where: "ham/d.gz", detail: "damaged gzip: unexpected end of file" },
      { kind: "truncated", where: "ham/e.gz" },
    ]);
  });
});
