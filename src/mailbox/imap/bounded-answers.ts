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
const NAMING = /^\S+\s+(?:(?:ESEARCH|VANISHED)\s(.*)|OK\s*\[\s*COPYUID\s+\S+\s([^\]]*))/i;

/**
 * Bounds the numbers in answers. A set of UIDs such as `1:4294967295` has a few bytes, and imapflow would make millions of
 * numbers or events of it, again for each line. The connection to a server that sends such a set is closed.
 */
export function boundAnswers(client: ImapFlow): void {
  const reader = client as unknown as Reader;
  const { handleResponse } = reader;
  let named = 0;
  reader.handleResponse = async (data) => {
    const line = data.payload.toString("latin1");
    const [, found, copied] = NAMING.exec(line) ?? [];
    named += numbersIn(found ?? copied ?? "");
    // Each message is moved or copied by itself, so COPYUID names two.
    if (named > (copied === undefined ? MAX_NAMED : 2)) {
      noteCause(client, Object.assign(new Error("too many numbers"), { code: "TooManyResponses" }));
      client.close();
      return false;
    }
    if (!line.startsWith("*")) named = 0;
    return handleResponse.call(client, data);
  };
}

/** Returns how many numbers the sets in a text have. */
function numbersIn(text: string): number {
  const ranges = Array.from(text.matchAll(/(\d+)(?::(\d+))?/g), ([, a, b = a]) => Math.abs(Number(b) - Number(a)) + 1);
  return sumOf(ranges);
}
