import type { ImapFlow, ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import type { JournalStep } from "../../delivery/filing/journal.js";
import type {
  CarryOut,
  Filed,
  Filing,
  JournalledStore,
  StepFound,
  StepUndone,
  Store,
} from "../../delivery/filing/store.js";
import { accountText } from "../accounts/account.js";
import type { Connection } from "../imap/connection.js";
import { GONE, orRefusal, refusalText } from "../imap/faults.js";
import { type FoundMessage, findMessage, KEYWORD, type Whereabouts, whereIs } from "./find-message.js";
import { moveMessage, removeMessage } from "./move-message.js";
import {
  type Move,
  moveFrom,
  type Place,
  placeFrom,
  placeText,
  shownPlace,
  type WrittenMove,
  wayBack,
} from "./place.js";
import { openFolder } from "./read-folder.js";

/** The options of filing in an account. */
export interface ImapStoreOptions {
  /** The paths of the folders that exist. */
  readonly folders?: Iterable<string>;
  /** Whether filed messages get the keyword `KEYWORD`. Default false. */
  readonly keyword?: boolean | undefined;
  /** Only report what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
}

/**
 * The folders of an account. A message is moved as `moveMessage` does it, and keeps its flags and date. The server may
 * have carried out a command whose answer was lost with the connection. So each later attempt first looks where the
 * message is, and does only what is left.
 *
 * An id is a `Place` as text. The id of a target is its folder alone; the message in it gets its own id from the
 * server. In journals, `temporary` is `Move.first`, and `back` the same for the way back.
 */
export class ImapStore implements Store, JournalledStore {
  readonly kind = "imap";
  readonly shown = shownPlace;
  readonly name: string;
  readonly #connection: Connection;
  readonly #options: ImapStoreOptions;
  readonly #folders: Set<string>;
  /** By folder, the place of its next message, or an earlier one. */
  readonly #next = new Map<string, Place>();

  constructor(connection: Connection, options: ImapStoreOptions = {}) {
    this.name = connection.account.name;
    this.#connection = connection;
    this.#options = options;
    this.#folders = new Set(options.folders);
  }

  async file({ source, folder, read, label, probability }: Filing, carryOut: CarryOut): Promise<Filed> {
    if (read === undefined) throw new Error("a message on a server needs `read`");
    if (placeFrom(source).folder === folder) return { outcome: "there", target: folder };
    const filed: Filed = { outcome: "filed", target: folder };
    if (this.#options.dryRun) return filed;
    const first = await this.#connection.run(async (client) => {
      await this.#make(client, folder);
      return this.#nextPlace(client, folder);
    });
    const written = { source, target: folder, temporary: placeText(first), ...read };
    await carryOut({ mode: "move", label, probability, ...written }, async () => {
      const move = moveFrom(written);
      return this.#connection.run(async (client, attempt) => {
        const { uidValidity } = await openFolder(client, move.from.folder);
        const isUntouched = attempt === 0 && String(uidValidity) === move.from.validity;
        const found = isUntouched ? { from: move.from } : await whereIs(client, move);
        return placeText(await this.#finish(client, found, move));
      });
    });
    return filed;
  }

  /** Finds out what a step that was stopped has done, of its move or of the way back. */
  async look(step: WrittenMove & Partial<JournalStep>): Promise<StepFound> {
    const move = step.state === "undoing" ? wayBack(step as JournalStep) : moveFrom(step);
    const { from, to } = await this.#connection.run((client) => whereIs(client, move));
    // Not sure: the copy was looked for in the whole folder, for instance because the server has renumbered it, so it
    // may be an older one. Both messages stay.
    const isTwice = from !== undefined && to?.isSure === false;
    const isMissing = from === undefined && to === undefined;
    if (to === undefined || isTwice) return { state: "failed", toDiscard: [], isTwice, isMissing };
    // If it was copied, it may still be in the old folder.
    const toDiscard = from === undefined ? [] : [placeText(from)];
    return { state: "done", toDiscard, isTwice, id: placeText(to) };
  }

  /** Removes a message that was copied to another folder from the old one. */
  discard(id: string): Promise<void> {
    return this.#connection.run((client) => removeMessage(client, placeFrom(id)));
  }

  undo(step: JournalStep, dryRun: boolean, begin: (back: string) => void): Promise<StepUndone> {
    let back = wayBack(step);
    let isBegun = false;
    return this.#connection.run(async (client) => {
      // Only an earlier attempt of this call can have moved it back: a repair has settled those before.
      const found: Whereabouts<FoundMessage> = isBegun
        ? await whereIs(client, back)
        : { from: await findMessage(client, back.from, back) };
      if (found.from === undefined && found.to === undefined) return { outcome: "kept", why: GONE };
      if (dryRun) return { outcome: "back" };
      if (found.from?.hasKeyword) {
        await openFolder(client, found.from.folder);
        await client.messageFlagsRemove(String(found.from.uid), [KEYWORD], { uid: true });
      }
      // If a copy is surely of this move, at most the other message is left to remove. Otherwise the move begins,
      // perhaps again.
      if (!found.to?.isSure) {
        const first = await this.#nextPlace(client, back.to);
        back = { ...back, first };
        begin(placeText(first));
        isBegun = true;
      }
      return { outcome: "back", id: placeText(await this.#finish(client, found, back)) };
    });
  }

  /** Does what is left of a move. Returns the place of the message. @throws Error with the reason if it has to stay */
  async #finish(client: ImapFlow, { from, to }: Whereabouts, move: Move): Promise<Place> {
    if (from === undefined) {
      if (to === undefined) throw new Error(GONE);
      return to;
    }
    if (to?.isSure) {
      await removeMessage(client, from);
      return to;
    }
    if (this.#options.keyword) {
      await openFolder(client, from.folder);
      await client.messageFlagsAdd(String(from.uid), [KEYWORD], { uid: true });
    }
    const moved = await moveMessage(client, { ...move, from });
    this.#next.set(move.to, { ...moved, uid: moved.uid + 1 });
    return moved;
  }

  /** Returns the place of the next message of a folder, or one before it. */
  async #nextPlace(client: ImapFlow, folder: string): Promise<Place> {
    const known = this.#next.get(folder);
    // A move leaves no copy to tell from other messages, so an earlier place is enough, and saves a command.
    if (known !== undefined && client.capabilities.has("MOVE")) return known;
    const wanted = { uidNext: true, uidValidity: true };
    const { uidValidity, uidNext } = await orRefusal(client, () => client.status(folder, wanted));
    const next = { folder, validity: String(uidValidity), uid: uidNext };
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
