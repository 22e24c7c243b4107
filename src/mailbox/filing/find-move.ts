import type { ImapFlow } from "imapflow";
import type { JournalStep } from "../../delivery/filing/journal.js";
import { type Located, locate } from "./locate.js";
import { type Place, placeFrom } from "./place.js";

/** A move, as a step of the journal has it. */
export type Move = Pick<JournalStep, "source" | "target" | "temporary" | "digest" | "size">;

/** Where a message is: in the folder where it was, in the one where it goes, or in both. */
export interface Found<From extends Place = Place> {
  readonly from?: From | undefined;
  readonly to?: Located | undefined;
}

/** Returns the move that undoes a step. */
export function wayBack(step: JournalStep): Move {
  const { digest, size, id, source, back } = step;
  return { digest, size, source: id, target: placeFrom(source).folder, temporary: back };
}

/**
 * Finds the message of a step in the folder where it was, and in the one where it goes. A copy has the date of the
 * message, which tells it from another message with the same bytes that has come meanwhile.
 *
 * @param isCopied whether it is known that a copy was made
 */
export async function findMove(client: ImapFlow, move: Move, isCopied = false): Promise<Found<Located>> {
  const { target, temporary } = move;
  const source = placeFrom(move.source);
  const canMove = client.capabilities.has("MOVE");
  const from = await locate(client, source, move);
  // A move never leaves it in both.
  if (from?.isSure && canMove) return { from };
  const date = from?.isSure && !isCopied ? from.date : undefined;
  const to = await locate(client, placeFrom(temporary ?? target), move, { isFirst: true, date });
  if (from === undefined || to === undefined || from.isSure) return { from, to };
  // The UIDVALIDITY has changed, so `from` may be another message with the same bytes.
  if (canMove) return to.isSure ? { to } : { from };
  return { from: await locate(client, source, move, { date: to.date }), to };
}
