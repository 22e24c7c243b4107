import type { ImapFlow, ImapFlowError, LogEvent } from "imapflow";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { byName, names } from "../../base/lists.js";
import { megabytes } from "../../base/numbers.js";
import { type Account, accountText } from "../accounts/account.js";

/**
 * The first error that each connection reported. A command that failed after it says only that the connection is
 * gone.
 */
const causes = new WeakMap<ImapFlow, Error>();

/** Notes why a connection ends, for `imapFault`, unless a reason is known already. */
export function noteCause(client: ImapFlow, error: Error): void {
  if (!causes.has(client)) causes.set(client, error);
}

/** The keys of an account that messages may name: see `options` of `Fault`. */
const KEYS = ["ca", "security", "tokenCommand"];

/**
 * Explains an error of imapflow in one line that begins with the account.
 *
 * @param client the connection that failed; it may know the cause
 */
export function imapFault(error: unknown, account: Account, client?: ImapFlow): DataError {
  if (error instanceof DataError) return error;
  const known = client && causes.get(client);
  const cause = (known ?? error) as ImapFlowError;
  if (cause instanceof DataError) return cause;
  const what = faultText(cause, account);
  const options = KEYS.filter((key) => new RegExp(`\\b${key}\\b`).test(what));
  return new DataError(`${accountText(account)}: ${what}`, { options, cause });
}

/** Codes of connections that ended, and of servers that say nothing, with spaces between them. */
const CLOSED = "NoConnection EConnectionClosed StateLogout ClosedAfterConnectText ClosedAfterConnectTLS";
const SILENT = "CONNECT_TIMEOUT UPGRADE_TIMEOUT ETIMEOUT ETIMEDOUT";

/** Codes of faults that another attempt may cure. */
const CONNECTION = names(
  `${CLOSED} ${SILENT} GREETING_TIMEOUT ECONNREFUSED ECONNRESET EPIPE EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETHROTTLE`,
);

/** Codes of a login that fails although the password may be right (RFC 5530). */
const CROWDED = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG)$/;

/** The code of a login with a wrong user or password. */
const WRONG_PASSWORD = "AUTHENTICATIONFAILED";

/** Office 365 says this after a login, if it is busy or the account has no IMAP. A new connection may do better. */
const NOT_CONNECTED = /authenticated but not connected/i;

/** The kind of a fault, by which another attempt is made or not: see `faultKind`. */
export type FaultKind = "passing" | "password" | "login" | undefined;

/**
 * Returns what an error says about another attempt. `passing`: it may succeed, because the connection is gone or was
 * never made, or because nobody can log in now. `password`: the server says that the password is wrong (RFC 5530).
 * `login`: it refuses the login, and says nothing that programs understand. Undefined: something else is wrong.
 */
export function faultKind(error: unknown): FaultKind {
  const { code = "", cause, authenticationFailed, responseStatus, serverResponseCode = "" } = error as ImapFlowError;
  if (error instanceof DataError && cause !== undefined) return faultKind(cause);
  if (CONNECTION.has(code) || isNotConnected(error)) return "passing";
  if (!authenticationFailed) return undefined;
  if (CROWDED.test(serverResponseCode)) return "passing";
  if (responseStatus === undefined) return undefined;
  return serverResponseCode === WRONG_PASSWORD ? "password" : "login";
}

/** Whether the server does not serve a connection on which the login has succeeded. */
export function isNotConnected(error: unknown): boolean {
  return NOT_CONNECTED.test(`${(error as Error).message} ${wordsIn(error as ImapFlowError)}`);
}

/** Returns the line for an error. @param said what the server said, after a colon */
type FaultOf = (error: ImapFlowError, said: string) => string;

/** The line for each error, by its code. A key may have several codes, with spaces between them. */
const FAULTS: ReadonlyMap<string, string | FaultOf> = byName<string | FaultOf>({
  [CLOSED]: (_, said) => `the server closed the connection${said}`,
  [SILENT]: "the server does not answer: try again later",
  GREETING_TIMEOUT: "it sends no greeting of IMAP: check host, port and security",
  "LineTooLarge LiteralTooLarge ResponseTooLarge": ({ maxSize = 0 }) =>
    `the server sent more than ${megabytes(maxSize)} in one answer: the connection was closed`,
  "TooManyTokens TooManyResponses": "it sends more answers than any sound server: the connection was closed",
  ETHROTTLE: (_, said) => `the server wants a pause: try again later${said}`,
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name of the host cannot be looked up now: try again later",
  CERT_HAS_EXPIRED: "its certificate has expired: whoever runs the server must renew it",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: check the clock of this machine",
  "DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    "its certificate is from nobody whom this machine trusts: if it is your own server, name the file of its certificate with ca",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host: check the host",
});

