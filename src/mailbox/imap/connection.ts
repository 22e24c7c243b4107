import { setTimeout } from "node:timers/promises";
import type { ImapFlow, ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import type { Account } from "../accounts/account.js";
import { type AskPassword, type Credentials, credentialsOf } from "../accounts/credentials.js";
import { type FaultKind, faultKind, imapFault, isNotConnected } from "./faults.js";
import { closeAccount, type OpenOptions, openAccount, within } from "./open-account.js";

/**
 * Milliseconds to wait before each new attempt: three minutes in all, in which a server has time to start again. A lost
 * connection is most often back at once.
 */
const PAUSES = [250, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] as const;

/** Number of these pauses for the first connection: half a minute in all, because the host may be wrong. */
const FIRST_PAUSES = 8;

/** Maximum refused logins in a row for which the server gives no reason. */
const MAX_REFUSALS = 3;

/** Maximum time for one call, in milliseconds. */
const MAX_TIME = 600_000;

/** The options of a connection. */
export interface ConnectionOptions extends Omit<OpenOptions, "credentials"> {
  /** As for `openAccount`. */
  readonly ask?: AskPassword | undefined;
  /**
   * Milliseconds to wait before each new attempt. After as many attempts, a call fails. Default: about three minutes.
   */
  readonly pauses?: readonly number[] | undefined;
  /** Whether a login that the server refuses is tried again, once or twice. Default true. */
  readonly retriesRefusals?: boolean | undefined;
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
  /** How often the server has refused the login since the last success. */
  #refusals = 0;

  constructor(account: Account, options: ConnectionOptions = {}) {
    this.account = account;
    this.#options = options;
  }

  /**
   * Calls a function with the open connection. If the connection breaks meanwhile, the function is called again with a
   * new one. The very first connection gets half a minute of attempts.
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
    const { pauses = PAUSES, onLost, stop } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        const client = await this.#opened();
        return await within(client, { time: MAX_TIME, stop, ...limits }, () => call(client, attempt));
      } catch (error) {
        const client = this.#client;
        const fault = isImapError(error) ? imapFault(error, this.account, client) : error;
        const kind = faultKind(fault);
        if (client?.usable === false || isNotConnected(fault)) {
          client?.close();
          this.#client = undefined;
        }
        const most = this.#wasOpen ? pauses.length : Math.min(pauses.length, FIRST_PAUSES);
        if (stop?.aborted || attempt >= most) throw fault;
        if (kind !== "passing" && !this.#noteRefusal(kind)) throw fault;
        onLost?.((fault as Error).message, pauses[attempt]);
        await setTimeout(pauses[attempt], undefined, { signal: stop }).catch(() => undefined);
        if (stop?.aborted) throw fault;
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
    const { ask, patience, stop } = this.#options;
    const credentials = this.#credentials ?? (await credentialsOf(account, ask, patience, stop));
    // An access token may have expired the next time.
    if (account.tokenCommand === undefined) this.#credentials = credentials;
    const client = await openAccount(account, { credentials, patience, stop });
    keepCapabilities(client);
    this.#client = client;
    this.#wasOpen = true;
    this.#refusals = 0;
    return client;
  }

  /** Notes that the server has refused a login. Returns whether to try again, because the next one may succeed. */
  #noteRefusal(kind: FaultKind): boolean {
    if (kind === undefined) return false;
    // The password may have been changed.
    if (this.account.passwordCommand !== undefined) this.#credentials = undefined;
    // Some servers say that the password is wrong when they are busy.
    const most = kind === "login" ? MAX_REFUSALS : this.#wasOpen ? 2 : 1;
    return ++this.#refusals < most && this.#options.retriesRefusals !== false;
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
