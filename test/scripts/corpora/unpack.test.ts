import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import type { ArchiveFormat } from "../../../scripts/corpora/archive.js";
import type { Layout } from "../../../scripts/corpora/layout.js";
import { quoted, safePath, unpack } from "../../../scripts/corpora/unpack.js";
import { DataError } from "../../../src/base/errors.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { EASY_HAM, tarGz, ZEROS } from "./archives.js";
import { contents } from "./folder.js";

const LAYOUT: Layout = {
  kind: "folders",
  folders: new Map([
    ["top", "class"],
    ["easy_ham", "ham"],
  ]),
  leaveOut: ["cmds"],
};

/** Unpacks an archive into `<folder>/target`; whatever gets out of there stands in the folder. */
function setUp(archive: Uint8Array, format: ArchiveFormat) {
  const folder = temporaryFolder();
  const file = join(folder, "archive");
  writeFileSync(file, archive);
  const target = join(folder, "target");
  return {
    file,
    outside: join(folder, "evil"),
    documents: () => contents(target),
    run: (limits?: { entries: number; bytes: number }) => unpack(file, format, LAYOUT, target, { limits }),
  };
}

const text = (content: string) => new TextEncoder().encode(content);

const TAR = await tarGz({ "top/a": "one", "./top/deep/b": "two", "other/c": "three", "top/cmds": "no" }, [
  { header: { name: "top/empty/", size: 0, type: "directory" } },
]);

describe("unpack", () => {
  it.each<[ArchiveFormat, Uint8Array, Record<string, string>]>([
    ["tar.gz", TAR, { "class/a": "one", "class/deep/b": "two" }],
    [
      "tar.bz2",
      EASY_HAM,
      {
        "ham/00001.a": "From: a@example.com\n\nLunch at noon?\n",
        "ham/00002.b": "From: b@example.com\n\nThe minutes are attached.\n",
      },
    ],
    [
      "zip",
      zipSync({ top: { a: text("one"), é: text("two") }, readme: text("no") }),
      { "class/a": "one", "class/é": "two" },
    ],
  ])("unpacks a .%s", async (format, archive, found) => {
    const { run, documents } = setUp(archive, format);
    expect(await run()).toBe(2);
    expect(documents()).toEqual(found);
  });

  it("counts a document that is there twice once and keeps the later one, as tar does", async () => {
    const archive = await packTar(["one", "two"].map((body) => ({ header: { name: "top/a", size: 3 }, body })));
    const { run, documents } = setUp(gzipSync(archive), "tar.gz");
    expect(await run()).toBe(1);
    expect(documents()).toEqual({ "class/a": "two" });
  });

  it.each(["../evil", "top/../../evil", "/abs/evil", "top\\..\\..\\evil"])(
    "refuses the entry %j and names it",
    async (name) => {
      const escaped = JSON.stringify(name);
      const tar = setUp(await tarGz({ [name]: "x" }), "tar.gz");
      await expect(tar.run()).rejects.toThrow(DataError);
      await expect(tar.run()).rejects.toThrow(escaped);
      const zip = setUp(zipSync({ [name]: text("x") }), "zip");
      await expect(zip.run()).rejects.toThrow(DataError);
      await expect(zip.run()).rejects.toThrow(name);
      expect([tar, zip].some(({ outside }) => existsSync(outside))).toBe(false);
    },
  );

  const LINKS: TarEntry["header"][] = [
    { name: "top/evil", size: 0, type: "symlink", linkname: "/etc" },
    { name: "top/evil", size: 0, type: "link", linkname: "../../evil" },
    { name: "top/evil", size: 0, type: "character-device" },
    { name: "other/evil", size: 0, type: "fifo" },
  ];

  it.each(LINKS)("refuses a $type in a tar", async (header) => {
    const { run } = setUp(await tarGz({}, [{ header }]), "tar.gz");
    await expect(run()).rejects.toThrow(`contains a ${header.type} "${header.name}"`);
  });

  it("refuses a link in a zip", async () => {
    const { run } = setUp(zipSync({ "top/evil": [text("/etc"), { os: 3, attrs: 0o120777 << 16 }] }), "zip");
    await expect(run()).rejects.toThrow('contains a symlink "top/evil"');
  });

  it("refuses more bytes than the limit, before they are written", async () => {
    const big = "x".repeat(100_000);
    const limits = { entries: 10, bytes: 50_000 };
    const bombs: [Uint8Array, ArchiveFormat][] = [
      [await tarGz({ "top/big": big }), "tar.gz"],
      [gzipSync(Buffer.alloc(10_000_000)), "tar.gz"],
      [ZEROS, "tar.bz2"],
      [zipSync({ "top/a": text(big) }), "zip"],
    ];
    for (const [bomb, format] of bombs) {
      const { run, documents } = setUp(bomb, format);
      await expect(run(limits)).rejects.toThrow(DataError);
      await expect(run(limits)).rejects.toThrow(/more|50000/);
      expect(() => documents()).toThrow("ENOENT");
    }
  });

  it("refuses more entries than the limit", async () => {
    const { run } = setUp(await tarGz({ "top/a": "", "top/b": "", "top/c": "" }), "tar.gz");
    await expect(run({ entries: 2, bytes: 1e6 })).rejects.toThrow("exceeds the limit of 2 entries");
  });

  it("refuses an archive that is cut short or damaged", async () => {
    const tar = await packTar([{ header: { name: "top/a", size: 5000 }, body: "x".repeat(5000) }]);
    const zip = zipSync({ "top/a": [text("hello"), { level: 0 }] });
    const changed = Buffer.from(zip);
    changed[changed.indexOf("hello")] ^= 1;
    const broken: [Uint8Array, ArchiveFormat][] = [
      [gzipSync(tar.subarray(0, 3000)), "tar.gz"],
      [gzipSync(tar).subarray(0, 60), "tar.gz"],
      [EASY_HAM.subarray(0, 100), "tar.bz2"],
      [zip.subarray(0, 60), "zip"],
      [changed, "zip"],
      [text("<html>Please log in</html>"), "tar.gz"],
    ];
    for (const [archive, format] of broken) {
      const { run, file } = setUp(archive, format);
      await expect(run()).rejects.toThrow(DataError);
      await expect(run()).rejects.toThrow(`${file} cannot be unpacked`);
    }
  });
});

describe("safePath", () => {
  it.each([
    ["20_newsgroups/sci.space/60181", "20_newsgroups/sci.space/60181"],
    ["./easy_ham/00001.a", "easy_ham/00001.a"],
    ["easy_ham//x/", "easy_ham/x"],
    ["./", ""],
    ["...", "..."],
    ["a/..b/c..", "a/..b/c.."],
  ])("takes %j as %j", (name, path) => {
    expect(safePath(name)).toBe(path);
  });

  const evil = ["../evil", "a/../../evil", "a/..", "..", "/abs", "//host/share", "a\\..\\evil", "C:/evil", "a:b"];
  it.each([...evil, "a\0b", "a\nb"])("refuses %j and names it", (name) => {
    expect(() => safePath(name)).toThrow(DataError);
    expect(() => safePath(name)).toThrow(quoted(name));
  });

  it("names an entry so that it cannot play tricks on the terminal", () => {
    expect(quoted("a\u001b[2Jb\u202ec\u{1f600}")).toBe('"a\\u001b[2Jb\\u{202e}c\\u{1f600}"');
  });
});