function faultText(error: ImapFlowError, account: Account): string {
  const said = saidBy(error);
  const code = codeOf(error) ?? "";
  if (isNotConnected(error)) return `the server lets nobody in now${said}`;
  if (error.authenticationFailed || /^Unsupported authentication/.test(error.message)) {
    return loginFault(error, account, said);
  }
  const known = FAULTS.get(code);
  if (known !== undefined) return typeof known === "string" ? known : known(error, said);
  if (error.tlsFailed) return `it does not start TLS (${error.message}): set security to tls`;
  if (/^ParserError|_NESTING_|^InvalidResponse|ProcessingFailed$/.test(code)) {
    return "what it sends is not IMAP: check host and port";
  }
  if (/SSL|TLS|EPROTO/.test(code)) return "it does not speak TLS there: check the port, or set security to starttls";
  if (error.responseStatus !== undefined) return `the server refuses a command${said}`;
  return reason(error).split("\n", 1)[0];
}

function loginFault(error: ImapFlowError, { name, tokenCommand }: Account, said: string): string {
  if (tokenCommand !== undefined) {
    const what = error.authenticationFailed ? "refuses the user or the token" : "takes no OAuth 2 token";
    return `the server ${what}${said}: check tokenCommand`;
  }
  if (error.message === "Login is disabled") {
    return "the server takes no password on this connection: set security to tls";
  }
  if (CROWDED.test(error.serverResponseCode ?? "")) return `the server lets nobody in now${said}`;
  const what = error.serverResponseCode === WRONG_PASSWORD ? "user or the password" : "login";
  return `the server refuses the ${what} of account ${JSON.stringify(name)}${said}`;
}

/** Maximum length of a text from the server in a message, in characters. */
const MAX_SAID = 200;

/** Returns what the server said, shortened, after a colon; empty if it said nothing. */
function saidBy(error: ImapFlowError): string {
  const text = wordsIn(error);
  return text === "" ? "" : `: ${text.slice(0, MAX_SAID)}`;
}

/** Returns the words of the server. For a BYE without words, imapflow has its own text, which is left out. */
function wordsIn({ responseText, serverResponseCode, response, reason: farewell = "" }: ImapFlowError): string {
  const said = responseText || serverResponseCode || (typeof response === "string" ? response : "");
  return said || farewell.replace(/^Server closed connection$/, "");
}

/**
 * Runs a command that imapflow answers with false or undefined if it failed.
 *
 * @throws Error with the reason in the words of the server, or that the connection is lost
 */
export async function orRefusal<T>(client: ImapFlow, command: () => Promise<T | false | undefined>): Promise<T> {
  let said: Partial<ImapFlowError> = {};
  // imapflow tells the reason only in its log.
  const listen = ({ err }: LogEvent) => {
    said = err ?? said;
  };
  client.on("log", listen);
  client.emitLogs = true;
  try {
    const result = await command();
    if (result) return result;
  } finally {
    client.emitLogs = false;
    client.off("log", listen);
  }
  if (!client.usable) throw Object.assign(new Error("the connection is lost"), { code: "NoConnection" });
  throw new Error(refusalText(said));
}

/** Whether an error means that the server refuses a command, and the connection goes on. */
export function isRefusal(client: ImapFlow, error: unknown): error is ImapFlowError {
  return (error as ImapFlowError).responseStatus === "NO" && client.usable;
}

/** Runs a command. Returns undefined if the server refuses it, perhaps because a message is damaged. */
export async function unlessRefused<T>(client: ImapFlow, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isRefusal(client, error)) return undefined;
    throw error;
  }
}

/** Why a message is not where it was. */
export const GONE = "it is not there any more";
/** Why a message is where it was. */
export const NOT_DONE = "the server says that it was moved, but it was not";

/** Says in one line why a server refused a command (RFC 5530). */
export function refusalText({ serverResponseCode = "", responseText = "" }: Partial<ImapFlowError>): string {
  const said = responseText.slice(0, MAX_SAID) || "without a reason";
  return REASONS[serverResponseCode] ?? `the server refuses it: ${said}`;
}

/** The lines for codes of refusals. */
const REASONS: Readonly<Record<string, string>> = {
  OVERQUOTA: "the mailbox is full (over quota): make room, and run the command again",
  NOPERM: "the server gives no permission for it",
  "READ-ONLY": "the folder is read-only",
  TRYCREATE: "its folder is not there any more: run the command again",
  NONEXISTENT: "its folder is not there any more: run the command again",
  EXPUNGEISSUED: GONE,
};
