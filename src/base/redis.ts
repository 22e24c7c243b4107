/**
 * Connections to a Redis server through the optional package ioredis: the address, a check of the server, and messages for
 * its errors.
 */
import { createRequire } from "node:module";
import type * as Ioredis from "ioredis";
import { DataError, notInstalled, orElse, reason, UsageError } from "./errors.js";

/** The address of a Redis server, and the name under which data is kept there. */
export type RedisAddress = ReturnType<typeof redisAddress>;

/**
 * The environment variable with the password, as for `redis-cli`. A password on the command line would be visible to
 * every user of the machine.
 */
const PASSWORD_VARIABLE = "REDISCLI_AUTH";

/** The usual port of Redis. */
const PORT = 6379;
/** Time limit to connect, in milliseconds. */
const PATIENCE = 5_000;
/** Time limit for an answer, in milliseconds. */
const MAX_SILENCE = 10_000;
/** Milliseconds to wait until the server closes a connection. */
const FAREWELL = 100;
/** The oldest version that BullMQ recommends. */
const OLDEST_VERSION = [6, 2];

/**
 * Reads `redis://[user[:password]@]host[:port][/name]`, or `rediss://` for an encrypted connection.
 *
 * @param option for messages, such as `--workers`
 * @throws UsageError if the text is anything else.
 */
export function redisAddress(text: string, option: string) {
  const example = `${option}: give the address of a Redis server, such as redis://localhost:6379/mail`;
  if (!URL.canParse(text)) {
    // The text may contain a password.
    const shown = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1…@");
    throw new UsageError(`${example}, not ${JSON.stringify(shown)}`);
  }
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isSound = /^rediss?:$/.test(protocol) && hostname !== "" && search === "" && hash === "";
  const name = decoded(pathname.slice(1));
  // Leaves out the address, because it may contain a password.
  if (!isSound || !/^[\w.-]{0,100}$/.test(name)) {
    throw new UsageError(`${example}; its name may have letters, digits, "_", "-" and "."`);
  }
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: port === "" ? PORT : Number(port),
    username: decoded(username) || undefined,
    password: decoded(password) || process.env[PASSWORD_VARIABLE] || undefined,
    isEncrypted: protocol === "rediss:",
    /** The path of the URL; empty if it has none. */
    name,
    /** The URL without its password, for messages. */
    shown: `${protocol}//${hostname}:${port || PORT}${pathname}`,
  };
}

/** Decodes a part of a URL. A part with a `%` that begins no code stays as it is. */
function decoded(text: string): string {
  return orElse(() => decodeURIComponent(text), text);
}

/**
 * Loads the Redis client, which is not a dependency of the package.
 *
 * @param option the option that needs the client, such as `--workers`
 * @throws DataError that says how to install the client if it is missing.
 */
function redisClient(option: string): typeof Ioredis {
  try {
    return createRequire(import.meta.url)("ioredis");
  } catch (error) {
    throw notInstalled("ioredis", option, error);
  }
}

/** Returns the options of a client of ioredis for an address. */
export function connectionOptions({ host, port, username, password, isEncrypted }: RedisAddress) {
  return {
    host,
    port,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
  };
}

/**
 * Checks that a server answers, takes the password, is not too old, and never drops data.
 *
 * @param option the option that needs the client, for the message
 * @throws DataError if the package is not installed, or the server fails one of these checks.
 */
export async function requireRedis(address: RedisAddress, option: string): Promise<void> {
  const { Redis } = redisClient(option);
  const redis = new Redis({
    ...connectionOptions(address),
    lazyConnect: true,
    connectTimeout: PATIENCE,
    disconnectTimeout: FAREWELL,
    commandTimeout: MAX_SILENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // A failed command says that there is no connection, but not why. This error does.
  let last: Error | undefined;
  redis.on("error", (error) => {
    last = error;
  });
  try {
    await redis.connect();
    requireSound(await redis.info(), address);
  } catch (error) {
    throw redisFault(error instanceof DataError ? error : (last ?? error), address.shown);
  } finally {
    redis.disconnect();
  }
}

/** @param info the answer to INFO @throws DataError if the server is too old, or may drop data */
function requireSound(info: string, { shown }: RedisAddress): void {
  const version = /^redis_version:(\d+)\.(\d+)/m.exec(info)?.slice(1).map(Number);
  const [major, minor] = OLDEST_VERSION;
  if (version === undefined)
    throw new DataError(`${shown}: this server does not tell a version of Redis: give the address of a Redis server`);
  if (version[0] < major || (version[0] === major && version[1] < minor)) {
    throw new DataError(`${shown}: Redis ${version.join(".")} is too old: use ${OLDEST_VERSION.join(".")} or later`);
  }
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy !== undefined && policy !== "noeviction") {
    throw new DataError(
      `${shown}: Redis may drop what is kept there (maxmemory-policy ${policy}): set maxmemory-policy to noeviction`,
    );
  }
}

/**
 * Explains an error of Redis in one line, without the password. A DataError stays as it is.
 *
 * @param shown the address for the message, without its password
 */
export function redisFault(error: unknown, shown: string): DataError {
  if (error instanceof DataError) return error;
  const [known] = FAULTS.filter(([pattern]) => pattern.test((error as Error).message));
  return new DataError(`${shown}: ${known?.[1] ?? reason(error)}`);
}

/** Explanations for a user of errors of Redis and its client, by their messages. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^NOAUTH/, `Redis wants a password: set ${PASSWORD_VARIABLE}`],
  [/^WRONGPASS|invalid password/i, "Redis refuses the user or the password"],
  [/^NOPERM/, "Redis does not let this user run the commands that are needed"],
  [/\bOOM\b/, "Redis is out of memory: raise its maxmemory"],
  [/\bMISCONF\b/, "Redis cannot write to its disk and takes no changes: see the log of Redis"],
  [/\bREADONLY\b/, "this Redis is a replica and takes no changes: give the address of the main server"],
  [/\bLOADING\b/, "Redis is still reading its data: try again"],
  [/Unknown RESP type|Protocol error/i, "this is no Redis server"],
  [/ECONNREFUSED/, "no Redis server listens there"],
  [
    /ETIMEDOUT|Command timed out|max retries per request|Connection is closed|isn't writeable|Stream isn't/,
    "Redis cannot be reached",
  ],
  [/ENOTFOUND|EAI_AGAIN/, "there is no host of that name"],
];
