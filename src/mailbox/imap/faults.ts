import type { ImapFlow, ImapFlowError } from "imapflow";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import { type Account, accountText } from "../accounts/account.js";

/** The first error that each connection reported. A command that failed after it says only that the connection is gone. */
const causes = new WeakMap<ImapFlow, Error>();

/** Keeps the first error of a connection for `imapFault`. Also keeps an error from ending the process. */
export function watchErrors(client: ImapFlow): void {
  client.on("error", (error: Error) => noteCause(client, error));
}

/** Notes why a connection ends, unless a reason is known already. */
export function noteCause(client: ImapFlow, error: Error): void {
  if (!causes.has(client)) causes.set(client, error);
}

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
  const { what, options = [] } = faultText(cause, account);
  return new DataError(`${accountText(account)}: ${what}`, { options, cause });
}

/** Whether an error means that the connection is gone or was never made, so that another attempt may succeed. */
export function isConnectionFault(error: unknown): boolean {
  const { code, cause } = error as ImapFlowError;
  if (error instanceof DataError && cause !== undefined) return isConnectionFault(cause);
  return code !== undefined && CONNECTION.has(code);
}

const CONNECTION: ReadonlySet<string> = new Set(
  (
    "NoConnection EConnectionClosed StateLogout ClosedAfterConnectText ClosedAfterConnectTLS CONNECT_TIMEOUT " +
    "GREETING_TIMEOUT UPGRADE_TIMEOUT ETIMEOUT ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH " +
    "ENOTFOUND EAI_AGAIN ETHROTTLE"
  ).split(" "),
);

interface FaultText {
  readonly what: string;
  /** The options that the text names. */
  readonly options?: readonly string[];
}

function faultText(error: ImapFlowError, account: Account): FaultText {
  const said = saidBy(error);
  const code = codeOf(error) ?? "";
  if (error.authenticationFailed || /^Unsupported authentication/.test(error.message)) {
    return loginFault(error, account, said);
  }
  const known = FAULTS[code];
  if (known !== undefined) return known(error, said);
  if (error.tlsFailed)
    return { what: `it does not start TLS (${error.message}): set security to tls`, options: ["security"] };
  if (/^ParserError|_NESTING_|^InvalidResponse|ProcessingFailed$/.test(code)) return GARBAGE;
  if (/SSL|TLS|EPROTO/.test(code)) {
    return {
      what: "it does not speak TLS there: check the port, or set security to starttls",
      options: ["port", "security"],
    };
  }
  if (error.responseStatus !== undefined) return { what: `the server refuses a command${said}` };
  return { what: reason(error).split("\n", 1)[0] };
}

const GARBAGE: FaultText = { what: "what it sends is not IMAP: check host and port", options: ["host", "port"] };

type FaultOf = (error: ImapFlowError, said: string) => FaultText;

const closed: FaultOf = (_, said) => ({ what: `the server closed the connection${said}` });
const silent: FaultOf = () => ({ what: "the server does not answer: try again later" });
const tooLarge: FaultOf = ({ maxSize = 0 }) => ({
  what: `what it sends is larger than any sound answer (${megabytes(maxSize)}): the connection was closed`,
});
const flood: FaultOf = () => ({ what: "it sends more answers than any sound server: the connection was closed" });
const untrusted: FaultOf = () => ({
  what: "its certificate is from nobody whom this machine trusts: if it is your own server, name the file of its certificate with ca",
  options: ["ca"],
});

/** By the code of the error. */
const FAULTS: Readonly<Record<string, FaultOf>> = {
  NoConnection: closed,
  EConnectionClosed: closed,
  StateLogout: closed,
  ClosedAfterConnectText: closed,
  ClosedAfterConnectTLS: closed,
  CONNECT_TIMEOUT: silent,
  UPGRADE_TIMEOUT: silent,
  ETIMEOUT: silent,
  ETIMEDOUT: silent,
  GREETING_TIMEOUT: () => ({
    what: "it sends no greeting of IMAP: check host, port and security",
    options: ["security"],
  }),
  LineTooLarge: tooLarge,
  LiteralTooLarge: tooLarge,
  ResponseTooLarge: tooLarge,
  TooManyTokens: flood,
  TooManyResponses: flood,
  ETHROTTLE: (_, said) => ({ what: `the server wants a pause: try again later${said}` }),
  ENOTFOUND: () => ({ what: "there is no host of that name" }),
  EAI_AGAIN: () => ({ what: "the name of the host cannot be looked up now: try again later" }),
  CERT_HAS_EXPIRED: () => ({ what: "its certificate has expired: whoever runs the server must renew it" }),
  CERT_NOT_YET_VALID: () => ({ what: "its certificate is not valid yet: check the clock of this machine" }),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: (error) => ({
    what: `its certificate is for another host (${hostsOf(error)}): check the host`,
    options: ["host"],
  }),
};

/** Returns the hosts that a certificate names, shortened. */
function hostsOf(error: Error & { readonly cert?: { readonly subjectaltname?: string } }): string {
  return cut(error.cert?.subjectaltname?.replace(/\b(?:DNS|IP Address):/g, "") ?? "it names none");
}

function loginFault(error: ImapFlowError, { name, tokenCommand }: Account, said: string): FaultText {
  if (tokenCommand !== undefined) {
    const what = error.authenticationFailed ? "refuses the user or the token" : "takes no OAuth 2 token";
    return { what: `the server ${what}${said}: check tokenCommand`, options: ["tokenCommand"] };
  }
  if (error.message === "Login is disabled")
    return { what: "the server takes no password on this connection: set security to tls", options: ["security"] };
  // RFC 5530: the password may be right.
  if (
    /^(?:UNAVAILABLE|INUSE|LIMIT|CONTACTADMIN|EXPIRED|PRIVACYREQUIRED|SERVERBUG)$/.test(error.serverResponseCode ?? "")
  ) {
    return { what: `the server lets nobody in now${said}` };
  }
  return { what: `the server refuses the user or the password of account ${JSON.stringify(name)}${said}` };
}

/** Returns what the server said, shortened, after a colon. */
function saidBy({ responseText, reason }: ImapFlowError): string {
  const text = responseText || reason || "";
  return text === "" ? "" : `: ${cut(text)}`;
}

/** Maximum length of a text from the server in a message, in characters. */
const MAX_SAID = 200;

function cut(text: string): string {
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}
