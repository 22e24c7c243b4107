import { firstAddress } from "./address.js";
import { endOfQuote, withoutComments } from "./comments.js";

/**
 * The addresses of a field with several, such as `To`, in lower case and in their order, by
 * the rules of `firstAddress`; the members of a group each. What has no address in it is
 * left out.
 *
 * @param limit how many are read; the rest is not looked at
 */
export function addressesOf(value: string, limit: number): string[] {
  const text = withoutComments(value);
  const found: string[] = [];
  let quotesClose = true;
  let start = 0;
  for (let at = 0; at <= text.length && found.length < limit; at++) {
    const character = text[at];
    if (character === '"' && quotesClose) {
      const end = endOfQuote(text, at);
      quotesClose = end > 0;
      if (end > 0) at = end - 1;
    } else if (character === undefined || character === "," || character === ";") {
      const address = firstAddress(text.slice(start, at));
      if (address?.includes("@")) found.push(address);
      start = at + 1;
    }
  }
  return found;
}
