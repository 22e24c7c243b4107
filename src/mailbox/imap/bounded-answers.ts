import type { EventEmitter } from "node:events";
import type { ImapFlow } from "imapflow";
import { sumOf } from "../../base/lists.js";
import { noteCause } from "./faults.js";

/** The part of imapflow that is replaced: it reads a response, and returns whether to read on. */
interface Reader {
  /** @param data the lines of the response, without literals */
  handleResponse(data: { readonly payload: Buffer }): Promise<boolean>;
}

/** Maximum numbers in ranges between two commands: as many as a line without ranges can have. */
const MAX_NAMED = 1 << 21;

/** A response with a set of UIDs that imapflow would write out. */
const NAMING = /^\S+\s+(?:ESEARCH\s(.*)|OK\s*\[\s*COPYUID\s+\S+\s([^\]]*))/i;

/** The UIDs of messages that are gone (RFC 7162): in an earlier session, or now. */
const GONE = /^\*\s+VANISHED(\s*\(EARLIER\))?\s+(\S+)/i;

/** Maximum characters of all sets of messages that are gone, between two commands. */
const MAX_GONE = 1 << 24;

/** The event for messages that are gone, with the set of their UIDs as text. */
export const VANISHED = "vanished";

/**
 * Bounds the numbers in answers. A set of UIDs such as `1:4294967295` has a few bytes, and imapflow would make millions of
 * numbers or events of it, again for each line. The connection to a server that sends such a set is closed. A set of
 * messages that are gone may be wide, because their UIDs are not used again: it is not written out, but an event.
 */
export function boundAnswers(client: ImapFlow): void {
  const reader = client as unknown as Reader;
  const { handleResponse } = reader;
  let [named, gone] = [0, 0];
  reader.handleResponse = async (data) => {
    const line = data.payload.toString("latin1");
    const [, isEarlier, set] = GONE.exec(line) ?? [];
    const [, found, copied] = NAMING.exec(line) ?? [];
    named += numbersIn(found ?? copied ?? "");
    gone += set?.length ?? 0;
    // Each message is moved or copied by itself, so COPYUID names two.
    if (named > (copied === undefined ? MAX_NAMED : 2) || gone > MAX_GONE) {
      noteCause(client, Object.assign(new Error("too many numbers"), { code: "TooManyResponses" }));
      client.close();
      return false;
    }
    if (!line.startsWith("*")) [named, gone] = [0, 0];
    if (set === undefined) return handleResponse.call(client, data);
    const { mailbox } = client;
    if (mailbox && !isEarlier) mailbox.exists = Math.max(0, mailbox.exists - numbersIn(set));
    (client as EventEmitter).emit(VANISHED, set);
    return true;
  };
}

/** Returns the numbers that are in none of the sets, ascending. @param sets such as `1:3,5` */
export function without(numbers: Iterable<number>, sets: readonly string[]): number[] {
  const ascending = sets.flatMap(rangesIn).sort(([a], [b]) => a - b);
  let [next, end] = [0, 0];
  const isLeft = (number: number) => {
    for (; ascending[next]?.[0] <= number; next++) end = Math.max(end, ascending[next][1]);
    return number > end;
  };
  return [...numbers].sort((a, b) => a - b).filter(isLeft);
}

/** Returns the first and the last number of each range. */
function rangesIn(set: string): [number, number][] {
  return Array.from(set.matchAll(/(\d+)(?::(\d+))?/g), ([, a, b = a]) => {
    return [Math.min(Number(a), Number(b)), Math.max(Number(a), Number(b))];
  });
}

/** Returns how many numbers the sets in a text have. */
function numbersIn(text: string): number {
  return sumOf(rangesIn(text).map(([first, last]) => last - first + 1));
}
