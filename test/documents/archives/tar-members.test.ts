import { packTar } from "modern-tar";
import { describe, expect, it } from "vitest";
import { ArchiveFault } from "../../../src/documents/archives/archive.js";
import { type TarMember, tarContent, tarMembers } from "../../../src/documents/archives/tar-members.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { signHeader, tarOf } from "../containers.js";
import { windowOf } from "../pieces.js";

/** The members with their contents, and the fault at the end. */
function read(archive: Uint8Array, isRead: (member: TarMember) => boolean = () => true) {
  const window = windowOf(archive, 700);
  const members: (TarMember & { text: string })[] = [];
  let fault: string | undefined;
  try {
    for (const member of tarMembers(window)) {
      members.push({ ...member, text: isRead(member) ? tarContent(window, member).toString() : "" });
    }
  } catch (error) {
    expect(error).toBeInstanceOf(ArchiveFault);
    fault = (error as Error).message;
  }
  return { members, fault };
}

/** A record of an extended header, whose length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length)
    length = String(length).length + Buffer.byteLength(rest);
  return `${length}${rest}`;
}

describe("a tar archive", () => {
  it("gives the members that another program put in, names of any length and alphabet among them", async () => {
    const long = [`${"long/".repeat(30)}name`, `${"x".repeat(200)}.eml`, "p".repeat(99), "p".repeat(101)];
    const names = ["a", "dir/b c", "Grüße/漢字", ...long];
    const files = names.map((path, i) => ({ path, size: 300 * i, text: "é".repeat(150 * i) }));
    const mtime = new Date("2024-05-06T07:08:09Z");
    const packed = files.map(({ path: name, size, text }) => ({ header: { name, size, mtime }, body: text }));
    const archive = await packTar(packed);
    const members = files.map((file) => ({ ...file, type: "file", modified: mtime.getTime() }));
    expect(read(archive)).toMatchObject({ members, fault: undefined });
    const one = read(archive, ({ path }) => path === long[0]);
    expect(one.members.map(({ text }) => text)).toEqual(["", "", "", files[3].text, "", "", ""]);
  });

  it("knows long names of GNU tar, names in two parts, and sizes that octal digits have no room for", () => {
    const prefixed = tarOf([{ path: "end", content: "x" }]).subarray(0, 1024);
    prefixed.write("some/where", 345);
    signHeader(prefixed.subarray(0, 512));
    const binary = "\x80\0\0\0\0\0\0\0\0\0\0\x05";
    const archive = Buffer.concat([
      tarOf([{ path: "././@LongLink", type: "L", content: `${"n".repeat(150)}\0` }]).subarray(0, 1024),
      tarOf([{ path: "short", content: "first" }]).subarray(0, 1024),
      tarOf([{ path: "././@LongLink", type: "K", content: "target\0" }]).subarray(0, 1024),
      prefixed,
      tarOf([{ path: "big", content: "12345", size: binary }]),
    ]);
    expect(read(archive).members).toMatchObject([
      { path: "n".repeat(150), text: "first" },
      { path: "some/where/end", text: "x" },
      { path: "big", size: 5, text: "12345" },
    ]);
  });

  it("takes from extended headers the path, the size and the time, of one member or of all, and nothing else", () => {
    const archive = tarOf([
      { path: "pax", type: "g", content: paxRecord("mtime", "1000.5") },
      { path: "pax", type: "x", content: paxRecord("path", "ham/漢") + paxRecord("size", "3") + paxRecord("uid", "0") },
      { path: "short", content: "abc" },
      { path: "plain", content: "d" },
      { path: "pax", type: "x", content: `${paxRecord("size", "-1")}junk` },
      { path: "odd", content: "e" },
    ]);
    expect(read(archive).members).toMatchObject([
      { path: "ham/漢", size: 3, modified: 1_000_500, text: "abc" },
      { path: "plain", size: 1, modified: 1_000_500, text: "d" },
      { path: "odd", size: 1, text: "e" },
    ]);
  });

  it("has no time of a member where a header says one that no calendar reaches", () => {
    const written = (mtime: string) =>
      read(tarOf([{ path: "pax", type: "x", content: paxRecord("mtime", mtime) }, { path: "a" }])).members;
    const times = ["1e300", "-99999999999999", "1e308"].map((mtime) => written(mtime)[0].modified);
    expect(times).toEqual([undefined, undefined, undefined]);
    // An empty value leaves what the header itself says (POSIX, pax).
    expect(written("")).toEqual(read(tarOf([{ path: "a" }])).members);
  });

  it("tells links, devices and folders from files", () => {
    const types = ["0", "\0", "1", "2", "3", "4", "5", "6", "7", "S"];
    const archive = tarOf([...types.map((type, i) => ({ path: `m${i}`, type })), { path: "old/", type: "\0" }]);
    expect(read(archive).members.map(({ type }) => type)).toEqual(
      "file file link link device device folder device file sparse folder".split(" "),
    );
  });

  it("passes over a sparse file, whatever its map of holes says, and gives what comes after it", () => {
    const after = tarOf([{ path: "b", content: "after" }]);
    // A list of holes goes on in blocks behind the header: here in two, with overlapping and huge numbers.
    const [header, block] = [Buffer.alloc(512), Buffer.alloc(512, "x")];
    tarOf([{ path: "ham/a", type: "S", content: "x".repeat(300) }]).copy(header);
    header.write("77777777777\x0077777777777\x00", 386);
    header[482] = 1;
    signHeader(header);
    const holes = [1, 0].map((isMore) => Buffer.alloc(512, "7").fill(isMore, 504));
    const gnu = Buffer.concat([header, ...holes, block, after]);
    const members = [
      { path: "ham/a", type: "sparse" },
      { path: "b", text: "after" },
    ] as const;
    expect(read(gnu, ({ type }) => type === "file")).toMatchObject({ members, fault: undefined });
    expect(read(gnu.subarray(0, 900)).fault).toBe("damaged tar archive: a list of holes is cut");
    // The records of pax have the name that the file really has.
    const records = { major: "1", name: "ham/a", map: "0,9,5,999999999999" };
    const content = Object.entries(records).map(([key, value]) => paxRecord(`GNU.sparse.${key}`, value));
    const pax = tarOf([
      { path: "pax", type: "x", content: content.join("") },
      { path: "ham/GNUSparseFile.1/a", content: "1\n0\n5\n" },
      { path: "b", content: "after" },
    ]);
    expect(read(pax, ({ type }) => type === "file").members).toMatchObject(members);
  });

  it("takes sizes with leading zeros, and no content of links and folders that have a size", () => {
    const archive = tarOf([
      { path: "pax", type: "x", content: paxRecord("size", "000000000000000000003") },
      { path: "a", content: "abc", size: "00000000001" },
      { path: "link", type: "1", size: "00000000700" },
      { path: "folder/", type: "0", size: "00000000700" },
      { path: "label", type: "V" },
      { path: "names", type: "D", content: "Yb\0\0" },
      { path: "b", content: "b" },
    ]);
    const { members, fault } = read(archive);
    expect(members.map(({ path, type, size, text }) => `${path} ${type} ${size} ${text}`.trim())).toEqual([
      ...["a file 3 abc", "link link 0", "folder/ folder 0", "label label 0", "names folder 4 Yb\0\0", "b file 1 b"],
    ]);
    expect(fault).toBeUndefined();
  });

  it("gives no more of a file than of any document, and what comes after it", () => {
    const content = Buffer.alloc(MAX_DOCUMENT_BYTES + 600, "a");
    const members = ["huge", "b"].map((path) => ({ path, content: path === "b" ? "b" : content }));
    const [huge, after] = read(tarOf(members)).members;
    expect([huge.text.length, huge.size]).toEqual([MAX_DOCUMENT_BYTES + 1, MAX_DOCUMENT_BYTES + 600]);
    expect(after.text).toBe("b");
  });

  it("that is damaged gives the members before the fault, and says what it is", () => {
    const archive = tarOf([
      { path: "a", content: "first" },
      { path: "b", content: "x".repeat(600) },
    ]);
    const altered = Buffer.from(archive);
    altered[1024 + 3] = 1;
    const within = "tar archive that ends within a file";
    const [size, cut] = ["a size is not a number", "an extended header is cut"].map(
      (why) => `damaged tar archive: ${why}`,
    );
    const alone = [{ path: "a" }, { path: "pax", type: "x", content: paxRecord("path", "b") }];
    for (const [damaged, before, fault] of [
      [altered, ["a"], "damaged tar archive: a header's checksum is wrong"],
      [archive.subarray(0, 1024 + 700), ["a"], within],
      [archive.subarray(0, 1024 + 100), ["a"], "tar archive that ends within a header"],
      [tarOf([{ path: "a", size: "12x45678901" }]), [], size],
      [tarOf([{ path: "a", size: "\xff".repeat(12) }]), [], size],
      [tarOf([{ path: "a", type: "x", size: "77777777777" }]), [], cut],
      [tarOf([{ path: "a", type: "L", size: "00000100000" }]), [], cut],
      [tarOf(alone), ["a"], "tar archive that ends after an extended header"],
      [Buffer.alloc(0), [], undefined],
    ] as const) {
      expect(read(damaged)).toMatchObject({ members: before.map((path) => ({ path })), fault });
    }
    const unread = { members: [{ path: "a" }, { path: "b" }], fault: within };
    expect(read(archive.subarray(0, 1024 + 700), () => false)).toMatchObject(unread);
  });
});
