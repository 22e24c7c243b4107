import { dirname } from "node:path";
import { isRecord } from "../../base/checks.js";
import { DataError, orDataError, UsageError } from "../../base/errors.js";
import { makePrivateFolder, ONLY_OWNER, writeAtomically } from "../../documents/files/write-file.js";
import { type Account, type AccountParts, accountFrom, accountsFrom } from "../../mailbox/accounts/account.js";
import { jsonObject, pathIn, readOwnFile, userFile } from "../configuration/config.js";

export { type Account, accountText, INSECURE, SECURITIES } from "../../mailbox/accounts/account.js";
export type { AskPassword } from "../../mailbox/accounts/credentials.js";

/**
 * Reads the accounts of the user's configuration file. Their commands run in a shell, so a file that others may write to
 * is refused, and `thresher.json` in the current folder cannot have any.
 *
 * @throws DataError if the file cannot be used, or an account is wrong.
 */
export function readAccounts(): Account[] {
  const path = accountsFile();
  const { accounts = {} } = readUserConfig(path);
  const all = orDataError(
    () => accountsFrom(accounts),
    (why) => `${path}: ${why}`,
  );
  return all.map((account) => (account.ca === undefined ? account : { ...account, ca: pathIn(path, account.ca) }));
}

/** Returns an account. @throws UsageError if there is none of that name; DataError as `readAccounts` */
export function requireAccount(name: string): Account {
  const accounts = readAccounts();
  const account = accounts.find((account) => account.name === name);
  if (account !== undefined) return account;
  const known = accounts.length === 0 ? "there is none yet" : `there is ${accounts.map(({ name }) => name).join(", ")}`;
  throw new UsageError(`there is no account ${JSON.stringify(name)} (${known}): add it with thresher mailbox add`);
}

/** Adds an account to the user's configuration file. @throws UsageError if a part is wrong, or the name is taken */
export function addAccount(name: string, given: AccountParts): Account {
  const account = accountFrom(name, given);
  if (readAccounts().some((other) => other.name === name)) {
    throw new UsageError(`there is an account ${JSON.stringify(name)} already: remove it first, or choose another`);
  }
  // Accounts are listed by name, so their entries do not repeat it.
  const { name: _, ...parts } = account;
  changeAccounts((accounts) => ({ ...accounts, [name]: parts }));
  return account;
}

/** Removes an account from the user's configuration file. @throws UsageError if there is none of that name */
export function removeAccount(name: string): Account {
  const account = requireAccount(name);
  changeAccounts(({ [name]: _, ...others }) => others);
  return account;
}

/** Changes the accounts in the user's configuration file. The other content of the file stays the same. */
function changeAccounts(change: (accounts: Record<string, unknown>) => object): void {
  const path = accountsFile();
  const config = readUserConfig(path);
  const accounts = change(isRecord(config.accounts) ? config.accounts : {});
  makePrivateFolder(dirname(path));
  const text = `${JSON.stringify({ ...config, accounts }, undefined, 2)}\n`;
  // The first account makes the file private. Later, the file keeps the mode that the user gives it.
  writeAtomically(path, Buffer.from(text), config.accounts === undefined ? { mode: ONLY_OWNER } : {});
}

/** The path of the file with the accounts. */
export function accountsFile(): string {
  return userFile("config.json");
}

/** Returns the whole content of the configuration file; empty if there is none. @throws DataError if it is refused */
function readUserConfig(path: string): Record<string, unknown> {
  const file = readOwnFile(path);
  if (file === undefined) return {};
  if (file.refused !== undefined) {
    throw new DataError(
      `${path} is not used: ${file.refused}; its accounts have commands: run chmod go-w on it and its folder`,
    );
  }
  return jsonObject(file.content.toString(), path);
}
