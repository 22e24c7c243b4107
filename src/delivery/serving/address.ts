import { DataError, UsageError } from "../../base/errors.js";

/** Where a server listens: a Unix socket, or a port of this machine that other machines cannot reach. */
export type ServerAddress = { readonly path: string } | { readonly port: number; readonly host: string };

/** The host of this machine that other machines cannot reach. */
const LOOPBACK = "127.0.0.1";
const MAX_PORT = 65_535;
/** A `sockaddr_un` has 108 or 104 bytes with its NUL. The system cuts a longer path and listens elsewhere. */
export const MAX_PATH_BYTES = process.platform === "linux" ? 107 : 103;

/** Returns the address of a port of this machine. @throws UsageError if the number is not a port. */
function portAddress(port: number): ServerAddress {
  if (Number.isInteger(port) && port >= 0 && port <= MAX_PORT) return { port, host: LOOPBACK };
  throw new UsageError(`a port must be a number from 0 to ${MAX_PORT}, not ${port}`);
}

/** Returns the address of the socket with this path. @throws UsageError if no socket can have it. */
export function socketAddress(path: string): ServerAddress {
  const length = Buffer.byteLength(path);
  if (length > 0 && length <= MAX_PATH_BYTES && !path.includes("\0")) return { path };
  const why = length > MAX_PATH_BYTES ? `has ${length} bytes: use one of at most ${MAX_PATH_BYTES}` : "is not a path";
  throw new UsageError(`the path of the socket, ${JSON.stringify(path)}, ${why}`);
}

/** Reads an address: digits are a port, everything else is a path. @throws UsageError if it is neither. */
export function addressOf(text: string): ServerAddress {
  return /^\d+$/.test(text) ? portAddress(Number(text)) : socketAddress(text);
}

/**
 * Reads an address that other programs know: a path, a port, or `HOST:PORT`. An IPv6 address stands in brackets.
 *
 * @throws UsageError if it is none of these.
 */
export function hostAddressOf(text: string): ServerAddress {
  const [, ipv6, name, port] = /^(?:\[([^\]]+)\]|([^:/]+)):(\d+)$/.exec(text) ?? [];
  return port === undefined ? addressOf(text) : { ...portAddress(Number(port)), host: ipv6 ?? name };
}

/** Whether a host of an address, or the network address of a client, is this machine. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/.test(host);
}

/** Returns an address as text. The inverse of `addressOf` or, if it has another host, of `hostAddressOf`. */
export function addressText(address: ServerAddress): string {
  if ("path" in address) return address.path;
  const { host, port } = address;
  if (host === LOOPBACK) return String(port);
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A socket that is open already, by its number in this process. */
export type PassedSocket = { readonly fd: number };

/** The number of the first socket: SD_LISTEN_FDS_START. The others follow it. */
const FIRST_FD = 3;

/**
 * Returns the sockets that systemd has opened for this process (sd_listen_fds(3)), in their order.
 *
 * @param env with LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES
 * @param known the names that a unit gives to sockets, with FileDescriptorName: one for each protocol
 * @throws DataError if one has none of the names.
 */
export function passedSockets<Name extends string>(
  env: NodeJS.ProcessEnv,
  pid: number,
  known: readonly Name[],
): readonly (PassedSocket & { readonly name: Name })[] {
  // The variables may have been inherited from another process.
  if (env.LISTEN_PID !== String(pid)) return [];
  const names = (env.LISTEN_FDNAMES ?? "").split(":");
  return Array.from({ length: Number(env.LISTEN_FDS) }, (_, i) => {
    const name = known.find((name) => name === names[i]);
    if (name !== undefined) return { name, fd: FIRST_FD + i };
    const given = JSON.stringify(names[i] ?? "");
    throw new DataError(
      `systemd has passed a socket with the name ${given}: set FileDescriptorName to ${known.join(", ")}`,
    );
  });
}
