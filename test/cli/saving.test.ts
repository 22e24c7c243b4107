import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute, type Outcome, thresher, thresherAsNobody } from "../helpers/command.js";
import { expectFault, expectOneLine, outputOf } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";

const FAULT = fileURLToPath(new URL("../helpers/fault.mjs", import.meta.url));
const UNCHANGED = /cannot be written: .*; an older file of that name is unchanged$/m;

const small = folderWith({ ham: { a: "letter" }, spam: { b: "prize" } });
const large = folderWith(twoClasses(40));
let oldModel: Buffer;
let newModel: Buffer;

beforeAll(async () => {
  [oldModel, newModel] = await each([small, large], async (corpus) => {
    const path = join(temporaryFolder(), "model");
    await outputOf(["train", corpus, "-m", path]);
    return bytesOf(path);
  });
});

/** The files of a folder with the new model in it, and the old one. */
const BOTH = ["mail.model", "mail.model.previous"];

/** A folder with the old model in it. */
function withOldModel(): { folder: string; model: string } {
  const folder = folderWith({ "mail.model": oldModel });
  return { folder, model: join(folder, "mail.model") };
}

/** Trains on the large corpus while a call of the file system goes wrong. */
function trainWithFault(model: string, fault: string): Promise<Outcome> {
  return thresher(["train", large, "-m", model, "--jobs", "1"], { node: ["--import", FAULT], env: { FAULT: fault } });
}

describe.concurrent("saving a model", () => {
  it("replaces the old model by the new one, keeps the old one as .previous, and leaves nothing else", async () => {
    const { folder, model } = withOldModel();
    const stdout = await outputOf(["train", large, "-m", model]);
    expect(stdout).toContain(`; the one before is ${model}.previous. Sort with it:\n`);
    expect(bytesOf(model).equals(newModel)).toBe(true);
    expect(bytesOf(`${model}.previous`).equals(oldModel)).toBe(true);
    expect(namesIn(folder)).toEqual(BOTH);
  });

  it("removes the temporary file of a writer that was killed", async () => {
    const { folder, model } = withOldModel();
    await trainWithFault(model, "writeSync 3 SIGKILL");
    expect(namesIn(folder).filter((name) => /\.tmp$|\.lock$/.test(name))).toHaveLength(2);
    await outputOf(["train", large, "-m", model]);
    expect(namesIn(folder)).toEqual(BOTH);
  });

  it("writes the same file where the system writes piece by piece", async () => {
    const { folder, model } = withOldModel();
    expect(await trainWithFault(model, "fsyncSync 100 EIO")).toMatchObject({ code: 0, stderr: "" });
    expect(bytesOf(model).equals(newModel)).toBe(true);
    expect(namesIn(folder)).toEqual(BOTH);
  });

  const FAULTS = {
    "openSync 1 EROFS": "read-only file system",
    "writeSync 1 ENOSPC": "no space left on the device",
    "writeSync 3 ENOSPC": "no space left on the device",
    "writeSync 2 EDQUOT": "the quota is used up",
    "fsyncSync 1 EIO": "the device has a fault",
    "closeSync 1 EIO": "the device has a fault",
    // The first gives the old model its other name.
    "renameSync 2 EACCES": "permission denied",
  };
  it("leaves the old model byte for byte, and nothing else, at whatever step it fails", async () => {
    await each(Object.entries(FAULTS), async ([fault, said]) => {
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
    await outputOf(["train", large, "-m", link]);
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

describe.skipIf(process.geteuid?.() !== 0)("a file of somebody else that a command replaces", () => {
  /** Any user but root. */
  const STRANGER = 65534;

  it("gives neither its owner nor its mode to a model, predictions, a report, a plan or counts", async () => {
    const cwd = temporaryFolder();
    /** Lets a command replace a stranger's file of mode 6777, and returns its new mode. */
    const modeAfter = async (name: string, words: string) => {
      const path = join(cwd, name);
      writeFileSync(path, "");
      chownSync(path, STRANGER, STRANGER);
      chmodSync(path, 0o6777);
      expect(await thresher(words, { cwd }), words).toMatchObject({ code: 0 });
      const { mode, uid, size } = lstatSync(path);
      expect({ uid, isWritten: size > 0 }, words).toEqual({ uid: 0, isWritten: true });
      return (mode & 0o7777).toString(8);
    };
    const count = "count plan.json --shard 0 -o parts";
    expect(await modeAfter("m.model", `train ${large} -m m.model`)).toBe("644");
    expect(await modeAfter("p.tsv", `evaluate ${large} --predictions p.tsv`)).toBe("644");
    expect(await modeAfter("r.html", `evaluate ${large} --report r.html`)).toBe("644");
    expect(await modeAfter("plan.json", `plan ${large} --shards 1 -o plan.json`)).toBe("644");
    await outputOf(count, { cwd });
    expect(await modeAfter(`parts/${namesIn(join(cwd, "parts"))[0]}`, count)).toMatch(/^6(?:00|44)$/);
    expect(await modeAfter("m.model", "merge parts --plan plan.json -m m.model")).toBe("644");
  });

  it("is no place for predictions if it is a pipe, which nobody may read, or a link to a device", async () => {
    const folder = temporaryFolder();
    const [pipe, own, link] = ["pipe", "own", "link"].map((name) => join(folder, name));
    for (const path of [pipe, own]) execFileSync("mkfifo", [path]);
    chownSync(pipe, STRANGER, STRANGER);
    symlinkSync(own, link);
    lchownSync(link, STRANGER, STRANGER);
    const ofStranger = `of another user (uid ${STRANGER})`;
    for (const [path, why] of [
      [pipe, `it is a pipe ${ofStranger}: remove it, or name another file`],
      [link, `${link} is a symbolic link ${ofStranger} to ${own}: name that file, or remove the link`],
    ]) {
      const { code, stderr } = await thresher(["evaluate", large, "--quiet", "--predictions", path]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `thresher: ${path} cannot be written to: ${why}\n` });
    }
  });
});
