import { isIPv6 } from "node:net";
import { isRecord, isWhole, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";

/** How the connection is protected: TLS from the start, TLS by STARTTLS, or not at all. */
export const SECURITIES = ["tls", "starttls", "plain"] as const;
/** Short for the security `plain` and `insecure`. */
export const INSECURE = "insecure";
export type Security = (typeof SECURITIES)[number];

/** A mail account on a server that speaks IMAP. It has no password: see `credentialsOf`. */
export interface Account {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly security: Security;
  /** A command for the shell. The first line that it prints is the password. */
  readonly passwordCommand?: string;
  /** A command for the shell. The first line that it prints is an OAuth 2 access token (RFC 7628, or XOAUTH2). */
  readonly tokenCommand?: string;
  /** The path of a file with certificates in PEM. They are trusted in place of those that Node.js trusts. */
  readonly ca?: string;
  /** Whether `plain` is allowed to another machine. */
  readonly insecure?: boolean;
}

/** The ports of IMAP (RFC 8314, section 3.2; RFC 9051, section 2.1). */
const PORTS: Readonly<Record<Security, number>> = { tls: 993, starttls: 143, plain: 143 };

/** The parts of an account, as they come from a command line or a file. */
export type AccountParts = { readonly [key in Exclude<keyof Account, "name">]?: unknown };

/** For each key, the check of its value, and what an error says that the value must be. */
const KEYS: ReadonlyMap<string, readonly [isRight: (value: unknown) => boolean, what: string]> = new Map([
  ["host", [isHost, "the name of a server, such as mail.example.org"]],
  ["port", [(value) => isWhole(value) && value >= 1 && value <= 65_535, "a number from 1 to 65535"]],
  ["user", [isLine, "the name that you log in with"]],
  ["security", [(value) => SECURITIES.some((security) => security === value), SECURITIES.join(", ")]],
  ["insecure", [(value) => typeof value === "boolean", "true or false"]],
  ["passwordCommand", [isLine, "one line"]],
  ["tokenCommand", [isLine, "one line"]],
  ["ca", [isLine, "one line"]],
]);

/**
 * Checks the parts of an account and fills in its defaults: `security` is `tls`, `port` is 993, or 143 without TLS from
 * the start.
 *
 * @throws UsageError if a part is wrong, or the password would go over the network in plain text.
 */
export function accountFrom(name: string, parts: AccountParts): Account {
  const wrong = (what: string, ...options: string[]) =>
    new UsageError(`account ${JSON.stringify(name)}: ${what}`, { options });
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name)) {
    throw wrong('use at most 64 letters, digits, ".", "_" and "-" in its name');
  }
  const given: AccountParts = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  if (given.security === INSECURE) Object.assign(given, { security: "plain", insecure: true });
  const { host, user, security = "tls", port = PORTS[security as Security] } = given;
  const all = { host, user, security, port, ...given };
  for (const [key, value] of Object.entries(all)) {
    const known = KEYS.get(key);
    if (known === undefined) {
      throw wrong(`unknown key ${JSON.stringify(key)}; the keys are ${[...KEYS.keys()].join(", ")}`);
    }
    const [isRight, what] = known;
    if (!isRight(value)) throw wrong(`${key} must be ${what}, not ${shown(value)}`, key);
  }
  const account = { name, ...all } as Account;
  if (account.passwordCommand !== undefined && account.tokenCommand !== undefined) {
    throw wrong("passwordCommand and tokenCommand cannot be combined: choose one");
  }
  if (account.security === "plain" && !account.insecure && !LOOPBACK.test(account.host)) {
    throw wrong(
      `${host} is another machine: without TLS, everybody on the way can read the password and the mail; leave out security, or set security to ${INSECURE}`,
      "security",
    );
  }
  return account;
}

/** Reads the accounts in a configuration file. @throws UsageError if one is wrong */
export function accountsFrom(value: unknown): Account[] {
  if (!isRecord(value)) {
    throw new UsageError('"accounts" must be an object, such as {"home": {"host": "mail.example.org"}}');
  }
  return Object.entries(value).map(([name, parts]) => {
    if (isRecord(parts)) return accountFrom(name, parts);
    throw new UsageError(`account ${JSON.stringify(name)} must be an object, not ${shown(parts)}`);
  });
}

/** Returns an account as it is shown: `me@example.org at mail.example.org:993`. */
export function accountText({ user, host, port }: Account): string {
  return `${user} at ${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The hosts that are this machine (RFC 6761, section 6.3; RFC 4291, section 2.5.3). */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

function isHost(value: unknown): boolean {
  if (typeof value !== "string") return false;
  // A colon is part of an IPv6 address only. Behind a name, it would begin a port.
  return /^[^\s\p{C}/@:]{1,255}$/u.test(value) || isIPv6(value);
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !/\p{Cc}/u.test(value);
}
