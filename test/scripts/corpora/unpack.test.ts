import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import type { ArchiveFormat } from "../../../scripts/corpora/archive.js";
import type { Layout } from "../../../scripts/corpora/layout.js";
import { unpack } from "../../../scripts/corpora/unpack.js";
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

/** Prepares to unpack an archive into `target`. An entry `../evil` would get to `outside`. */
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

const LETTERS = {
  "ham/00001.a": "From: a@example.com\n\nLunch at noon?\n",
  "ham/00002.b": "From: b@example.com\n\nThe minutes are attached.\n",
};
const ZIP_OF_TWO = zipSync({ top: { a: text("one"), é: text("two") }, readme: text("no") });

describe("unpack", async () => {
  it.each<[ArchiveFormat, Uint8Array, Record<string, string>]>([
    ["tar.gz", TAR, { "class/a": "one", "class/deep/b": "two" }],
    ["tar.bz2", EASY_HAM, LETTERS],
    ["zip", ZIP_OF_TWO, { "class/a": "one", "class/é": "two" }],
  ])("unpacks a .%s", async (format, archive, found) => {
    const { run, documents } = setUp(archive, format);
    expect(await run()).toBe(2);
    expect(documents()).toEqual(found);
  });

  it("keeps the later of two documents with one path, as tar does, and counts one", async () => {
    const archive = await packTar(["one", "two"].map((body) => ({ header: { name: "top/a", size: 3 }, body })));
    const { run, documents } = setUp(gzipSync(archive), "tar.gz");
    expect(await run()).toBe(1);
    expect(documents()).toEqual({ "class/a": "two" });
  });

  it.each(["../evil", "top/../../evil", "top/..", "//host/share", "/abs/evil", "C:/evil", "top\\..\\..\\evil"])(
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

  const BIG = "x".repeat(100_000);
  it.each<[string, ArchiveFormat, Uint8Array]>([
    ["a tar.gz with a large file", "tar.gz", await tarGz({ "top/big": BIG })],
    ["a tar.gz of zeros", "tar.gz", gzipSync(Buffer.alloc(10_000_000))],
    ["a tar.bz2 of zeros", "tar.bz2", ZEROS],
    ["a zip with a large file", "zip", zipSync({ "top/a": text(BIG) })],
  ])("refuses %s above the limit of bytes, and writes nothing", async (_, format, archive) => {
    const { run, documents } = setUp(archive, format);
    const limits = { entries: 10, bytes: 50_000 };
    await expect(run(limits)).rejects.toThrow(DataError);
    await expect(run(limits)).rejects.toThrow(/more than 50000 bytes|limit of 10 entries or 50000 bytes/);
    expect(() => documents()).toThrow("ENOENT");
  });

  it("refuses more entries than the limit", async () => {
    const { run } = setUp(await tarGz({ "top/a": "", "top/b": "", "top/c": "" }), "tar.gz");
    await expect(run({ entries: 2, bytes: 1e6 })).rejects.toThrow("exceeds the limit of 2 entries");
  });

  const LARGE_TAR = await packTar([{ header: { name: "top/a", size: 5000 }, body: "x".repeat(5000) }]);
  const ZIP = zipSync({ "top/a": [text("hello"), { level: 0 }] });
  const DAMAGED_ZIP = Buffer.from(ZIP);
  DAMAGED_ZIP[DAMAGED_ZIP.indexOf("hello")] ^= 1;
  it.each<[string, ArchiveFormat, Uint8Array]>([
    ["a tar that is cut short", "tar.gz", gzipSync(LARGE_TAR.subarray(0, 3000))],
    ["a gzip file that is cut short", "tar.gz", gzipSync(LARGE_TAR).subarray(0, 60)],
    ["a bzip2 file that is cut short", "tar.bz2", EASY_HAM.subarray(0, 100)],
    ["a zip that is cut short", "zip", ZIP.subarray(0, 60)],
    ["a zip with a wrong checksum", "zip", DAMAGED_ZIP],
    ["a web page", "tar.gz", text("<html>Please log in</html>")],
  ])("refuses %s", async (_, format, archive) => {
    const { run, file } = setUp(archive, format);
    await expect(run()).rejects.toThrow(DataError);
    await expect(run()).rejects.toThrow(`${file} cannot be unpacked`);
  });
});
