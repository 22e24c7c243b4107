import { DataError } from "../../base/errors.js";

/** A socket that is open already, by its number in this process. */
export interface PassedSocket {
  readonly fd: number;
}

/** The names that a unit gives to sockets, with FileDescriptorName: one for each protocol. */
const NAMES = ["filter", "learn", "spamd"] as const;
/** The number of the first socket: SD_LISTEN_FDS_START. */
const FIRST = 3;

/**
 * Returns the sockets that systemd has opened for this process (sd_listen_fds(3)), in their order.
 *
 * @param env with LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES
 * @throws DataError if one has none of the names.
 */
export function passedSockets(
  env: NodeJS.ProcessEnv,
  pid: number,
): readonly (PassedSocket & { readonly name: (typeof NAMES)[number] })[] {
  // The variables may have been inherited from another process.
  if (env.LISTEN_PID !== String(pid)) return [];
  const names = (env.LISTEN_FDNAMES ?? "").split(":");
  return Array.from({ length: Number(env.LISTEN_FDS) }, (_, i) => {
    const name = NAMES.find((known) => known === names[i]);
    if (name !== undefined) return { name, fd: FIRST + i };
    const given = JSON.stringify(names[i] ?? "");
    throw new DataError(
      `systemd has passed a socket with the name ${given}: set FileDescriptorName to ${NAMES.join(", ")}`,
    );
  });
}
