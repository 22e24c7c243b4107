/**
 * Connections to a Redis server through the optional package ioredis: the address, the client, a check of the server, and
 * messages for its errors.
 */
import { createRequire } from "node:module";
import type * as Ioredis from "ioredis";
import { DataError, notInstalled, orElse, reason, UsageError } from "./errors.js";

/** The address of a Redis server, and the name of the data that is kept there. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isEncrypted: boolean;
  /** The path of the URL; empty if it has none. */
  readonly name: string;
  /** The URL without its password, for messages. */
  readonly shown: string;
}

/**
 * The environment variable with the password, as for `redis-cli`. A password on the command line would be visible to
 * every user of the machine.
 */
const PASSWORD_VARIABLE = "REDISCLI_AUTH";

/** The usual port of Redis. */
const PORT = 6379;
/** Time limit to connect, in milliseconds. */
const PATIENCE = 5_000;
/**
 * Maximum silence in milliseconds. If an answer is due and no byte arrives in this time, the connection is lost.
 * A whole answer may take longer on a slow line.
 */
const MAX_SILENCE = 10_000;
/** Milliseconds to wait until the server closes a connection. If the server is gone, a command waits this long. */
const FAREWELL = 100;
/** Maximum time between two attempts to reconnect, in milliseconds. */
const MAX_PAUSE = 2_000;
/** The oldest version that has all stream commands used here. */
const OLDEST_VERSION = [6, 2];

/**
 * Reads `redis://[user[:password]@]host[:port][/name]`, or `rediss://` for an encrypted connection.
 *
 * @param option for messages, such as `--share`
 * @throws UsageError if the text is anything else.
 */
export function redisAddress(text: string, option: string): RedisAddress {
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
  if (!isSound || name === undefined || !/^[\w.-]{0,100}$/.test(name)) {
    throw new UsageError(`${example}; its name may have letters, digits, "_", "-" and "."`);
  }
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: port === "" ? PORT : Number(port),
    username: decoded(username) || undefined,
    password: decoded(password) || process.env[PASSWORD_VARIABLE] || undefined,
    isEncrypted: protocol === "rediss:",
    name,
    shown: `${protocol}//${hostname}:${port || PORT}${pathname}`,
  };
}

/** Decodes a part of a URL; undefined if it is not valid. */
function decoded(text: string): string | undefined {
  return orElse(() => decodeURIComponent(text), undefined);
}

/**
 * Loads the Redis client, which is not a dependency of the package.
 *
 * @param option the option that needs the client, such as `--share`
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
 * Makes a client that reconnects whenever the connection is lost. Without a connection, commands fail at once. The
 * client is not connected yet: call its `connect`.
 *
 * @param option the option that needs the client, for the message
 * @throws DataError if the package is not installed.
 */
export function newRedis(address: RedisAddress, option: string): Ioredis.Redis {
  const { Redis } = redisClient(option);
  const redis = new Redis({
    ...connectionOptions(address),
    lazyConnect: true,
    connectTimeout: PATIENCE,
    disconnectTimeout: FAREWELL,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Waits 100 milliseconds, then twice as long after each attempt.
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), MAX_PAUSE),
  });
  // A failed command says that there is no connection, but not why. This error does.
  redis.on("error", (error) => lastErrors.set(redis, error));
  redis.on("ready", () => lastErrors.delete(redis));
  redis.on("connect", () => {
    const { stream } = redis;
    // The queue holds the commands that wait for an answer. Without one, silence is no fault.
    stream.setTimeout(MAX_SILENCE, () => {
      if (redis.commandQueue.length > 0) stream.destroy(new Error("ETIMEDOUT"));
    });
  });
  return redis;
}

/**
 * Checks that a connected server answers, is not too old, and never drops data.
 *
 * @throws DataError if it fails one of these checks.
 */
export async function requireSound(redis: Ioredis.Redis, { shown }: RedisAddress): Promise<void> {
  let info: string;
  try {
    info = await redis.info();
  } catch (error) {
    throw redisFault(error, shown, redis);
  }
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

/** The last connection error of each client without a connection. */
const lastErrors = new WeakMap<Ioredis.Redis, Error>();

/**
 * Explains an error of Redis in one line, without the password. A DataError stays as it is.
 *
 * @param shown the address for the message, without its password
 * @param redis the client that failed; its last connection error may say more
 */
export function redisFault(error: unknown, shown: string, redis?: Ioredis.Redis): DataError {
  if (error instanceof DataError) return error;
  const last = (redis && lastErrors.get(redis)) ?? (error as Error);
  const [known] = FAULTS.filter(([pattern]) => pattern.test(last.message));
  return new DataError(`${shown}: ${known?.[1] ?? reason(last)}`);
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
