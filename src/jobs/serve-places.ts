import { readFileSync } from "node:fs";
import { UsageError } from "../base/errors.js";
import {
  addressOf,
  hostAddressOf,
  isReachable,
  type PassedSocket,
  passedSockets,
  type ServerAddress,
  socketAddress,
} from "../delivery/serving/address.js";
import type { SocketAccess } from "../delivery/serving/listen.js";
import { type Follower, tellFault } from "./follower.js";

/** Where a server listens. */
export interface PlaceOptions extends Follower {
  /** For `thresher filter --server`: a path, or a port. */
  readonly socket?: string | undefined;
  /** The permission bits of the sockets for mail, and their group. The socket for lessons is always private. */
  readonly socketMode?: { readonly mode: number; readonly group?: string | undefined } | undefined;
  /** For `spamc`: addresses as `HOST:PORT`, ports or paths. */
  readonly spamd?: readonly string[] | undefined;
  /** For lessons: a path. */
  readonly learnSocket?: string | undefined;
}

/** An address, or a socket that systemd has opened. */
export type Place = ServerAddress | PassedSocket;

/**
 * Returns where to listen: at the sockets of systemd, and where the options say. `filter` is undefined if only the spamd
 * protocol is spoken.
 *
 * @throws UsageError if no place is named, or an option is wrong
 */
export function placesOf(options: PlaceOptions) {
  const { socket, learnSocket, socketMode } = options;
  const passed = passedSockets(process.env, process.pid);
  const named = (wanted: string) => passed.filter(({ name }) => name === wanted);
  const spamd: readonly Place[] = [...named("spamd"), ...spamdAddresses(options)];
  const filter: Place | undefined = named("filter").at(0) ?? (socket === undefined ? undefined : addressOf(socket));
  const learn: Place | undefined =
    named("learn").at(0) ?? (learnSocket === undefined ? undefined : socketAddress(learnSocket));
  // Lessons come beside mail, never alone.
  const places = filter === undefined ? spamd : [filter, ...spamd];
  if (places.length === 0)
    throw new UsageError("choose where to listen: --socket PATH, --socket PORT or --spamd ADDRESS");
  if (socketMode !== undefined && !places.some((place) => "path" in place)) {
    throw new UsageError("--socket-mode is for sockets, not for ports");
  }
  const access: SocketAccess = { mode: socketMode?.mode, group: groupOf(socketMode?.group) };
  return { filter, spamd, learn, access };
}

/** Returns the addresses for spamc. Warns of an address that other machines may reach. */
function spamdAddresses(options: PlaceOptions): ServerAddress[] {
  return (options.spamd ?? []).map((text) => {
    const address = hostAddressOf(text);
    const warning = `warning: ${text}: other machines can reach it, and mail comes over it unencrypted`;
    if (isReachable(address)) tellFault(options, warning);
    return address;
  });
}

/** Returns the number of a group. @throws UsageError if it does not exist. */
function groupOf(group: string | undefined): number | undefined {
  if (group === undefined) return undefined;
  if (/^\d+$/.test(group)) return Number(group);
  const lines = readFileSync("/etc/group", "utf8").split("\n");
  const found = lines.map((line) => line.split(":")).find(([name]) => name === group);
  if (found !== undefined) return Number(found[2]);
  throw new UsageError(
    `--socket-mode: there is no group ${JSON.stringify(group)} in /etc/group; give its number instead`,
  );
}
