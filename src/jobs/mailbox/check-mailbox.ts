import type { AskPassword } from "../../mailbox/accounts/credentials.js";
import { Connection } from "../../mailbox/imap/connection.js";
import { type ClassFolder, classFolders, listFolders, withMessages } from "../../mailbox/imap/folders.js";
import { requireAccount } from "./accounts.js";

export type { ClassFolder };

/** Connects to an account, and returns its folders: those that would be classes, and those that would not. */
export async function checkMailbox(name: string, ask: AskPassword | undefined) {
  const account = requireAccount(name);
  const connection = new Connection(account, { ask, pauses: [] });
  const listed = await connection
    .run(async (client) => withMessages(client, await listFolders(client)))
    .finally(() => connection.close());
  const all = classFolders(listed);
  const [classes, leftOut] = [all.filter(({ why }) => why === undefined), all.filter(({ why }) => why !== undefined)];
  return { account, classes, leftOut };
}
