import { plural } from "../../base/numbers.js";
import { fault, notice, ok, type Remarks, remarked } from "../../delivery/doctor/finding.js";
import { lookAtJournals, lookAtWatch } from "../../delivery/doctor/look-at-files.js";
import { type Account, accountText } from "../accounts/account.js";
import { credentialsOf } from "../accounts/credentials.js";
import { missingCapabilities } from "../imap/capabilities.js";
import { classFolders } from "../imap/class-folders.js";
import { imapFault } from "../imap/faults.js";
import { listFolders } from "../imap/folders.js";
import { closeAccount, openAccount } from "../imap/open-account.js";
import { within } from "../imap/within.js";

/**
 * Looks at an account: whether its server can be reached, whether messages can be moved there, whether `sort` was
 * stopped, and whether `watch` runs. Nobody is asked for a password.
 *
 * @param state the folder with the state of its commands
 * @param patience milliseconds for each step
 */
export async function lookAtAccount(account: Account, state: string, now: number, patience: number): Promise<Remarks> {
  const { name } = account;
  return [
    ...(await remarked("", () => lookAtServer(account, patience))),
    ...(await remarked("", () => lookAtJournals(state, `thresher mailbox sort ${name}`, name))),
    ...(await remarked("", () => lookAtWatch(`${state}/watch`, `thresher mailbox watch ${name}`, now))),
  ];
}

async function lookAtServer(account: Account, patience: number): Promise<Remarks> {
  const credentials = await credentialsOf(account, undefined, patience);
  const client = await openAccount(account, { credentials, patience });
  try {
    const folders = await within(client, patience, () => listFolders(client));
    const classes = classFolders(folders).filter(({ why }) => why === undefined);
    const missing = missingCapabilities(client).map((each) => each.name);
    const isStuck = ["MOVE", "UIDPLUS"].every((name) => missing.includes(name));
    const found = `${plural(folders.length, "folder")}, ${plural(classes.length, "class", "classes")}`;
    return [
      ok(`reaches ${accountText(account)}: ${found}`),
      classes.length < 2 && notice(`to learn, it needs two classes: see thresher mailbox check ${account.name}`),
      isStuck && fault("its server has neither MOVE nor UIDPLUS: no message can be moved, so sort and watch refuse"),
    ];
  } catch (error) {
    throw imapFault(error, account, client);
  } finally {
    await closeAccount(client);
  }
}
