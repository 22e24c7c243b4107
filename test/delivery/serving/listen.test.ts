import fs from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import type { Permissions } from "../../../src/base/only-ours.js";
import type { MessageAnswer } from "../../../src/delivery/filter/decide.js";
import { addressOf, addressText, passedSockets } from "../../../src/delivery/serving/address.js";
import { askServer } from "../../../src/delivery/serving/ask-server.js";
import { listen, type SocketAccess } from "../../../src/delivery/serving/listen.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { framed } from "../../../src/delivery/serving/protocols/framed.js";
import { folderOfOthers } from "../../../src/delivery/serving/trusted-socket.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";

const isRoot = process.getuid?.() === 0;
/** A user who is not root and does not run the tests. */
const STRANGER = 54_321;
const ask = (path: string) => askServer(addressOf(path), Buffer.from("a secret letter"), 60_000);

describe("an address", () => {
  it("is a port of this machine if it has only digits, and otherwise a path", () => {
    expect(addressOf("4321")).toEqual({ port: 4321, host: "127.0.0.1" });
    expect(addressOf("./4321")).toEqual({ path: "./4321" });
    for (const text of ["0", "65535", "/run/thresher"]) expect(addressText(addressOf(text))).toBe(text);
  });

  it("is refused if the system would change it", () => {
    for (const text of ["", "65536", "99999999999999999999", "a\0b", "x".repeat(108), "ü".repeat(54)]) {
      expect(() => addressOf(text), text).toThrow(UsageError);
    }
    // As long as can be: what sockaddr_un has room for, and a NUL.
    const most = process.platform === "linux" ? 107 : 103;
    expect(addressOf("x".repeat(most))).toEqual({ path: "x".repeat(most) });
    expect(() => addressOf("x".repeat(most + 1))).toThrow(`has ${most + 1} bytes: use one of at most ${most}`);
  });

  it("may be a socket that systemd passes: they have numbers from 3 on, and must have the names of their units", () => {
    const NAMES = ["filter", "learn", "spamd"];
    const passed = (names: string | undefined, pid = "17") => {
      const count = String(names?.split(":").length ?? 1);
      const sockets = passedSockets({ LISTEN_PID: pid, LISTEN_FDS: count, LISTEN_FDNAMES: names }, 17, NAMES);
      return sockets.map(({ name, fd }) => `${name} ${fd}`);
    };
    expect(passed("spamd:filter:spamd")).toEqual(["spamd 3", "filter 4", "spamd 5"]);
    // The variables were set for another process, or not at all.
    expect([passed("filter", "16"), passedSockets({}, 17, NAMES)]).toEqual([[], []]);
    for (const names of ["thresher.socket", undefined]) {
      const shown = JSON.stringify(names ?? "");
      const fault = `systemd has passed a socket with the name ${shown}: set FileDescriptorName to filter, learn, spamd`;
      expect(() => passed(names)).toThrow(fault);
    }
  });
});

describe("listen", () => {
  const answerOf = (model: string): MessageAnswer => {
    return { model, logOdds: 1, ranking: [{ label: "ham", probability: 1 }], knowsWords: true };
  };
  const [FIRST, SECOND] = [answerOf("00000001"), answerOf("00000002")];
  const listening = (path: string, answer = FIRST, access: SocketAccess = {}) => {
    const server = new MessageServer(framed({ answer: () => answer }), { connections: 10, patience: 60_000 });
    return listen(server, { path }, access);
  };

  /** A socket that nobody listens at, as a server that was killed leaves it. */
  async function deadSocket(path: string): Promise<void> {
    const other = createServer().listen(`${path}.then`);
    await new Promise((resolve) => other.once("listening", resolve));
    fs.renameSync(`${path}.then`, path);
    await new Promise((resolve) => other.close(resolve));
  }

  let [folder, path] = ["", ""];
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "socket");
  });

  it("makes a socket that nobody else may write to, and removes it when it leaves", async () => {
    const first = await listening(path);
    expect(fs.lstatSync(path).mode & 0o777).toBe(0o600);
    expect(namesIn(folder)).toEqual(["socket"]);
    expect(await ask(path)).toEqual(FIRST);
    const ended = first.stop();
    expect(namesIn(folder)).toEqual([]);
    await ended;
    // It replaces a dead socket of the same user.
    await deadSocket(path);
    const second = await listening(path, SECOND);
    expect([await ask(path), namesIn(folder)]).toEqual([SECOND, ["socket"]]);
    await second.stop();
  });

  it("refuses to replace a link, even one that leads nowhere", async () => {
    fs.writeFileSync(join(folder, "other"), "");
    await deadSocket(path);
    for (const [name, target] of Object.entries({ nowhere: "none", file: "other", dead: "socket" })) {
      const link = join(folder, name);
      fs.symlinkSync(target, link);
      const fault = `cannot listen at ${link}: a link has that name; remove it, or name another place`;
      await expect(listening(link), name).rejects.toThrow(fault);
      expect(fs.readlinkSync(link)).toBe(target);
    }
    expect(namesIn(folder)).toEqual(["dead", "file", "nowhere", "other", "socket"]);
  });

  it.runIf(isRoot)("refuses to replace the dead socket of another user, and names that user", async () => {
    await deadSocket(path);
    fs.chownSync(path, STRANGER, STRANGER);
    const whose = `a socket of another user (uid ${STRANGER}) has that name; remove it, or name another place`;
    await expect(listening(path)).rejects.toThrow(`cannot listen at ${path}: ${whose}`);
    expect(fs.lstatSync(path).uid).toBe(STRANGER);
  });

  it("does not remove the socket of a later server", async () => {
    const first = await listening(path);
    fs.rmSync(path);
    const second = await listening(path, SECOND);
    await first.stop();
    expect(await ask(path)).toEqual(SECOND);
    await second.stop();
    expect(namesIn(folder)).toEqual([]);
  });

  it.each<readonly [SocketAccess, number]>([
    [{ mode: 0o666 }, 0o666],
    ...(isRoot ? [[{ group: STRANGER }, 0o660] as const] : []),
  ])("gives the socket the requested mode and group under any umask: %j", async (access, mode) => {
    const before = process.umask(0o077);
    const place = await listening(path, FIRST, access).finally(() => process.umask(before));
    expect(fs.lstatSync(path).mode & 0o777).toBe(mode);
    if (access.group !== undefined) expect(fs.lstatSync(path)).toMatchObject({ uid: 0, gid: STRANGER });
    await place.stop();
  });

  it("refuses a folder whose path is too long for a socket", async () => {
    const long = join(folder, "x".repeat(200)).slice(0, 104);
    const fault = /^cannot listen at .*: the path of its folder is too long for a socket/;
    await expect(listening(join(long, "s"))).rejects.toThrow(fault);
  });
});

