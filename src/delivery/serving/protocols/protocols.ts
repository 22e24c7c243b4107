import type { Desk } from "./desk.js";
import type { Protocol } from "./protocol.js";
import { spamdProtocol } from "./spamd.js";

/**
 * The protocols of mail programs. `serve` has an option with each name, for the addresses, and so have the sockets of
 * systemd.
 */
export const PROTOCOLS = { spamd: spamdProtocol } as const satisfies Record<string, ProtocolOf>;

/** Returns a protocol whose requests a desk answers. */
export type ProtocolOf = (desk: Desk) => Protocol<unknown>;

/** The name of a protocol of mail programs. */
export type ProtocolName = keyof typeof PROTOCOLS;
