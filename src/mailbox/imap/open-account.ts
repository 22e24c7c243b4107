import type { ImapFlow } from "imapflow";
import { DataError, notInstalled, orDataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { readRegular } from "../../documents/files/open-file.js";
import type { Account } from "../accounts/account.js";
import type { Credentials } from "../accounts/credentials.js";
import { imapFault, noteCause } from "./faults.js";

/** The options of opening an account. */
export interface OpenOptions {
  /** See `credentialsOf`. */
  readonly credentials: Credentials;
  /**
   * Milliseconds without a byte after which the server counts as silent, if it owes an answer. Connecting and logging
   * in may take twice as long. Default: 60,000.
   */
  readonly patience?: number | undefined;
  /** Ends all waiting: a call fails two seconds later at the latest, and none begins. */
  readonly stop?: AbortSignal | undefined;
}

/** Maximum size of a file with certificates, in bytes. */
const MAX_CA = 1 << 20;

/*
 * Limits on the answers of a server. Real servers stay far below; a hostile one is cut off there, so that it takes
 * neither memory nor time without end.
 */

/** Maximum bytes of a line. A SEARCH answer has about 8 bytes for each message. */
const MAX_LINE = 1 << 24;
/** Maximum bytes of a literal, such as a message. */
export const MAX_LITERAL = 1 << 26;
/** Maximum parts of a response. A FETCH response has a few dozen. */
const MAX_TOKENS = 200_000;
/** Milliseconds without a byte, after which a server that owes an answer counts as silent. */
const PATIENCE = 60_000;

/**
 * Connects to the server of an account, checks its certificate and logs in. The client starts no IDLE by itself and
 * logs nothing. Pass errors of later calls to `imapFault`.
 *
 * @throws DataError if imapflow is not installed, or the server is at fault.
 */
export async function openAccount(account: Account, options: OpenOptions): Promise<ImapFlow> {
  const { credentials, patience = PATIENCE, stop } = options;
  const { host, port, user, security, ca } = account;
  const Client = await imapClient();
  const tls = ca === undefined ? {} : { ca: certificatesIn(ca) };
  const client = new Client({
    maxLineLength: MAX_LINE,
    maxLiteralSize: MAX_LITERAL,
    maxResponseSize: MAX_LITERAL + MAX_LINE,
    maxResponseTokens: MAX_TOKENS,
    host,
    port,
    secure: security === "tls",
    ...(security !== "tls" && { doSTARTTLS: security === "starttls" }),
    tls: { minVersion: "TLSv1.2", ...tls },
    auth: { user, ...credentials },
    // Otherwise the program tells the server its name and version.
    clientInfo: { name: "thresher", version: false, vendor: false, "support-url": false },
    logger: false,
    disableAutoIdle: true,
    // Compressed answers could be a thousand times larger than they look.
    disableCompression: true,
    connectionTimeout: patience,
    // Must end before `socketTimeout`, so that the error names the greeting.
    greetingTimeout: patience / 2,
    socketTimeout: patience,
  });
  // Without a listener, an error would end the process.
  client.on("error", (error: Error) => noteCause(client, error));
  boundAnswers(client);
  try {
    await within(client, { time: 2 * patience, stop }, () => client.connect());
  } catch (error) {
    client.close();
    throw imapFault(error, account, client);
  }
  return client;
}

/** Logs out, or closes the connection if the server does not answer. Never fails. */
export async function closeAccount(client: ImapFlow): Promise<void> {
  await within(client, { time: FAREWELL }, () => client.logout()).catch(() => undefined);
  client.close();
}

/** Milliseconds to wait for the answer to LOGOUT. */
const FAREWELL = 2_000;

/** Loads imapflow, which is not a dependency of the package. @throws DataError that says how to install it */
async function imapClient(): Promise<typeof ImapFlow> {
  try {
    return (await import("imapflow")).ImapFlow;
  } catch (error) {
    throw notInstalled("imapflow", "thresher mailbox", error);
  }
}

function certificatesIn(path: string): Buffer {
  const unreadable = (why: string) => `${path} cannot be read: ${why}`;
  const bytes = orDataError(() => readRegular(path, MAX_CA), unreadable);
  if (bytes.includes("-----BEGIN CERTIFICATE-----")) return bytes;
  throw new DataError(`${path} has no certificate in PEM: it must begin with -----BEGIN CERTIFICATE-----`);
}

/** Milliseconds between two looks at what has come. */
const INTERVAL = 100;
/** Maximum bytes for commands that do not download: a list of 50,000 folders takes 8 MB. */
const MAX_BYTES = 1 << 25;
/** Milliseconds that running commands may still take when the program has to stop. */
const GRACE = 2_000;

/** Limits of commands. */
export interface Limits {
  /** In milliseconds. */
  readonly time: number;
  /** Bytes that may come. Default: enough for commands that do not download messages. */
  readonly bytes?: number | undefined;
  /** Ends the commands after two seconds. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Runs commands, and closes the connection if they take too long or too many bytes come. imapflow itself limits only
 * the silence between two bytes and the size of one response.
 *
 * @throws the error of the commands, or one that names the limit.
 */
export async function within<T>(client: ImapFlow, limits: Limits, run: () => Promise<T>): Promise<T> {
  const { time, bytes = MAX_BYTES, stop } = limits;
  const [start, before] = [performance.now(), client.stats().received];
  let end = start + time;
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = performance.now();
      if (stop?.aborted) end = Math.min(end, now + GRACE);
      const isLate = now > end;
      if (!isLate && client.stats().received - before <= bytes) return;
      const limit = isLate ? { code: "ETIMEOUT" } : { code: "ResponseTooLarge", maxSize: bytes };
      const error = Object.assign(new Error(limit.code), limit);
      noteCause(client, error);
      reject(error);
      client.close();
    }, INTERVAL);
  });
  try {
    return await Promise.race([run(), stopped]);
  } finally {
    clearInterval(timer);
  }
}

