import type { ImapFlow, ImapFlowError, SearchObject } from "imapflow";
import { DataError } from "../../base/errors.js";

/** Which messages of a folder are wanted. Messages that are marked as deleted never are. */
export interface MessageChoice {
  /** The first day on which they were received, at its beginning in UTC. Default: any day. */
  readonly since?: Date | undefined;
  /** How many, counted from the newest. Default: all. */
  readonly newest?: number | undefined;
}

/** The messages of a folder on the server. */
export interface FolderPlan {
  /** The UIDVALIDITY of the folder. Without it, UIDs have no meaning. */
  readonly validity: bigint;
  /** The UIDs of all messages. */
  readonly all: readonly number[];
  /** The UIDs of the wanted messages, ascending. */
  readonly wanted: readonly number[];
}

/**
 * Opens a folder for reading (EXAMINE). Its messages cannot be changed then.
 *
 * @returns its UIDVALIDITY; undefined if the folder is gone
 * @throws DataError if the server refuses it; Error of imapflow
 */
export async function examine(client: ImapFlow, path: string, name: string): Promise<bigint | undefined> {
  try {
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true });
    if (uidValidity !== undefined) return uidValidity;
  } catch (error) {
    const { mailboxMissing, responseStatus, responseText } = error as ImapFlowError;
    if (mailboxMissing) return undefined;
    if (responseStatus === undefined || !client.usable) throw error;
    throw refused(name, `cannot be opened: ${responseText ?? responseStatus}`);
  }
  throw refused(name, "has no UIDVALIDITY, so its messages cannot be told apart");
}

/**
 * Finds the wanted messages of the folder that is open.
 *
 * @throws DataError if the server refuses to search; Error of imapflow
 */
export async function planFolder(
  client: ImapFlow,
  validity: bigint,
  name: string,
  { since, newest = Number.POSITIVE_INFINITY }: MessageChoice,
): Promise<FolderPlan> {
  const search = async (query: SearchObject) => {
    const found = await client.search({ deleted: false, ...query }, { uid: true });
    if (!Array.isArray(found)) throw refused(name, "cannot be searched");
    return [...new Set(found)].sort((a, b) => a - b);
  };
  const all = await search({});
  const recent = since === undefined || all.length === 0 ? all : await search({ since });
  return { validity, all, wanted: recent.slice(Math.max(0, recent.length - newest)) };
}

function refused(name: string, what: string): DataError {
  return new DataError(`the folder ${JSON.stringify(name)} ${what}; to go on without it, exclude it`, {
    options: ["exclude"],
  });
}
