import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, linkSync, lstatSync, rmSync, type Stats, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { holdName, withHeld } from "../../documents/files/held-name.js";
import { addressText, MAX_PATH_BYTES, type PassedSocket, type ServerAddress } from "./address.js";
import type { ClientServer } from "./client-server.js";

/** The users who may write to a socket. */
export interface SocketAccess {
  /** Permission bits. Default: 0o660 with a group, otherwise 0o600, as `MessageServer.listen` makes the socket. */
  readonly mode?: number | undefined;
  /** The number of a group. */
  readonly group?: number | undefined;
}

/** A server, whatever its requests and answers are. */
type Listener = Pick<ClientServer, "listen" | "stop">;

/**
 * Starts listening: at a path, at a port, or at a socket that systemd has opened. At a path, replaces only the socket
 * of a server of this user that was killed.
 *
 * @param access who may write to a socket at a path; not used otherwise
 * @returns where it listens (port 0 has become the free port that was chosen), and a function that removes the socket,
 *   unless another server has its name by now, and stops the server
 * @throws DataError if it cannot listen there.
 */
export async function listen(server: Listener, address: ServerAddress | PassedSocket, access: SocketAccess = {}) {
  if ("path" in address) return { address, stop: await listenAt(server, address.path, access) };
  try {
    return { address: await server.listen(address), stop: () => server.stop() };
  } catch (error) {
    const isTaken = codeOf(error) === "EADDRINUSE";
    const place = "fd" in address ? "the socket of systemd" : addressText(address);
    throw unusable(place, isTaken ? "another program listens there" : reason(error));
  }
}

/**
 * Makes the socket under a temporary name, and links it to its own name when it is ready: nobody can connect before,
 * and nothing is replaced. The temporary name also protects later servers, because Node removes the first name of a
 * socket when it closes.
 *
 * @returns a function that stops the server
 */
async function listenAt(server: Listener, path: string, access: SocketAccess): Promise<() => Promise<void>> {
  const { group: gid } = access;
  const temporary = join(dirname(path), `.t${randomBytes(3).toString("hex")}`);
  if (Buffer.byteLength(temporary) > MAX_PATH_BYTES) {
    throw unusable(path, "the path of its folder is too long for a socket");
  }
  try {
    // Node would report a missing folder as a missing permission.
    statSync(dirname(path));
    await server.listen({ path: temporary });
  } catch (error) {
    throw unusable(path, reason(error));
  }
  try {
    const { dev, ino } = prepareSocket(temporary, access.mode ?? (gid === undefined ? undefined : 0o660), gid);
    await linkFree(temporary, path);
    return () => {
      const now = lstatSync(path, { throwIfNoEntry: false });
      if (now?.dev === dev && now.ino === ino) rmSync(path, { force: true });
      return server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error instanceof DataError ? error : unusable(path, reason(error));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Sets the group and the mode of a new socket. Returns its status, which identifies it. */
function prepareSocket(name: string, mode: number | undefined, gid: number | undefined) {
  return withHeld(holdName(name), ({ status, path }) => {
    // Other users may have replaced the socket, if they can write to the folder.
    if (!status.isSocket() || !isOwn(status.uid)) throw new Error("another program has taken its place");
    try {
      if (gid !== undefined) chownSync(path, status.uid, gid);
    } catch (error) {
      throw new Error(`cannot give it to group ${gid}: ${reason(error)}; the user of the server must be in the group`);
    }
    if (mode !== undefined) chmodSync(path, mode);
    return status;
  });
}

/**
 * Links a socket to its own name, if that is free or the name of a dead socket of this user. A lock keeps two servers
 * that start at the same moment from taking the name from each other.
 */
async function linkFree(temporary: string, path: string): Promise<void> {
  const release = holdLock(`${path}.lock`);
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined) {
      await requireDead(path, found);
      rmSync(path, { force: true });
    }
    linkSync(temporary, path);
  } finally {
    release();
  }
}

/** Checks that a socket of this user is at a path, and refuses connections. @throws DataError otherwise */
async function requireDead(path: string, status: Stats): Promise<void> {
  const other = status.isSymbolicLink() ? "a link" : status.isSocket() ? undefined : "something that is not a socket";
  const whose = isOwn(status.uid) ? undefined : `a socket of another user (uid ${status.uid})`;
  if ((other ?? whose) !== undefined) {
    throw unusable(path, `${other ?? whose} has that name; remove it, or name another place`);
  }
  // The code of the error; undefined if a server accepts the connection.
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ path }, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
  });
  if (code !== "ECONNREFUSED" && code !== "ENOENT") throw unusable(path, "another server listens there");
}

/** Whether a uid is that of this process. */
function isOwn(uid: number): boolean {
  return uid === process.geteuid?.();
}

/** Makes the error for a place where the server cannot listen. */
function unusable(place: string, why: string): DataError {
  return new DataError(`cannot listen at ${place}: ${why}`);
}