/** The part of imapflow that is replaced: it reads a response, and returns whether to read on. */
interface Reader {
  /** @param data the lines of the response, without literals */
  handleResponse(data: { readonly payload: Buffer }): Promise<boolean>;
}

/** Maximum numbers in ranges between two commands: as many as a line without ranges can have. */
const MAX_NAMED = 1 << 21;

/** A response with a set of UIDs that imapflow would write out. */
const NAMING = /^\S+\s+(?:(?:ESEARCH|VANISHED)\s(.*)|OK\s*\[\s*COPYUID\s+\S+\s([^\]]*))/i;

/**
 * Bounds the numbers in answers. A set of UIDs such as `1:4294967295` has a few bytes, and imapflow would make millions
 * of numbers or events of it, again for each line. The connection to a server that sends such a set is closed.
 */
function boundAnswers(client: ImapFlow): void {
  const reader = client as unknown as Reader;
  const { handleResponse } = reader;
  let named = 0;
  reader.handleResponse = async (data) => {
    const line = data.payload.toString("latin1");
    const [, found, copied] = NAMING.exec(line) ?? [];
    named += numbersIn(found ?? copied ?? "");
    // Each message is moved or copied by itself, so COPYUID names two.
    if (named > (copied === undefined ? MAX_NAMED : 2)) {
      noteCause(client, Object.assign(new Error("too many numbers"), { code: "TooManyResponses" }));
      client.close();
      return false;
    }
    if (!line.startsWith("*")) named = 0;
    return handleResponse.call(client, data);
  };
}

/** Returns how many numbers the sets in a text have. */
function numbersIn(text: string): number {
  const ranges = Array.from(text.matchAll(/(\d+)(?::(\d+))?/g), ([, a, b = a]) => Math.abs(Number(b) - Number(a)) + 1);
  return sumOf(ranges);
}
