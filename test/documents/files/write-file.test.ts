import { chmodSync, closeSync, openSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requirePlace, writeAtomically } from "../../../src/documents/files/write-file.js";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { bytesOf, namesIn, temporaryFolder } from "../../helpers/folder.js";

const bytes = (text: string) => Buffer.from(text);

describe("writing a file at once", () => {
  it("closes all that it opens", () => {
    const path = join(temporaryFolder(), "model");
    const open = new Set<number>();
    const calls = {
      openSync: (...args: Parameters<typeof openSync>) => {
        const file = openSync_(...args);
        open.add(file);
        return file;
      },
      closeSync: (file: number) => {
        closeSync_(file);
        open.delete(file);
      },
    };
    const [openSync_, closeSync_] = [openSync, closeSync];
    withCalls(calls, () => writeAtomically(path, bytes("one")));
    expect(withCalls({ ...calls, fsyncSync: refusing("EIO") }, () => attempt(path))).toMatch(
      /cannot be written: the device has a fault;/,
    );
    expect(open).toEqual(new Set());
  });

  it("keeps no previous file where its name would be too long, and copies it where there are no links", () => {
    const folder = temporaryFolder();
    const long = join(folder, "m".repeat(250));
    for (const text of ["one", "two"]) writeAtomically(long, bytes(text), true);
    expect(namesIn(folder)).toEqual(["m".repeat(250)]);
    const path = join(temporaryFolder(), "model");
    writeAtomically(path, bytes("one"), true);
    withCalls({ linkSync: refusing("EPERM") }, () => writeAtomically(path, bytes("two"), true));
    expect([path, `${path}.previous`].map((name) => bytesOf(name).toString())).toEqual(["two", "one"]);
    const full = { linkSync: refusing("EPERM"), copyFileSync: refusing("ENOSPC") };
    expect(withCalls(full, () => attempt(path))).toBe(
      `${path}.previous: cannot be written: no space left on the device; an older file of that name is unchanged`,
    );
    expect(bytesOf(path).toString()).toBe("two");
    expect(namesIn(join(path, ".."))).toEqual(["model", "model.previous"]);
  });

  it("writes where a link leads, whether anything is there or not, and gives a file the rights of the one before", () => {
    const folder = temporaryFolder();
    symlinkSync("target", join(folder, "link"));
    writeAtomically(join(folder, "link"), bytes("one"));
    expect(bytesOf(join(folder, "target")).toString()).toBe("one");
    chmodSync(join(folder, "target"), 0o666);
    writeAtomically(join(folder, "link"), bytes("two"));
    expect(statSync(join(folder, "target")).mode & 0o777).toBe(0o666);
    expect(readdirSync(folder).sort()).toEqual(["link", "target"]);
  });

  it("needs a folder, and nothing but a file in its place", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    expect(() => requirePlace(join(folder, "file"))).not.toThrow();
    expect(() => requirePlace(folder)).toThrow(/cannot be written: it is not a regular file; an older file/);
    expect(() => requirePlace(join(folder, "none/file"))).toThrow(
      /cannot be written: no such file or folder; an older file/,
    );
  });
});

function attempt(path: string): string {
  try {
    writeAtomically(path, bytes("three"), true);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
