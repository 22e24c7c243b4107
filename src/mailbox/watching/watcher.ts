import { DataError, reason } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { LabelProbability } from "../../classifiers/classifier.js";
import { digestOfBytes } from "../../delivery/filing/file-system.js";
import { destinationOf, type PolicyOptions } from "../../delivery/filing/policy.js";
import type { Teacher } from "../../delivery/filter/teacher.js";
import type { KeepDecision } from "../../delivery/history/history.js";
import { type MessagePlace, placeText } from "../filing/place.js";
import { folderChanges, renamedFolder, withLabels } from "./folder-changes.js";
import type { WatchedFolder, WatchedMailbox } from "./imap-mailbox.js";
import { copyOf, type KnownFolder, type KnownMessage, type WatchState } from "./watch-state.js";

/** The options of a watcher. */
export interface WatcherOptions extends Pick<PolicyOptions, "only" | "unsureBelow"> {
  readonly mailbox: WatchedMailbox;
  readonly state: WatchState;
  readonly teacher: Teacher;
  /** Tells the user something in one line. */
  readonly tell: (line: string) => void;
  /** Whether to stop after the current message. */
  readonly isStopped: () => boolean;
  /** The places, as text, where `mailbox sort` has put messages. */
  readonly filed?: ReadonlySet<string>;
  /** Gets each decision about a message in the inbox. */
  readonly onDecision?: KeepDecision | undefined;
}

/** While all folders are visited, the inbox is visited again before every tenth of them. */
const BETWEEN_INBOX = 10;

/** Finishes the move that was begun and is not confirmed, if there is one. */
export async function settleMove(state: WatchState, mailbox: Pick<WatchedMailbox, "settle">): Promise<void> {
  const { move } = state;
  if (move === undefined) return;
  const isDone = await mailbox.settle(move);
  state.change({ move: null, ...(isDone && { away: [[move.key, move.target]] }) });
}

/** Sorts what arrives in an account, and learns what the user moves. */
export class Watcher {
  readonly #options: WatcherOptions;
  #folders: readonly WatchedFolder[] = [];
  /** For each folder that cannot be read, by path: the number of times in a row. */
  readonly #unread = new Map<string, number>();

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /**
   * Visits all folders, and the inbox now and then in between.
   *
   * @throws DataError if the server cannot be reached, or the state or a lesson cannot be written. The next call
   *   continues.
   */
  async round(): Promise<void> {
    const { state, mailbox, teacher, tell } = this.#options;
    await settleMove(state, mailbox);
    const isFirst = this.#folders.length === 0;
    const folders = await mailbox.folders();
    const paths = new Set(folders.map(({ path }) => path));
    for (const [path, known] of state.folders) {
      if (!paths.has(path) && known.messages.size > 0) await this.#leave(path, known, folders);
    }
    const labels = folders.flatMap(({ path, label }) =>
      label === undefined || state.labels.has(path) ? [] : [[path, label] as const],
    );
    if (labels.length > 0) state.change({ labels });
    const { classes } = await teacher.teach({ kind: "ask" });
    this.#folders = withLabels(folders, state.labels, new Set(classes.map(({ label }) => label)), mailbox.pathOf);
    for (const [i, folder] of this.#folders.entries()) {
      if (i % BETWEEN_INBOX === BETWEEN_INBOX - 1) await this.inbox();
      if (this.#options.isStopped()) return;
      await this.#visit(folder);
    }
    await this.#learnCopies();
    if (!state.isComplete) state.change({ isComplete: true });
    state.touch();
    if (isFirst) tell(`watching the inbox and ${plural(paths.size - 1, "other folder")}`);
  }

  /**
   * Notes that a folder is gone or is no class any more. If it was renamed, it keeps its class; otherwise its
   * messages are away.
   */
  async #leave(path: string, known: KnownFolder, folders: readonly WatchedFolder[]): Promise<void> {
    const { state, mailbox, tell } = this.#options;
    const isGone = !mailbox.has(path);
    const added = folders.filter((folder) => !folder.isInbox && !state.folders.has(folder.path));
    const renamed = isGone && state.labels.has(path) ? await renamedFolder(mailbox, known, added) : undefined;
    if (renamed !== undefined) {
      tell(`${path} was renamed to ${renamed.path}: its class is still ${state.labels.get(path)}`);
      return state.change({ renamed: [path, renamed.path] });
    }
    if (isGone) tell(`${path} was deleted: nothing is learned from it`);
    state.change({ folder: path, gone: [...known.messages.keys()] });
  }

  /** Visits the inbox. Does nothing before the first round. @throws as `round` */
  async inbox(): Promise<void> {
    const inbox = this.#folders.find(({ isInbox }) => isInbox);
    if (inbox !== undefined) await this.#visit(inbox);
  }

  /**
   * Looks through a folder: learns or sorts each new message, and notes those that are there and those that are gone.
   */
  async #visit(folder: WatchedFolder): Promise<void> {
    const { path, isInbox } = folder;
    const { state, mailbox } = this.#options;
    const known = state.folders.get(path);
    const listing = await mailbox.list(path, known);
    if (listing === undefined) return this.#tellUnread(path);
    this.#unread.delete(path);
    const { validity, stamp } = listing;
    const { gone, renumbered, added } = await folderChanges(mailbox, known, listing);
    // Messages that are there when watching begins are only noted.
    const isFirst = known === undefined && (isInbox || !state.isComplete);
    if (!isFirst && (validity !== known?.validity || gone.length > 0)) {
      state.change({ folder: path, validity, gone, seen: renumbered });
    }
    const elsewhere = added.length === 0 ? undefined : state.keysElsewhere(path);
    const seen: [number, KnownMessage][] = [];
    for (const { uid, key, size } of added) {
      if (this.#options.isStopped()) return;
      const place = { folder: path, validity, uid };
      const last = state.away.get(key);
      if (isFirst) seen.push([uid, key]);
      else if (last !== undefined) await this.#comeBack(folder, place, key, last);
      else if (elsewhere?.has(key)) seen.push([uid, copyOf(key)]);
      else if (isInbox) await this.#sort(place, key, size);
      else seen.push([uid, key]);
    }
    const isSame = seen.length === 0 && stamp === state.folders.get(path)?.stamp;
    if (!isSame) state.change({ folder: path, validity, seen, stamp });
    // A message that did not come is looked for again, also if nothing changes in the folder.
    const isMissing = added.some(({ uid }) => !state.folders.get(path)?.messages.has(uid));
    if (stamp !== "" && isMissing) state.change({ folder: path, stamp: "" });
  }

