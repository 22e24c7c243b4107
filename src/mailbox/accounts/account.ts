import { isRecord, shown } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";

/** How the connection is protected: TLS from the start, TLS by STARTTLS, or not at all. */
export const SECURITIES = ["tls", "starttls", "plain"] as const;
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

/** What an account is made of, as it comes from a command line or a file. */
export type AccountParts = { readonly [key in Exclude<keyof Account, "name">]?: unknown };

/** The keys whose values are texts, and may be left out. */
const TEXTS = ["passwordCommand", "tokenCommand", "ca"] as const;
const KEYS: ReadonlySet<string> = new Set(["host", "port", "user", "security", "insecure", ...TEXTS]);

/**
 * Checks the parts of an account and fills in its defaults: `security` is `tls`, `port` is 993, or 143 without TLS from
 * the start.
 *
 * @throws UsageError if a part is wrong, or the password would go over the network in plain text.
 */
export function accountFrom(name: string, parts: AccountParts): Account {
  const wrong = (what: string, option?: string) =>
    new UsageError(`account ${JSON.stringify(name)}: ${what}`, { options: option === undefined ? [] : [option] });
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name)) {
    throw wrong('use at most 64 letters, digits, ".", "_" and "-" in its name');
  }
  const unknown = Object.keys(parts).find((key) => !KEYS.has(key));
  if (unknown !== undefined)
    throw wrong(`unknown key ${JSON.stringify(unknown)}; the keys are ${[...KEYS].join(", ")}`);
  const { host, user, security = "tls", port = PORTS[security as Security], insecure = false } = parts;
  if (!isWord(host))
    throw wrong(`host must be the name of a server, such as mail.example.org, not ${shown(host)}`, "host");
  if (!isLine(user)) throw wrong(`user must be the name that you log in with, not ${shown(user)}`, "user");
  if (!isSecurity(security))
    throw wrong(`security must be ${SECURITIES.join(", ")}, not ${shown(security)}`, "security");
  if (!Number.isInteger(port) || (port as number) < 1 || (port as number) > 65_535) {
    throw wrong(`port must be a number from 1 to 65535, not ${shown(port)}`, "port");
  }
  if (typeof insecure !== "boolean") throw wrong(`insecure must be true or false, not ${shown(insecure)}`, "insecure");
  for (const key of TEXTS) {
    if (parts[key] !== undefined && !isLine(parts[key]))
      throw wrong(`${key} must be one line, not ${shown(parts[key])}`, key);
  }
  if (parts.passwordCommand !== undefined && parts.tokenCommand !== undefined) {
    throw wrong("passwordCommand and tokenCommand cannot be combined: choose one");
  }
  if (security === "plain" && !insecure && !isLoopback(host)) {
    throw wrong(
      `${host} is another machine: without TLS, everybody on the way can read the password and the mail; leave out security, or set insecure to true`,
      "insecure",
    );
  }
  const texts = Object.fromEntries(TEXTS.flatMap((key) => (parts[key] === undefined ? [] : [[key, parts[key]]])));
  return { name, host, port: port as number, user, security, ...texts, ...(insecure && { insecure }) };
}

/** Reads the accounts in a configuration file. @throws DataError if one is wrong */
export function accountsFrom(value: unknown): Account[] {
  if (!isRecord(value))
    throw new DataError('"accounts" must be an object, such as {"home": {"host": "mail.example.org"}}');
  return Object.entries(value).map(([name, parts]) => {
    if (!isRecord(parts)) throw new DataError(`account ${JSON.stringify(name)} must be an object, not ${shown(parts)}`);
    try {
      return accountFrom(name, parts);
    } catch (error) {
      throw error instanceof UsageError ? new DataError(error.message) : error;
    }
  });
}

/** Returns an account as it is shown: `me@example.org at mail.example.org:993`. */
export function accountText({ user, host, port }: Account): string {
  return `${user} at ${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Whether a host is this machine (RFC 6761, section 6.3; RFC 4291, section 2.5.3). */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

function isSecurity(value: unknown): value is Security {
  return SECURITIES.some((security) => security === value);
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && /^[^\s\p{C}/@]{1,255}$/u.test(value);
}

function isLine(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && !/\p{Cc}/u.test(value);
}
