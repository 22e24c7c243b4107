import { endOfQuote, withoutComments } from "./comments.js";

/**
 * Who wrote, by the value of a `From` field: the first address in it, in lower case. Takes
 * `Ann <ann@host>` and the style of news, `ann@host (Ann)`, with quoted names, comments,
 * groups and routes (RFC 5322, sections 3.4 and 4.4). A sender that is only a name is taken
 * as it stands, for it is a sender too.
 *
 * @returns undefined if nothing is left
 */
export function firstAddress(value: string): string | undefined {
  const text = withoutComments(value);
  let plain = "";
  // Kept, not looked for: in a list of thousands the looking would take quadratic time.
  let hasAddress = false;
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
      const end = text.indexOf(">", at) < 0 ? text.length : text.indexOf(">", at);
      const address = unrouted(text.slice(at + 1, end));
      if (address.includes("@") || (address !== "" && !hasAddress)) return address;
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
  const words = plain.split(/[\s,;]+/).filter((word) => word !== "");
  const address = words.find((word) => word.includes("@")) ?? words.join(" ");
  // A name in a comment, and nothing before it.
  const sender = address === "" ? (value.match(/[^\s()<>",;:]+/g) ?? []).join(" ") : address;
  return sender === "" ? undefined : sender.toLowerCase();
}

/** What stands between angle brackets, without a route (`@host,@host:`) or a scheme. */
function unrouted(address: string): string {
  return address
    .replace(/[<\s]+/g, "")
    .replace(/^@[^:]*:|^mailto:/i, "")
    .toLowerCase();
}