  /**
   * Tells once that a folder cannot be read: at the second time, because at the first it may have been deleted just
   * now.
   */
  #tellUnread(path: string): void {
    const times = (this.#unread.get(path) ?? 0) + 1;
    if (times === 2) this.#options.tell(`${path}: cannot read this folder yet; will retry`);
    this.#unread.set(path, times);
  }

  /** Learns messages that were moved in two steps: a copy appeared, and later the original was gone. */
  async #learnCopies(): Promise<void> {
    for (const { key, place, last } of this.#options.state.lastCopies()) {
      if (this.#options.isStopped()) return;
      const folder = this.#folders.find(({ path }) => path === place.folder);
      if (folder !== undefined) await this.#comeBack(folder, place, key, last);
    }
  }

  /**
   * Notes a message that has appeared, and learns it if the user has moved it.
   *
   * @param last the path of the folder where it was
   */
  async #comeBack(folder: WatchedFolder, place: MessagePlace, key: string, last: string): Promise<void> {
    const isMoved = last !== folder.path && !this.#options.filed?.has(placeText(place));
    // If it is gone already, it is seen where it is now.
    if (isMoved && !(await this.#learn(folder, place, key))) return;
    this.#options.state.change({ folder: folder.path, seen: [[place.uid, key]] });
  }

  /**
   * Learns that the user moved a message to a folder. One in the inbox has no class.
   *
   * @returns whether the message is still there
   */
  async #learn({ label }: WatchedFolder, place: MessagePlace, key: string): Promise<boolean> {
    const { state, mailbox, teacher, tell } = this.#options;
    const bytes = await mailbox.read(place);
    if (bytes === undefined) return false;
    state.change({ away: [[key, UNCONFIRMED]] });
    const lesson = label === undefined ? ({ kind: "unlearn" } as const) : ({ kind: "learn", label } as const);
    const { fates } = await teacher.teach(lesson, bytes);
    tell(`${place.folder}#${place.uid} was moved there: ${FATES[fates[0]] ?? fates[0]}`);
    return true;
  }

  /** Sorts a message that is new in the inbox. */
  async #sort(place: MessagePlace, key: string, size: number): Promise<void> {
    const { state, mailbox, teacher, tell, onDecision } = this.#options;
    const bytes = await mailbox.read(place);
    if (bytes === undefined) return;
    const id = `${place.folder}#${place.uid}`;
    const { ranking, knowsWords = true, isUnsure: exceeds, model, reasons } = await teacher.answer(bytes);
    const [best = NO_CLASS] = ranking;
    const { folder: target, why, isUnsure } = this.#destinationOf(best, knowsWords, exceeds);
    const decided = (filed?: string) => onDecision?.(bytes, { ...best, isUnsure, model, reasons }, { id, filed });
    const stays = (why: string) => {
      decided();
      tell(`${id} stays: ${why}`);
      state.change({ folder: place.folder, seen: [[place.uid, key]], move: null });
    };
    if (target === undefined || target === place.folder) return stays(why);
    try {
      const read = { ...digestOfBytes(bytes), size };
      await mailbox.file(place, read, target, (move) => state.change({ move: { ...move, key } }));
    } catch (error) {
      if (error instanceof DataError) throw error;
      return stays(reason(error));
    }
    state.change({ away: [[key, target]], move: null });
    decided(target);
    tell(`${id} to ${target}: ${why}`);
  }

  /**
   * Returns the path of the folder where a message belongs, undefined if it stays, and why.
   *
   * @param exceeds whether filing it would exceed the limit of errors; undefined without a limit
   */
  #destinationOf(best: LabelProbability, knowsWords: boolean, exceeds: boolean | undefined) {
    const { only, unsureBelow, mailbox } = this.#options;
    if (best === NO_CLASS) return { folder: undefined, why: "the model has no class", isUnsure: true };
    const known = this.#folders.find(({ label }) => label === best.label);
    const folders = new Map([[best.label, known?.path ?? mailbox.pathOf(best.label)]]);
    const isGuess = exceeds || ((unsureBelow > 0 || exceeds === false) && !knowsWords);
    const destination = destinationOf([best], isGuess, { folders, only, unsureBelow });
    const shown = `${best.label}, probability ${best.probability.toFixed(3)}`;
    return { ...destination, why: destination.folder === undefined ? `${destination.why} (${shown})` : shown };
  }
}

/** In place of the most probable class, if a model has none yet. */
const NO_CLASS: LabelProbability = { label: "", probability: 0 };

/**
 * In place of the path where a message was last, while a lesson about it is not confirmed. After a
 * crash, the message is learned where it is seen next; learning it twice changes nothing.
 */
const UNCONFIRMED = "";

/** The words for the outcomes of a lesson. */
const FATES: Readonly<Record<string, string>> = {
  binary: "not learned, because it is not text",
  known: "known already",
  unknown: "it was not learned, so nothing changes",
};
