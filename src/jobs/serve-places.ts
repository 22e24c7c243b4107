import { readFileSync } from "node:fs";
import { UsageError } from "../base/errors.js";
import { either } from "../base/lists.js";
import {
  addressOf,
  hostAddressOf,
  isThisMachine,
  type PassedSocket,
  passedSockets,
  type ServerAddress,
  socketAddress,
} from "../delivery/serving/address.js";
import type { SocketAccess } from "../delivery/serving/listen.js";
import { PROTOCOLS, type ProtocolName, type ProtocolOf } from "../delivery/serving/protocols/protocols.js";
import { type Follower, tellFault } from "./follower.js";

/** The addresses for mail programs by protocol, such as `spamd`: as `HOST:PORT`, ports or paths. */
type MailAddresses = Readonly<Partial<Record<ProtocolName, readonly string[]>>>;

/** Where a server listens. */
export interface PlaceOptions extends Follower, MailAddresses {
  /** For `thresher filter --server`: a path, or a port. */
  readonly socket?: string | undefined;
  /** The permission bits of the sockets for mail, and their group. The socket for lessons is always private. */
  readonly socketMode?: { readonly mode: number; readonly group?: string | undefined } | undefined;
  /** For lessons: a path. */
  readonly learnSocket?: string | undefined;
}

/** An address, or a socket that systemd has opened. */
export type Place = ServerAddress | PassedSocket;

/** Where a mail program is answered, and how. */
export interface MailPlace {
  readonly name: ProtocolName;
  readonly protocolOf: ProtocolOf;
  readonly place: Place;
}

/** The mode of a socket for its owner alone. */
const OWNERS = 0o600;
/** The names of the protocols. */
const NAMES = Object.keys(PROTOCOLS) as readonly ProtocolName[];
/** The options with their addresses, for errors. */
export const MAIL_OPTIONS = either(NAMES.map((name) => `--${name}`));

/**
 * Returns where to listen: at the sockets of systemd, and where the options say. `filter` is undefined if only mail
 * programs are answered. `isActivated`: whether systemd has opened sockets.
 *
 * @throws UsageError if no place is named, or an option is wrong
 */
export function placesOf(options: PlaceOptions) {
  const { socket, learnSocket, socketMode } = options;
  const passed = passedSockets(process.env, process.pid, ["filter", "learn", ...NAMES]);
  const named = (wanted: string) => passed.filter(({ name }) => name === wanted);
  const mail: readonly MailPlace[] = NAMES.flatMap((name) =>
    [...named(name), ...mailAddresses(options, name)].map((place) => ({ name, protocolOf: PROTOCOLS[name], place })),
  );
  const filter: Place | undefined = named("filter").at(0) ?? (socket === undefined ? undefined : addressOf(socket));
  const learn: Place | undefined =
    named("learn").at(0) ?? (learnSocket === undefined ? undefined : socketAddress(learnSocket));
  // Lessons come beside mail, never alone.
  const places = [...(filter === undefined ? [] : [filter]), ...mail.map(({ place }) => place)];
  if (places.length === 0) {
    throw new UsageError(`choose where to listen: --socket PATH or PORT, or ${MAIL_OPTIONS} ADDRESS`);
  }
  if (socketMode !== undefined && !places.some((place) => "path" in place)) {
    throw new UsageError("--socket-mode is for sockets, not for ports");
  }
  const access: SocketAccess = { mode: socketMode?.mode, group: groupOf(socketMode?.group) };
  const isActivated = passed.length > 0;
  return { filter, mail, learn, access, isActivated, isPrivate: (place: Place) => "path" in place && isOwners(access) };
}

/** Whether only the owner may write to a socket. */
function isOwners({ mode = OWNERS, group }: SocketAccess): boolean {
  return group === undefined && (mode & ~OWNERS) === 0;
}

/** Returns the addresses of a protocol. Warns of an address that other machines may reach. */
function mailAddresses(options: PlaceOptions, protocol: ProtocolName): ServerAddress[] {
  return (options[protocol] ?? []).map((text) => {
    const address = hostAddressOf(text);
    const warning = `warning: ${text}: other machines can reach it, and mail comes over it unencrypted`;
    if ("host" in address && !isThisMachine(address.host)) tellFault(options, warning);
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
