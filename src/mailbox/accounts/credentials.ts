import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { DataError, reason } from "../../base/errors.js";
import type { Account } from "./account.js";

/** The secret for logging in: a password or an OAuth 2 access token. */
export type Credentials = { readonly pass: string } | { readonly accessToken: string };

/** Asks the user for a password, until `stop`. */
export type AskPassword = (account: Account, stop?: AbortSignal) => Promise<string>;

/** The environment variable with the password of all accounts that have no source of their own. */
const VARIABLE = "THRESHER_PASSWORD";

/** Default time for a command, in milliseconds. It may ask the user for the password of a key. */
const PATIENCE = 300_000;
/** Maximum number of bytes that a command may print. A token of OAuth 2 has a few kilobytes. */
const MAX_BYTES = 1 << 16;

/**
 * Returns the password or token of an account. The first of these that exists: the token command, the environment
 * variable that is named for the account (`THRESHER_PASSWORD_HOME`), the password command, the variable
 * `THRESHER_PASSWORD`, the user's answer.
 *
 * @param ask asks the user; undefined if nobody can be asked
 * @param patience milliseconds for a command
 * @param stop ends the command or the question
 * @throws DataError if there is none, or a command fails.
 */
export async function credentialsOf(
  account: Account,
  ask?: AskPassword,
  patience = PATIENCE,
  stop?: AbortSignal,
): Promise<Credentials> {
  const { name, passwordCommand, tokenCommand } = account;
  const printed = (command: string, option: string) =>
    printedBy(command, account, option, { timeout: patience, signal: stop });
  if (tokenCommand !== undefined) return { accessToken: await printed(tokenCommand, "tokenCommand") };
  const variable = `${VARIABLE}_${name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "_")}`;
  const pass =
    process.env[variable] ||
    (passwordCommand && (await printed(passwordCommand, "passwordCommand"))) ||
    process.env[VARIABLE] ||
    (await ask?.(account, stop));
  if (pass) return { pass };
  throw new DataError(
    `account ${JSON.stringify(name)} has no password: add it again with passwordCommand, or set the environment variable ${variable} or ${VARIABLE}`,
    { options: ["passwordCommand"] },
  );
}

/** A time limit and a signal, each of which ends a command. */
type End = Pick<SpawnOptions, "timeout" | "signal">;

/** Runs a command in a shell and returns the first line that it prints. @throws DataError if it fails or prints nothing */
async function printedBy(command: string, { name }: Account, option: string, end: End): Promise<string> {
  const failed = (why: string) =>
    new DataError(`account ${JSON.stringify(name)}: ${option} ${why}`, { options: [option] });
  const child = spawn(command, { shell: true, stdio: ["inherit", "pipe", "inherit"], ...end });
  let printed = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    printed = Buffer.concat([printed, chunk]);
    if (printed.length > MAX_BYTES) child.kill();
  });
  // Another process that the command has started may keep the pipe open for ever.
  child.on("exit", (_, signal) => signal !== null && child.stdout.destroy());
  const [code, signal] = await once(child, "close").catch((error) => {
    throw failed(`cannot be run: ${reason(error)}`);
  });
  if (printed.length > MAX_BYTES) throw failed(`prints more than ${MAX_BYTES} bytes: it must print only the secret`);
  if (code !== 0)
    throw failed(`fails with ${code === null ? signal : `exit code ${code}`}: run it in a shell to see why`);
  const [line] = printed.toString().split(/\r?\n/, 1);
  if (line === "" || line.includes("\0"))
    throw failed(`prints ${line === "" ? "nothing" : "no text"} on its first line`);
  return line;
}
