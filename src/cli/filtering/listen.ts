import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, linkSync, lstatSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { DataError, reason, UsageError } from "../../base/errors.js";
import { addressText, MAX_PATH_BYTES, type ServerAddress } from "../../delivery/serving/address.js";
import type { MessageServer } from "../../delivery/serving/message-server.js";
import { withSocketFile } from "../../delivery/serving/trusted-socket.js";

/** Another that starts at the same moment may be first, and end. */
const ATTEMPTS = 3;

/** Who may write to a socket. */
export interface SocketAccess {
  /** Permission bits; default: for the owner alone, or for owner and group where a group is given. */
  readonly mode?: number | undefined;
  /** A name in /etc/group, or a number. */
  readonly group?: string | undefined;
}

/** Where a server listens. */
export interface Listening {
  /** For port 0, the one that was free. */
  readonly address: ServerAddress;
  /** Removes the socket, unless another has its name by now. To be called before the server stops, so that none has. */
  leave(): void;
}

/**
 * Lets a server listen. The socket of a server of this user that was killed is taken over;
 * one that somebody listens at is not, nor is anything else of that name.
 *
 * @throws DataError if it cannot listen there; UsageError if there is no such group.
 */
export async function listen(
  server: MessageServer,
  address: ServerAddress,
  access: SocketAccess = {},
): Promise<Listening> {
  if ("path" in address) return { address, leave: await listenAt(server, address.path, access) };
  try {
    return { address: await server.listen(address), leave: () => undefined };
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    throw unusable(addressText(address), isTaken ? "another program listens there" : reason(error));
  }
}

/**
 * The socket is made under another name, and gets its own when it is ready: nobody can
 * connect before, and nothing of that name is replaced. Node removes the name that a socket
 * was made under when it closes it, whoever has that name then.
 *
 * @returns what removes the socket
 */
async function listenAt(server: MessageServer, path: string, access: SocketAccess): Promise<() => void> {
  const gid = access.group === undefined ? undefined : groupOf(access.group);
  const first = join(dirname(path), `.t${randomBytes(3).toString("hex")}`);
  if (Buffer.byteLength(first) > MAX_PATH_BYTES)
    throw unusable(path, "the path of its folder is too long for a socket");
  try {
    // Listening in a folder that does not exist is called a missing permission.
    statSync(dirname(path));
    await server.listen({ path: first });
  } catch (error) {
    throw unusable(path, reason(error));
  }
  try {
    const { dev, ino } = prepared(first, access.mode ?? (gid === undefined ? undefined : 0o660), gid);
    await linkFree(first, path);
    return () => {
      const now = lstatSync(path, { throwIfNoEntry: false });
      if (now?.dev === dev && now.ino === ino) rmSync(path, { force: true });
    };
  } catch (error) {
    await server.stop();
    throw error instanceof DataError ? error : unusable(path, reason(error));
  } finally {
    rmSync(first, { force: true });
  }
}

/** Gives a socket that only its owner may write to its group and mode. */
function prepared(name: string, mode: number | undefined, gid: number | undefined) {
  return withSocketFile(name, (status, path) => {
    // In a folder that others can write to, it may have been replaced.
    if (!status.isSocket() || !isOwn(status.uid)) throw new Error("another program has taken its place");
    if (gid !== undefined) giveTo(gid, path, status.uid);
    if (mode !== undefined) chmodSync(path, mode);
    return status;
  });
}

function giveTo(gid: number, path: string, uid: number): void {
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    throw new Error(`--socket-group: ${reason(error)}; the server's user has to be in the group`);
  }
}

/** Gives a socket a name that is free, or that a dead socket of this user has. */
async function linkFree(first: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      linkSync(first, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt === ATTEMPTS) throw error;
    }
    await removeDead(path);
  }
}

/**
 * Removes a socket that nobody listens at. It is put aside before it is asked the second
 * time, because between asking and removing another server may have taken its place.
 */
async function removeDead(path: string): Promise<void> {
  await requireDead(path, path);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Gone by itself.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    await requireDead(aside, path);
  } catch (error) {
    linkSync(aside, path);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @throws DataError if it is no socket of this user, or anything but a refusal comes of connecting: then somebody is there. */
async function requireDead(at: string, named: string): Promise<void> {
  const status = lstatSync(at, { throwIfNoEntry: false });
  if (status === undefined) return;
  const found = status.isSymbolicLink() ? "a link" : status.isSocket() ? undefined : "something that is no socket";
  const whose = isOwn(status.uid) ? undefined : `a socket of another user (uid ${status.uid})`;
  if ((found ?? whose) !== undefined) {
    throw unusable(named, `${found ?? whose} has that name; remove it, or name another place`);
  }
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ path: at }, () => resolve(undefined));
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    socket.on("close", () => socket.destroy());
    socket.on("connect", () => socket.destroy());
  });
  if (code !== "ECONNREFUSED" && code !== "ENOENT") throw unusable(named, "another server listens there");
}

function isOwn(uid: number): boolean {
  return uid === process.geteuid?.();
}

/** @throws UsageError if there is no such group. */
function groupOf(group: string): number {
  if (/^\d+$/.test(group)) return Number(group);
  const lines = readFileSync("/etc/group", "utf8").split("\n");
  const found = lines.map((line) => line.split(":")).find(([name]) => name === group);
  if (found !== undefined) return Number(found[2]);
  throw new UsageError(
    `--socket-group: there is no group ${JSON.stringify(group)} in /etc/group; a number is taken, too`,
  );
}

function unusable(place: string, why: string): DataError {
  return new DataError(`cannot listen at ${place}: ${why}`);
}
