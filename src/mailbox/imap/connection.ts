import { setTimeout } from "node:timers/promises";
import type { ImapFlow, ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import type { Account } from "../accounts/account.js";
import { type AskPassword, type Credentials, credentialsOf } from "../accounts/credentials.js";
import { imapFault, isConnectionFault } from "./faults.js";
import { closeAccount, type OpenOptions, openAccount } from "./open-account.js";
import { within } from "./within.js";

/**
 * Milliseconds to wait before each new attempt: three minutes in all, in which a server has time to start again. A lost
 * connection is most often back at once.
 */
const PAUSES = [250, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] as const;

/** Maximum time for one call, in milliseconds. */
const MAX_TIME = 600_000;

export interface ConnectionOptions extends Omit<OpenOptions, "credentials"> {
  /** As for `openAccount`. */
  readonly ask?: AskPassword | undefined;
  /** Milliseconds to wait before each new attempt. After as many attempts, a call fails. Default: about three minutes. */
  readonly pauses?: readonly number[] | undefined;
  /** Called when the connection is lost. @param pause in milliseconds, until the next attempt */
  readonly onLost?: ((why: string, pause: number) => void) | undefined;
}

/** A connection to an account that is opened again when it breaks. */
export class Connection {
  readonly account: Account;
  readonly #options: ConnectionOptions;
  #client: ImapFlow | undefined;
  #credentials: Credentials | undefined;
  #wasOpen = false;

  constructor(account: Account, options: ConnectionOptions = {}) {
    this.account = account;
    this.#options = options;
  }

  /**
   * Calls a function with the open connection. If the connection breaks meanwhile, the function is called again with a new
   * one. The very first connection has one attempt.
   *
   * @param call gets the number of calls before it, for which it is unknown what the server has done
   * @param limits of each call: milliseconds (default: ten minutes), and bytes that may come (default: enough for
   *   commands that do not download messages)
   * @throws DataError if the server stays away or is at fault, and what `call` throws
   */
  async run<T>(
    call: (client: ImapFlow, attempt: number) => Promise<T>,
    limits: { readonly time?: number; readonly bytes?: number } = {},
  ): Promise<T> {
    const { pauses = PAUSES, onLost } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        const client = await this.#opened();
        return await within(client, limits.time ?? MAX_TIME, () => call(client, attempt), limits.bytes);
      } catch (error) {
        const client = this.#client;
        const fault = isImapError(error) ? imapFault(error, this.account, client) : error;
        if (client?.usable === false) this.#client = undefined;
        if (!isConnectionFault(fault) || !this.#wasOpen || attempt === pauses.length) throw fault;
        onLost?.((fault as Error).message, pauses[attempt]);
        await setTimeout(pauses[attempt]);
      }
    }
  }

  /** Logs out. Never fails. */
  async close(): Promise<void> {
    if (this.#client !== undefined) await closeAccount(this.#client);
    this.#client = undefined;
  }

  async #opened(): Promise<ImapFlow> {
    if (this.#client !== undefined) return this.#client;
    const { account } = this;
    const { ask, patience, qresync } = this.#options;
    const credentials = this.#credentials ?? (await credentialsOf(account, ask, patience));
    // An access token may have expired the next time.
    if (account.tokenCommand === undefined) this.#credentials = credentials;
    const client = await openAccount(account, { credentials, patience, qresync });
    keepCapabilities(client);
    this.#client = client;
    this.#wasOpen = true;
    return client;
  }
}

/**
 * Keeps the capabilities of the login. If a server withdrew UIDPLUS later, imapflow would remove messages with EXPUNGE,
 * which removes those of other programs too.
 */
function keepCapabilities(client: ImapFlow): void {
  const { capabilities } = client;
  Object.defineProperty(client, "capabilities", { get: () => capabilities, set: () => undefined });
}

/** Whether an error comes from imapflow: it has a code, or the status of the server's answer. */
function isImapError(error: unknown): boolean {
  const { code, responseStatus } = error as ImapFlowError;
  return !(error instanceof DataError) && (code !== undefined || responseStatus !== undefined);
}
