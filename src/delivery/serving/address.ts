import { UsageError } from "../../base/errors.js";

/** Where a server listens: a Unix socket, or a port of this machine and of no other. */
export type ServerAddress = { readonly path: string } | { readonly port: number; readonly host: string };

const LOOPBACK = "127.0.0.1";
const MOST_PORT = 65_535;
/** Of a path, in a `sockaddr_un` of 108 or 104 bytes with its NUL: the system cuts off what is longer, and listens elsewhere. */
export const MOST_PATH_BYTES = process.platform === "linux" ? 107 : 103;

/** The port with this number. @throws UsageError if there is none. */
export function portAddress(port: number): ServerAddress {
  if (Number.isInteger(port) && port >= 0 && port <= MOST_PORT) return { port, host: LOOPBACK };
  throw new UsageError(`port: required a number from 0 to ${MOST_PORT}, got ${port}`);
}

/** The socket with this path. @throws UsageError if a socket cannot have it. */
export function socketAddress(path: string): ServerAddress {
  const length = Buffer.byteLength(path);
  if (length > 0 && length <= MOST_PATH_BYTES && !path.includes("\0")) return { path };
  throw new UsageError(`socket: required a path of 1 to ${MOST_PATH_BYTES} bytes, got ${length}`);
}

/** Digits alone are a port, all else is a path. @throws UsageError if it is neither. */
export function addressOf(text: string): ServerAddress {
  return /^\d+$/.test(text) ? portAddress(Number(text)) : socketAddress(text);
}

/** As `addressOf` takes it. */
export function addressText(address: ServerAddress): string {
  return "path" in address ? address.path : String(address.port);
}
