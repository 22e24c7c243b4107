import type { Desk } from "./desk.js";
import type { HttpProtocol } from "./http.js";
import { milterProtocol } from "./milter.js";
import type { Protocol } from "./protocol.js";
import { rspamdRoutes } from "./rspamd.js";
import { spamdProtocol } from "./spamd.js";

/**
 * The protocols of mail programs. `serve` has an option with each name, for the addresses, and so have the sockets of
 * systemd.
 */
export const PROTOCOLS = {
  spamd: spamdProtocol,
  milter: milterProtocol,
  // Other protocols over HTTP add their paths.
  http: (desk) => ({ routes: rspamdRoutes(desk) }),
} as const satisfies Record<string, ProtocolOf>;

/** Returns a protocol whose requests a desk answers. */
export type ProtocolOf = (desk: Desk) => Protocol<unknown> | HttpProtocol;

/** The name of a protocol of mail programs. */
export type ProtocolName = keyof typeof PROTOCOLS;
