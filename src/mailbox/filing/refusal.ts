import type { ImapFlow, ImapFlowError, LogEvent } from "imapflow";

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

/** Why a message is where it was. */
export const CHANGED = "the server changes it when it copies it, so the copy was removed again";

/** Maximum length of a text from the server, in characters. */
const MAX_SAID = 200;

/** Says in one line why a server refused a command (RFC 5530). */
export function refusalText({ serverResponseCode = "", responseText = "" }: Partial<ImapFlowError>): string {
  return (
    REASONS[serverResponseCode] ?? `the server refuses it: ${responseText.slice(0, MAX_SAID) || "without a reason"}`
  );
}

const REASONS: Readonly<Record<string, string>> = {
  OVERQUOTA: "the mailbox is full (over quota): make room, and run the command again",
  NOPERM: "the server gives no permission for it",
  "READ-ONLY": "the folder is read-only",
  TRYCREATE: "its folder is not there any more: run the command again",
  NONEXISTENT: "its folder is not there any more: run the command again",
  EXPUNGEISSUED: GONE,
};
