import { readFileSync } from "node:fs";
import { UsageError } from "../../../base/errors.js";
import {
  addressOf,
  hostAddressOf,
  isReachable,
  type PassedSocket,
  passedSockets,
  type ServerAddress,
  socketAddress,
} from "../../../delivery/serving/address.js";
import type { SocketAccess } from "../../../delivery/serving/listen.js";
import { say } from "../../output/notices.js";

/** The options of where `serve` listens. `socketMode` holds the permission bits of the sockets. */
export interface PlaceOptions {
  /** A path, or a port. */
  readonly socket?: string;
  readonly spamd?: readonly string[];
  readonly socketMode?: number;
  readonly socketGroup?: string;
  readonly learnSocket?: string;
}

/** An address, or a socket that systemd has opened. */
export type Place = ServerAddress | PassedSocket;

/**
 * Returns where to listen: at the sockets of systemd, and where the options say. `framed` is for `thresher filter
 * --server`, undefined if only the spamd protocol is spoken; `learn` is a socket only for lessons, if there is one.
 */
export function placesOf(options: PlaceOptions) {
  const passed = passedSockets(process.env, process.pid);
  const [filter, learn] = (["filter", "learn"] as const).map((name) => passed.find((socket) => socket.name === name));
  const spamd: readonly Place[] = [...passed.filter(({ name }) => name === "spamd"), ...spamdAddresses(options)];
  const framed: Place | undefined = filter ?? framedAddress(options, spamd);
  const { learnSocket } = options;
  return { framed, spamd, learn: learn ?? (learnSocket === undefined ? undefined : socketAddress(learnSocket)) };
}

/** Returns the address of --socket; undefined with --spamd alone. @throws UsageError without both */
function framedAddress({ socket }: PlaceOptions, spamd: readonly Place[]): ServerAddress | undefined {
  if (socket !== undefined) return addressOf(socket);
  if (spamd.length > 0) return undefined;
  throw new UsageError("choose where to listen: --socket PATH, --socket PORT or --spamd ADDRESS");
}

/** Returns the addresses of --spamd. Warns of an address that other machines may reach. */
function spamdAddresses({ spamd = [] }: PlaceOptions): ServerAddress[] {
  return spamd.map((text) => {
    const address = hostAddressOf(text);
    if (isReachable(address)) say(`warning: ${text}: other machines can reach it, and mail comes over it unencrypted`);
    return address;
  });
}

/** Returns the users who may write to the sockets. @throws UsageError if there are no sockets, or no such group. */
export function socketAccess(options: PlaceOptions, addresses: readonly Place[]): SocketAccess {
  const { socketMode: mode, socketGroup } = options;
  if (mode === undefined && socketGroup === undefined) return {};
  if (!addresses.some((address) => "path" in address)) {
    throw new UsageError("--socket-mode and --socket-group are for sockets, not for ports");
  }
  return { mode, group: groupOf(socketGroup) };
}

/** Returns the number of a group. @throws UsageError if it does not exist. */
function groupOf(group: string | undefined): number | undefined {
  if (group === undefined) return undefined;
  if (/^\d+$/.test(group)) return Number(group);
  const lines = readFileSync("/etc/group", "utf8").split("\n");
  const found = lines.map((line) => line.split(":")).find(([name]) => name === group);
  if (found !== undefined) return Number(found[2]);
  throw new UsageError(
    `--socket-group: there is no group ${JSON.stringify(group)} in /etc/group; give its number instead`,
  );
}