describe("a client", () => {
  /** Something that listens, and keeps what it is sent. */
  async function listener(folder = temporaryFolder()): Promise<{ path: string; received: Buffer[] }> {
    const path = join(folder, "socket");
    const received: Buffer[] = [];
    const server = createServer((client) => {
      client.on("error", () => undefined);
      client.on("data", (piece) => {
        received.push(piece);
        client.end();
      });
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    return { path, received };
  }

  /** A link in a folder of its own. */
  function linkTo(target: string): string {
    const link = join(temporaryFolder(), "link");
    fs.symlinkSync(target, link);
    return link;
  }

  it("sends its message to a socket of its own user, also through a folder that is a link", async () => {
    const { path, received } = await listener();
    for (const name of [path, join(linkTo(dirname(path)), "socket")]) {
      await expect(ask(name)).rejects.toThrow(/hung up/);
      expect(Buffer.concat(received.splice(0)).toString()).toContain("a secret letter");
    }
  });

  it("does not follow a link in place of the socket, wherever it leads, and says that a file is no socket", async () => {
    const { path, received } = await listener();
    for (const link of [linkTo(path), linkTo(`${path}.none`)]) {
      await expect(ask(link)).rejects.toThrow(`${link}: cannot ask the server: it is a link; name the socket itself`);
    }
    fs.writeFileSync(`${path}.file`, "");
    await expect(ask(`${path}.file`)).rejects.toThrow("file: cannot ask the server: it is not a socket");
    expect(received).toEqual([]);
  });

  it.runIf(isRoot)("sends nothing to a stranger's socket where strangers can write, or by way of a link", async () => {
    const folder = temporaryFolder();
    fs.chmodSync(folder, 0o1777);
    const open = await listener(folder);
    const closed = await listener();
    const other = join(temporaryFolder(), "other");
    // Another name of it is the same socket.
    fs.linkSync(open.path, other);
    const whose = `the socket belongs to another user (uid ${STRANGER}), and`;
    for (const { path } of [open, closed]) fs.chownSync(path, STRANGER, STRANGER);
    await expect(ask(open.path)).rejects.toThrow(`: cannot ask the server: ${whose} others can write to `);
    await expect(ask(other)).rejects.toThrow("belongs to another user");
    const isLink = `${whose} a part of the path is a link; name it ${closed.path}`;
    await expect(ask(join(linkTo(dirname(closed.path)), "socket"))).rejects.toThrow(isLink);
    expect([open.received, closed.received]).toEqual([[], []]);
  });

  const SERVICE = 995;
  const run = (uid: number, mode: number) => ({ "/run/thresher": { uid, mode } });
  it.each<readonly [string | undefined, Readonly<Record<string, Permissions>>]>([
    // Only the service and root can write to the folders.
    [undefined, {}],
    [undefined, run(SERVICE, 0o42750)],
    ["/run/thresher", run(STRANGER, 0o40755)],
    ["/run/thresher", run(SERVICE, 0o40775)],
    ["/run/thresher", run(SERVICE, 0o40757)],
    ["/run", { "/run": { uid: 0, mode: 0o41777 } }],
    ["/", { "/": { uid: STRANGER, mode: 0o40755 } }],
  ])("finds a folder of another user, or that others can write to, at any depth: %s, %j", (found, change) => {
    const usual = { "/": { uid: 0, mode: 0o40755 }, "/run": { uid: 0, mode: 0o40755 }, ...run(SERVICE, 0o40755) };
    const folders: Readonly<Record<string, Permissions>> = { ...usual, ...change };
    expect(folderOfOthers("/run/thresher/socket", SERVICE, (path) => folders[path])).toBe(found);
  });
});
