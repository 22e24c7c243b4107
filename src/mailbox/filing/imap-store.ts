import type { ImapFlow, ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import type { JournalStep } from "../../delivery/filing/journal.js";
import type {
  Filing,
  JournalledStore,
  OpenMessage,
  StepFound,
  StepUndone,
  Store,
  Stored,
  Target,
} from "../../delivery/filing/store.js";
import { accountText } from "../accounts/account.js";
import type { Connection } from "../imap/connection.js";
import { type Found, findMove, type Move, wayBack } from "./find-move.js";
import { KEYWORD, locate } from "./locate.js";
import { type Place, placeFrom, placeText, shownPlace } from "./place.js";
import { openFolder } from "./read-folder.js";
import { CHANGED, GONE, NOT_DONE, orRefusal, refusalText } from "./refusal.js";
import { remove, removeCopied, requireRemoving } from "./remove.js";

/** The kind of store in journals. */
export const IMAP = "imap";

export interface ImapStoreOptions {
  /** The paths of the folders that exist. */
  readonly folders?: Iterable<string>;
  /** Whether filed messages get the keyword `KEYWORD`. Default false. */
  readonly keyword?: boolean | undefined;
  /** Only report what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
}

/**
 * The folders of an account. A message is moved by UID MOVE (RFC 6851). Without MOVE, it is copied, marked as deleted
 * and removed by UID EXPUNGE (RFC 4315), which removes no other message. The server keeps flags and dates. After a broken
 * connection, the store looks where the message is before it goes on.
 *
 * An id is a `Place` as text. The id of a target is its folder alone; the message in it gets its own id from the server.
 * Before a message is moved, `temporary` is the first place that it can have then.
 */
export class ImapStore implements Store, JournalledStore {
  readonly kind = IMAP;
  readonly shown = shownPlace;
  readonly name: string;
  readonly #connection: Connection;
  readonly #options: ImapStoreOptions;
  readonly #folders: Set<string>;
  /** The least UID that the next message of a folder can have, as the text of a place. */
  readonly #next = new Map<string, string>();

  constructor(connection: Connection, options: ImapStoreOptions = {}) {
    this.name = connection.account.name;
    this.#connection = connection;
    this.#options = options;
    this.#folders = new Set(options.folders);
  }

  open(filing: Filing): OpenMessage {
    if (filing.read === undefined) throw new Error("a message on a server needs `read`");
    return { ...filing, ...filing.read };
  }

  async find({ source, folder }: OpenMessage): Promise<Target> {
    if (placeFrom(source).folder === folder) return { id: source, path: folder, isSame: true, isItself: true };
    const target = { id: folder, path: folder, isSame: false };
    if (this.#options.dryRun) return target;
    return this.#connection.run(async (client) => {
      await this.#make(client, folder);
      return { ...target, temporary: await this.#nextPlace(client, folder) };
    });
  }

  async file(message: OpenMessage, { id: target, temporary }: Target): Promise<Stored> {
    const move = { ...message, target, temporary };
    return { id: await this.#connection.run((client, attempt) => this.#transfer(client, move, attempt > 0)) };
  }

  async look(step: Move & Partial<JournalStep>): Promise<StepFound> {
    const move = step.state === "undoing" ? wayBack(step as JournalStep) : step;
    const { from, to } = await this.#connection.run((client) => findMove(client, move));
    const isTwice = from !== undefined && to?.isSure === false;
    const isDone = to !== undefined && !isTwice;
    // If it was copied, it may still be in the old folder.
    const left = isDone && from !== undefined ? [placeText(from)] : [];
    return { state: isDone ? "done" : "failed", left, isTwice, ...(isDone && { id: placeText(to) }) };
  }

  /** Removes a message that was copied to another folder from the old one. */
  discard(id: string): Promise<void> {
    return this.#connection.run((client) => remove(client, placeFrom(id)));
  }

  undo(step: JournalStep, dryRun: boolean, begin: (back: string) => void): Promise<StepUndone> {
    let back = wayBack(step);
    return this.#connection.run(async (client, attempt) => {
      // Only an earlier attempt of this undo can have moved or copied it back: a repair has settled those before.
      const isBegun = attempt > 0 && back.temporary !== undefined;
      const found = isBegun
        ? await findMove(client, back)
        : { from: await locate(client, placeFrom(back.source), back), to: undefined };
      const { from, to } = found;
      if (from === undefined && to === undefined) return { outcome: "kept", why: GONE };
      if (dryRun) return { outcome: "back" };
      if (from?.hasKeyword) {
        await openFolder(client, from.folder);
        await client.messageFlagsRemove(String(from.uid), [KEYWORD], { uid: true });
      }
      if (!to?.isSure) {
        back = { ...back, temporary: await this.#nextPlace(client, back.target) };
        begin(back.temporary ?? "");
      }
      return { outcome: "back", id: await this.#finish(client, found, back) };
    });
  }

  /** Returns the least UID that the next message of a folder can have. */
  async #nextPlace(client: ImapFlow, folder: string): Promise<string> {
    const known = this.#next.get(folder);
    // A move leaves nothing to remove, so a UID from before is enough, and saves a command.
    if (known !== undefined && client.capabilities.has("MOVE")) return known;
    const { uidValidity, uidNext } = await orRefusal(client, () =>
      client.status(folder, { uidNext: true, uidValidity: true }),
    );
    const next = placeText({ folder, validity: String(uidValidity), uid: uidNext });
    this.#next.set(folder, next);
    return next;
  }

  /** Makes a folder if it is missing. @throws Error with the reason if the server refuses */
  async #make(client: ImapFlow, folder: string): Promise<void> {
    if (this.#folders.has(folder)) return;
    try {
      await orRefusal(client, () => client.mailboxCreate(folder));
    } catch (error) {
      if (!client.usable) throw error;
      throw new Error(`the folder ${folder} cannot be made: ${refusalText(error as ImapFlowError)}`);
    }
    this.#folders.add(folder);
  }

  /**
   * Moves a message, whatever an earlier attempt has done.
   *
   * @returns the id of the message now
   */
  async #transfer(client: ImapFlow, move: Move, isAgain: boolean): Promise<string> {
    const from = placeFrom(move.source);
    const { uidValidity } = await openFolder(client, from.folder);
    const isKnown = !isAgain && String(uidValidity) === from.validity;
    return this.#finish(client, isKnown ? { from } : await findMove(client, move), move);
  }

  /** Does what is left of a move. @param found where the message is */
  async #finish(client: ImapFlow, { from, to }: Found, move: Move): Promise<string> {
    if (from !== undefined) {
      if (!to?.isSure) return this.#moved(client, from, move);
      await remove(client, from);
    }
    if (to === undefined) throw new Error(GONE);
    return placeText(to);
  }

  /** Moves a message, or copies and removes it. Returns its id now. */
  async #moved(client: ImapFlow, from: Place, move: Move): Promise<string> {
    await openFolder(client, from.folder);
    const [uid, range] = [String(from.uid), { uid: true }] as const;
    if (this.#options.keyword) await client.messageFlagsAdd(uid, [KEYWORD], range);
    const isMove = client.capabilities.has("MOVE");
    if (!isMove) requireRemoving(client);
    const { uidMap, uidValidity } = await orRefusal(client, () =>
      isMove ? client.messageMove(uid, move.target, range) : client.messageCopy(uid, move.target, range),
    );
    const copy = uidMap?.get(from.uid ?? 0);
    const named = copy === undefined ? undefined : { folder: move.target, validity: String(uidValidity), uid: copy };
    if (isMove && named !== undefined) {
      this.#next.set(move.target, placeText({ ...named, uid: named.uid + 1 }));
      return placeText(named);
    }
    // The copy must be seen before the original is removed. COPYUID is missing (RFC 4315) if the message was gone, or
    // the folder has no lasting UIDs.
    const seen = named && (await locate(client, named, move));
    if (seen?.isSure) {
      await removeCopied(client, from, seen);
      return placeText(seen);
    }
    const found = await findMove(client, { ...move, source: placeText(from) }, true);
    if (found.to !== undefined) {
      if (!isMove) await removeCopied(client, from, undefined);
      return placeText(found.to);
    }
    if (found.from === undefined) throw new Error(GONE);
    const first = placeFrom(move.temporary ?? "");
    const isNew = first.validity === String(uidValidity) && (copy ?? 0) >= (first.uid ?? Number.POSITIVE_INFINITY);
    if (named === undefined || !isNew) throw new Error(NOT_DONE);
    await remove(client, named);
    throw new Error(CHANGED);
  }
}

/**
 * Checks that messages can be moved safely.
 *
 * @throws DataError if the server has neither MOVE nor UIDPLUS
 */
export function requireMoving(connection: Connection): Promise<void> {
  return connection.run(async ({ capabilities }) => {
    if (capabilities.has("MOVE") || capabilities.has("UIDPLUS")) return;
    throw new DataError(
      `${accountText(connection.account)}: the server has neither MOVE nor UIDPLUS, so a message cannot be moved without touching others: nothing is sorted there`,
    );
  });
}
