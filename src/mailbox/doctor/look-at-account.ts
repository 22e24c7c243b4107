import { ok, type Remarks, remarked } from "../../delivery/doctor/finding.js";
import { lookAtJournals, lookAtWatch } from "../../delivery/doctor/look-at-files.js";
import { type Account, accountText } from "../accounts/account.js";
import { requireMoving } from "../filing/imap-store.js";
import { Connection } from "../imap/connection.js";

/**
 * Looks at an account: whether its server can be reached, whether messages can be moved there, whether `sort` was
 * stopped, and whether `watch` runs. Nobody is asked for a password.
 *
 * @param state the folder with the state of its commands
 * @param patience milliseconds for each step
 */
export async function lookAtAccount(account: Account, state: string, now: number, patience: number): Promise<Remarks> {
  const { name } = account;
  const looks = [
    () => lookAtServer(account, patience),
    () => lookAtJournals(state, `thresher mailbox sort ${name}`, name),
    () => lookAtWatch(`${state}/watch`, `thresher mailbox watch ${name}`, now),
  ];
  return (await Promise.all(looks.map((look) => remarked("", look)))).flat();
}

async function lookAtServer(account: Account, patience: number): Promise<Remarks> {
  const connection = new Connection(account, { patience, pauses: [] });
  try {
    await requireMoving(connection);
  } finally {
    await connection.close();
  }
  return [ok(`reaches ${accountText(account)}`)];
}
