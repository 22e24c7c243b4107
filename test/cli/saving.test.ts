import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute, type Outcome, thresher, thresherAsNobody } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses, write } from "../helpers/folder.js";

const FAULT = fileURLToPath(new URL("../helpers/fault.mjs", import.meta.url));
const UNCHANGED = /cannot be written: .*; an older file of that name is unchanged$/m;

const small = temporaryFolder();
const large = temporaryFolder();
let oldModel: Buffer;
let newModel: Buffer;

beforeAll(async () => {
  write(small, { ham: { a: "letter" }, spam: { b: "prize" } });
  write(large, twoClasses(40));
  [oldModel, newModel] = await Promise.all(
    [small, large].map(async (corpus) => {
      const path = join(corpus, "..", `${basename(corpus)}.model`);
      await thresher(["train", corpus, "-m", path]);
      const bytes = bytesOf(path);
      execFileSync("rm", [path]);
      return bytes;
    }),
  );
});

/** The files of a folder with the new model in it, and the old one. */
const BOTH = ["mail.model", "mail.model.previous"];

/** A folder with the old model in it. */
function withOldModel(): { folder: string; model: string } {
  const folder = temporaryFolder();
  const model = join(folder, "mail.model");
  writeFileSync(model, oldModel);
  return { folder, model };
}

/** Trains on the large corpus while a call of the file system goes wrong. */
function trainWithFault(model: string, fault: string): Promise<Outcome> {
  return thresher(["train", large, "-m", model, "--jobs", "1"], { node: ["--import", FAULT], env: { FAULT: fault } });
}

describe.concurrent("saving a model", () => {
  it("replaces the old model by the new one, keeps the old one beside it, and leaves nothing else", async () => {
    const { folder, model } = withOldModel();
    const { code, stdout, stderr } = await thresher(["train", large, "-m", model]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`; the one before is ${model}.previous. Sort with it:\n`);
    expect(bytesOf(model).equals(newModel)).toBe(true);
    expect(bytesOf(`${model}.previous`).equals(oldModel)).toBe(true);
    expect(namesIn(folder)).toEqual(BOTH);
  });

  it("removes the temporary file of a writer that was killed", async () => {
    const { folder, model } = withOldModel();
    await trainWithFault(model, "writeSync 3 SIGKILL");
    expect(namesIn(folder).filter((name) => /\.tmp$|\.lock$/.test(name))).toHaveLength(2);
    expect(await thresher(["train", large, "-m", model])).toMatchObject({ code: 0, stderr: "" });
    expect(namesIn(folder)).toEqual(BOTH);
  });

  it("writes the same file where the system writes piece by piece", async () => {
    const { folder, model } = withOldModel();
    expect(await trainWithFault(model, "fsyncSync 100 EIO")).toMatchObject({ code: 0, stderr: "" });
    expect(bytesOf(model).equals(newModel)).toBe(true);
    expect(namesIn(folder)).toEqual(BOTH);
  });

  const FAULTS = [
    ["openSync 1 EROFS", "read-only file system"],
    ["writeSync 1 ENOSPC", "no space left on the device"],
    ["writeSync 3 ENOSPC", "no space left on the device"],
    ["writeSync 2 EDQUOT", "the quota is used up"],
    ["fsyncSync 1 EIO", "the device has a fault"],
    ["closeSync 1 EIO", "the device has a fault"],
    // The first gives the old model its other name.
    ["renameSync 2 EACCES", "permission denied"],
  ];
  it("leaves the old model byte for byte, and nothing else, at whatever step it fails", async () => {
    await each(FAULTS, async ([fault, said]) => {
      const { folder, model } = withOldModel();
      const outcome = await trainWithFault(model, fault);
      expectFault(outcome, 1, UNCHANGED, fault);
      expect(outcome.stderr).toContain(`${model}: `);
      expect(outcome.stderr).toContain(`cannot be written: ${said};`);
      expect(bytesOf(model).equals(oldModel), fault).toBe(true);
      expect(namesIn(folder), fault).toEqual(fault.startsWith("rename") ? BOTH : ["mail.model"]);
    });
  });

  it("leaves the old model, and nothing else, when the limit on the size of files is reached", async () => {
    const { folder, model } = withOldModel();
    // The signal that comes with the limit would kill the process; a full disk sends none.
    const ignoring = "data:text/javascript,process.on('SIGXFSZ',()=>{})";
    const command = [process.execPath, "--import", ignoring, COMMAND, "train", large, "-m", model];
    const outcome = await execute("sh", ["-c", 'ulimit -f 1 && exec "$@"', "sh", ...command]);
    expectFault(outcome, 1, /cannot be written: the file would be larger than is allowed;/);
    expect(bytesOf(model).equals(oldModel)).toBe(true);
    expect(namesIn(folder)).toEqual(["mail.model"]);
  });

  const CALLS = [
    ...["openSync 1", "writeSync 1", "writeSync 2", "writeSync 9", "fsyncSync 1", "closeSync 1"],
    ...["linkSync 1", "linkSync 2", "renameSync 1", "renameSync 2", "fsyncSync 2"],
  ];
  it("leaves the old model or the new one, whole, at whatever step it is killed", async () => {
    await each(CALLS, async (call) => {
      const { model } = withOldModel();
      const { signal } = await trainWithFault(model, `${call} SIGKILL`);
      expect(signal, call).toBe("SIGKILL");
      // The second sync is that of the folder, after the renaming.
      expect(bytesOf(model).equals(call === "fsyncSync 2" ? newModel : oldModel), call).toBe(true);
    });
  });

  it("goes to where a symbolic link points, and the link goes on pointing there", async () => {
    const { folder, model } = withOldModel();
    const link = join(temporaryFolder(), "link");
    symlinkSync(model, link);
    expect(await thresher(["train", large, "-m", link])).toMatchObject({ code: 0, stderr: "" });
    expect(readlinkSync(link)).toBe(model);
    expect(bytesOf(model).equals(newModel)).toBe(true);
    expect(namesIn(folder)).toEqual(BOTH);
  });
});

describe.concurrent("saving a model to an impossible place", () => {
  it.each<[name: string, why: string]>([
    ["missing/model", "no such file or folder"],
    ["folder", "it is not a regular file"],
    ["pipe", "it is not a regular file"],
    ["file/model", "a part of the path is not a folder"],
    ["", ""],
  ])("is refused, and nothing changes: %j", async (name, why) => {
    const folder = folderWith({ folder: { inside: "text" }, file: "text" });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expectFault(await thresher(["train", small, "-m", name], { cwd: folder }), 1, `${name}: cannot be written: ${why}`);
    expect(namesIn(folder)).toEqual(["file", "folder/", "folder/inside", "pipe"]);
    expect(lstatSync(join(folder, "pipe")).isFIFO()).toBe(true);
  });

  it("is refused when it is a device, also through a link, and the device stays one", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    symlinkSync("/dev/null", join(folder, "link"));
    // Not as root: a fault here would replace the machine's own device.
    for (const path of ["/dev/null", join(folder, "link")]) {
      const { code, stderr } = await thresherAsNobody(["train", small, "-m", path]);
      expect(code).toBe(1);
      expectOneLine(stderr, /cannot be written: it is not a regular file;/);
    }
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(namesIn(folder)).toEqual(["link"]);
  });
});
