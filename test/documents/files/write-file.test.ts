import { chmodSync, lchownSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import * as files from "../../../src/documents/files/write-file.js";
import { refusing, trackingFiles, withCalls } from "../../helpers/faults-here.js";
import { bytesOf, namesIn, temporaryFolder } from "../../helpers/folder.js";

const { removeAbandoned, requirePlace, temporaryPrefix, writeAtomically } = files;
const bytes = (text: string) => Buffer.from(text);
const textAt = (path: string) => bytesOf(path).toString();
const keeping = (path: string, text: string) => writeAtomically(path, bytes(text), { keepPrevious: true });
const isRoot = process.geteuid?.() === 0;
const STRANGER = 4711;
/** Above the largest PID of Linux. */
const NO_PROCESS = 2 ** 22 + 1;

describe("writing a file at once", () => {
  it("closes all that it opens", () => {
    const path = join(temporaryFolder(), "model");
    const { open, calls } = trackingFiles();
    withCalls(calls, () => writeAtomically(path, bytes("one")));
    const fault = withCalls({ ...calls, fsyncSync: refusing("EIO") }, () => attempt(path));
    expect(fault).toMatch(/cannot be written: the device has a fault;/);
    expect(open).toEqual(new Set());
  });

  it("keeps no previous file where its name would be too long, or there are no links", () => {
    const folder = temporaryFolder();
    const long = join(folder, "m".repeat(250));
    for (const text of ["one", "two"]) keeping(long, text);
    expect(namesIn(folder)).toEqual(["m".repeat(250)]);
    const path = join(temporaryFolder(), "model");
    keeping(path, "one");
    withCalls({ linkSync: refusing("EPERM") }, () => keeping(path, "two"));
    expect(withCalls({ writeSync: refusing("ENOSPC") }, () => attempt(path))).toBe(
      `${path}: cannot be written: no space left on the device; an older file of that name is unchanged`,
    );
    expect(textAt(path)).toBe("two");
    expect(namesIn(join(path, ".."))).toEqual(["model"]);
  });

  it("writes where a link leads, whether anything is there or not, and gives a file the rights of the one before", () => {
    const folder = temporaryFolder();
    symlinkSync("target", join(folder, "link"));
    writeAtomically(join(folder, "link"), bytes("one"));
    expect(textAt(join(folder, "target"))).toBe("one");
    chmodSync(join(folder, "target"), 0o666);
    writeAtomically(join(folder, "link"), bytes("two"));
    expect(statSync(join(folder, "target")).mode & 0o777).toBe(0o666);
    expect(namesIn(folder)).toEqual(["link", "target"]);
    // As the system follows the links of a path.
    mkdirSync(join(folder, "a/b"), { recursive: true });
    symlinkSync("a/b", join(folder, "inside"));
    symlinkSync("../target", join(folder, "a/b/link"));
    writeAtomically(join(folder, "inside/link"), bytes("one"));
    expect(textAt(join(folder, "a/target"))).toBe("one");
    symlinkSync("loop", join(folder, "loop"));
    expect(() => requirePlace(join(folder, "loop"))).toThrow("loop: cannot be written: it is not a regular file");
  });

  it("keeps no special bits, and nothing that the file of somebody else allows", () => {
    const folder = temporaryFolder();
    const before = process.umask(0o022);
    try {
      const modeAfter = (mode: number, owner?: number) => {
        const path = join(folder, "model");
        rmSync(path, { force: true });
        writeFileSync(path, "old");
        if (owner !== undefined) lchownSync(path, owner, owner);
        chmodSync(path, mode);
        writeAtomically(path, bytes("new"));
        expect(textAt(path)).toBe("new");
        const { uid, mode: now } = lstatSync(path);
        expect(uid).toBe(process.geteuid?.());
        return (now & 0o7777).toString(8);
      };
      const own = [0o6777, 0o4755, 0o1666, 0o640, 0o400].map((mode) => modeAfter(mode));
      expect(own.join(" ")).toBe("777 755 666 640 400");
      if (!isRoot) return;
      const theirs = [0o6777, 0o4755, 0o666, 0o640, 0o600, 0].map((mode) => modeAfter(mode, STRANGER));
      expect(theirs.join(" ")).toBe("644 644 644 640 600 600");
    } finally {
      process.umask(before);
    }
  });

  it("leaves what others have given the name of a temporary file, if it cannot be removed", () => {
    const path = join(temporaryFolder(), "model");
    const left = join(path, "..", `${temporaryPrefix(path)}${NO_PROCESS}-abc.tmp`);
    mkdirSync(left);
    writeFileSync(left.replace("abc", "def"), "");
    removeAbandoned(path);
    expect(namesIn(join(path, ".."))).toEqual([`${basename(left)}/`]);
  });

  it.runIf(isRoot)("does not follow a link of another user", () => {
    const folder = temporaryFolder();
    const [path, secret] = ["model", "secret"].map((name) => join(folder, name));
    writeFileSync(secret, "mine");
    symlinkSync(secret, path);
    lchownSync(path, STRANGER, STRANGER);
    const refusal = `${path}: cannot be written: ${path} is a symbolic link of another user (uid ${STRANGER}) to ${secret}: name that file, or remove the link`;
    expect(() => requirePlace(path)).toThrow(refusal);
    expect(attempt(path)).toContain(refusal);
    expect(textAt(secret)).toBe("mine");
  });

  it("replaces a link in place of a name that Thresher has chosen, and of a previous file", () => {
    const folder = temporaryFolder();
    const [path, secret] = ["a.part", "secret"].map((name) => join(folder, name));
    writeFileSync(secret, "mine");
    symlinkSync(secret, path);
    symlinkSync(secret, `${path}.previous`);
    writeAtomically(path, bytes("one"), { isOwnName: true, mode: 0o600 });
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    keeping(path, "two");
    expect(lstatSync(`${path}.previous`).isFile()).toBe(true);
    expect(textAt(secret)).toBe("mine");
  });

  it("needs a folder, and nothing but a file in its place", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    expect(() => requirePlace(join(folder, "file"))).not.toThrow();
    expect(() => requirePlace(folder)).toThrow(/cannot be written: it is not a regular file; an older file/);
    expect(() => requirePlace(join(folder, "none/file"))).toThrow(/written: no such file or folder; an older file/);
  });
});

function attempt(path: string): string {
  try {
    keeping(path, "three");
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
