import { linkSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { reason, statusOf } from "../documents/files.js";
import { DataError } from "../errors.js";
import { addressText, type ServerAddress } from "../serving/address.js";
import type { MessageServer } from "../serving/message-server.js";

/** Another that starts at the same moment may be first, and end. */
const ATTEMPTS = 3;

/**
 * Lets a server listen. The socket of a server that was killed is taken over; one that
 * somebody listens at is not, nor is anything else of that name.
 *
 * @throws DataError if it cannot listen there.
 */
export async function listen(server: MessageServer, address: ServerAddress): Promise<ServerAddress> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.listen(address);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (isTaken && "path" in address && attempt < ATTEMPTS) await removeDead(address.path);
      else throw unusable(address, isTaken ? "another program listens there" : reason(error));
    }
  }
}

/**
 * Removes a socket that nobody listens at. It is put aside before it is asked the second
 * time, because between asking and removing another server may have taken its place.
 */
async function removeDead(path: string): Promise<void> {
  if (statusOf(path)?.isSocket() === false) throw unusable({ path }, "something that is no socket");
  await requireDead(path, path);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Gone by itself, or not ours to remove, which listening says.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw unusable({ path }, reason(error));
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

/** @throws DataError if anything but a refusal comes of connecting: then somebody is there. */
async function requireDead(path: string, named: string): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ path }, () => resolve(undefined));
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    socket.on("close", () => socket.destroy());
    socket.on("connect", () => socket.destroy());
  });
  if (code !== "ECONNREFUSED" && code !== "ENOENT") throw unusable({ path: named }, "another server listens there");
}

function unusable(address: ServerAddress, found: string): DataError {
  return new DataError(`${addressText(address)}: required a place to listen at, found: ${found}`);
}
