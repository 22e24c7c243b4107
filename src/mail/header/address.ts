import { endOfQuote, withoutComments } from "./header-text.js";

/**
 * Returns the first address in a `From` field, in lower case. Accepts `Ann <ann@host>` and `ann@host (Ann)`, with
 * quoted names, comments, groups and routes (RFC 5322, sections 3.4 and 4.4). If the sender is only a name, returns the
 * name in lower case. Returns undefined if nothing is left.
 */
export function firstAddress(value: string): string | undefined {
  const { bracketed, plain } = untilAddress(withoutComments(value));
  if (bracketed !== undefined) return bracketed;
  const words = plain.split(/[\s,;]+/).filter((word) => word !== "");
  const address = words.find((word) => word.includes("@")) ?? words.join(" ");
  // Without an address, the only name may be in a comment.
  const sender = address === "" ? (value.match(/[^\s()<>",;:]+/g) ?? []).join(" ") : address;
  return sender === "" ? undefined : sender.toLowerCase();
}

/**
 * Reads a field up to its first address.
 *
 * @param text without comments
 * @returns the address, if it is in angle brackets (`bracketed`), and the text before it outside of angle brackets,
 *   without quotation marks and names of groups (`plain`)
 */
function untilAddress(text: string): { readonly bracketed?: string; readonly plain: string } {
  let plain = "";
  // A flag, because searching `plain` each time takes quadratic time in a list of thousands.
  let hasAddress = false;
  // After a quotation mark that is not closed, later ones are ordinary characters.
  let quotesClose = true;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"' && quotesClose) {
      const end = endOfQuote(text, at);
      quotesClose = end > 0;
      if (end > 0) {
        plain += text.slice(at + 1, end - 1);
        hasAddress ||= text.slice(at, end).includes("@");
        at = end - 1;
      }
    } else if (character === "<") {
      const close = text.indexOf(">", at);
      const end = close < 0 ? text.length : close;
      const address = unrouted(text.slice(at + 1, end));
      if (address.includes("@") || (address !== "" && !hasAddress)) return { bracketed: address, plain };
      at = end;
    } else if ((character === "," || character === ";") && hasAddress) {
      break;
    } else if (character === ":" && !hasAddress) {
      // The name of a group.
      plain = "";
    } else {
      plain += character;
      hasAddress ||= character === "@";
    }
  }
  return { plain };
}

/** Returns an address from angle brackets in lower case, without white space, route (`@host,@host:`) or `mailto:`. */
function unrouted(address: string): string {
  return address
    .replace(/[<\s]+/g, "")
    .replace(/^@[^:]*:|^mailto:/i, "")
    .toLowerCase();
}
