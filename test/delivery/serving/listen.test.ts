import { chownSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { MessageAnswer } from "../../../src/delivery/filter/decide.js";
import { addressOf } from "../../../src/delivery/serving/address.js";
import { askServer } from "../../../src/delivery/serving/ask-server.js";
import { listen, type SocketAccess } from "../../../src/delivery/serving/listen.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { framed } from "../../../src/delivery/serving/protocols/framed.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";

const isRoot = process.getuid?.() === 0;
const STRANGER = 54_321;
const ranking = [{ label: "ham", probability: 1 }];
const answerOf = (model: string): MessageAnswer => ({ model, logOdds: 1, ranking, knowsWords: true });
const FIRST = answerOf("00000001");
const SECOND = answerOf("00000002");
const serverOf = (answer: MessageAnswer) =>
  new MessageServer(framed({ answer: () => answer }), { connections: 10, patience: 60_000 });
const ask = (path: string) => askServer(addressOf(path), Buffer.from("letter"), 60_000);

/** Starts a server at a socket. @returns ends it */
async function started(path: string, answer = FIRST, access: SocketAccess = {}) {
  const place = await listen(serverOf(answer), { path }, access);
  return () => place.stop();
}

/** A socket that nobody listens at, as a server that was killed leaves it. */
async function deadSocket(path: string): Promise<void> {
  const other = createServer().listen(`${path}.then`);
  await new Promise((resolve) => other.once("listening", resolve));
  renameSync(`${path}.then`, path);
  await new Promise((resolve) => other.close(resolve));
}

describe("listen", () => {
  let folder = "";
  let path = "";
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "socket");
  });

  it("makes a socket that nobody else may write to, and removes it when it leaves", async () => {
    const end = await started(path);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(namesIn(folder)).toEqual(["socket"]);
    expect(await ask(path)).toEqual(FIRST);
    const ended = end();
    expect(namesIn(folder)).toEqual([]);
    await ended;
    // It replaces a dead socket of the same user.
    await deadSocket(path);
    const endSecond = await started(path, SECOND);
    expect([await ask(path), namesIn(folder)]).toEqual([SECOND, ["socket"]]);
    await endSecond();
  });

  it("refuses to replace a link, even one that leads nowhere", async () => {
    writeFileSync(join(folder, "other"), "");
    await deadSocket(path);
    for (const [name, target] of Object.entries({ nowhere: "none", file: "other", dead: "socket" })) {
      const link = join(folder, name);
      symlinkSync(target, link);
      await expect(listen(serverOf(FIRST), { path: link }), name).rejects.toThrow(
        `cannot listen at ${link}: a link has that name; remove it, or name another place`,
      );
      expect(readlinkSync(link)).toBe(target);
    }
    expect(namesIn(folder)).toEqual(["dead", "file", "nowhere", "other", "socket"]);
  });

  it.runIf(isRoot)("refuses to replace the dead socket of another user, and names that user", async () => {
    await deadSocket(path);
    chownSync(path, STRANGER, STRANGER);
    await expect(listen(serverOf(FIRST), { path })).rejects.toThrow(
      `cannot listen at ${path}: a socket of another user (uid ${STRANGER}) has that name; remove it, or name another place`,
    );
    expect(lstatSync(path).uid).toBe(STRANGER);
  });

  it("does not remove the socket of a later server", async () => {
    const endFirst = await started(path);
    rmSync(path);
    const endSecond = await started(path, SECOND);
    await endFirst();
    expect(await ask(path)).toEqual(SECOND);
    await endSecond();
    expect(namesIn(folder)).toEqual([]);
  });

  it.each<readonly [SocketAccess, number]>([
    [{ mode: 0o666 }, 0o666],
    ...(isRoot ? [[{ group: STRANGER }, 0o660] as const] : []),
  ])("gives the socket the requested mode and group under any umask: %j", async (access, mode) => {
    const before = process.umask(0o077);
    const end = await started(path, FIRST, access).finally(() => process.umask(before));
    expect(lstatSync(path).mode & 0o777).toBe(mode);
    if (access.group !== undefined) expect(lstatSync(path)).toMatchObject({ uid: 0, gid: STRANGER });
    await end();
  });

  it("refuses a folder whose path is too long for a socket", async () => {
    const long = join(folder, "x".repeat(200)).slice(0, 104);
    await expect(listen(serverOf(FIRST), { path: join(long, "s") })).rejects.toThrow(
      /^cannot listen at .*: the path of its folder is too long for a socket/,
    );
  });
});
