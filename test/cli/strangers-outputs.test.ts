import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, lchownSync, lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Any user but root. */
const STRANGER = 65534;

describe.skipIf(process.geteuid?.() !== 0)("a file of somebody else that a command replaces", () => {
  let umask = 0;
  beforeAll(() => {
    umask = process.umask(0o022);
  });
  afterAll(() => void process.umask(umask));

  const corpus = folderWith(twoClasses(4));

  /** Lets a command replace a stranger's file of mode 6777. */
  async function modeAfter(path: string, ...args: string[]): Promise<string> {
    writeFileSync(path, "");
    chownSync(path, STRANGER, STRANGER);
    chmodSync(path, 0o6777);
    expect(await thresher(args), args.join(" ")).toMatchObject({ code: 0 });
    const { mode, uid, size } = lstatSync(path);
    expect({ uid, isWritten: size > 0 }, args.join(" ")).toEqual({ uid: 0, isWritten: true });
    return (mode & 0o7777).toString(8);
  }

  it("gives neither its owner nor its mode to a model, predictions, a report, a plan or counts", async () => {
    const folder = temporaryFolder();
    const file = (name: string) => join(folder, name);
    const commands = [
      ["m.model", "train", corpus, "-m"],
      ["p.tsv", "evaluate", corpus, "--predictions"],
      ["r.html", "evaluate", corpus, "--report"],
      ["plan.json", "plan", corpus, "--shards", "1", "-o"],
    ];
    for (const [name, ...args] of commands) {
      expect(await modeAfter(file(name), ...args, file(name)), args.join(" ")).toBe("644");
    }
    const [plan, parts] = [file("plan.json"), file("parts")];
    const count = ["count", plan, "--shard", "0", "-o", parts];
    await thresher(count);
    expect(await modeAfter(join(parts, namesIn(parts)[0]), ...count)).toMatch(/^6(?:00|44)$/);
    expect(await modeAfter(file("m.model"), "merge", parts, "--plan", plan, "-m", file("m.model"))).toBe("644");
  });

  it("is no place for predictions if it is a pipe, which nobody may read, or a link to a device", async () => {
    const folder = temporaryFolder();
    const [pipe, own, link] = ["pipe", "own", "link"].map((name) => join(folder, name));
    for (const path of [pipe, own]) execFileSync("mkfifo", [path]);
    chownSync(pipe, STRANGER, STRANGER);
    symlinkSync(own, link);
    lchownSync(link, STRANGER, STRANGER);
    const faultOf = async (path: string) => {
      const { code, stderr } = await thresher(["evaluate", corpus, "--quiet", "--predictions", path]);
      return { code, stderr };
    };
    const fault = (path: string, why: string) => ({
      code: 1,
      stderr: `thresher: ${path} cannot be written to: ${why}\n`,
    });
    expect(await faultOf(pipe)).toEqual(
      fault(pipe, `it is a pipe of another user (uid ${STRANGER}): remove it, or name another file`),
    );
    expect(await faultOf(link)).toEqual(
      fault(
        link,
        `${link} is a symbolic link of another user (uid ${STRANGER}) to ${own}: name that file, or remove the link`,
      ),
    );
  });
});
