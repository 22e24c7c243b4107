/** Reads the links of a message: finds them in texts, and tells where they lead and what is unusual about them. */
import { orElse } from "../../base/errors.js";
import { bufferOf, LF } from "../lines.js";
import { hostSuffixes, isIpAddress, isOneSite } from "./sites.js";

/** The target of a link. */
export interface LinkTarget {
  /** In lower case: `http`, `https`, `ftp`, `mailto` … */
  readonly scheme: string;
  /** In lower case, without credentials and port; international names in ASCII (`xn--…`), numbers as `192.0.2.1`. */
  readonly host: string;
  /** See `hostSuffixes`. */
  readonly suffixes: readonly string[];
  readonly facts: readonly LinkFact[];
  /** Hosts of links inside the link, as in redirectors and counters; the outermost first. */
  readonly inner: readonly string[];
}

/** An unusual property of a link. These words must never change, because models contain them as terms. */
export type LinkFact =
  /** A user name, real or pretended: `http://bank.example@192.0.2.1/`. */
  | "credentials"
  /** Plain characters written as `%41`. */
  | "encoded"
  /** The host has letters beyond ASCII. */
  | "international"
  /** The host is an IP address. */
  | "numeric"
  /** The IP address is one number, or hexadecimal or octal. */
  | "numeric-disguised"
  /** The port is not the default port of the scheme. */
  | "port"
  /** The link contains another link. */
  | "redirect";

/** In characters. The rest of a longer link is data and not an address. */
export const MAX_URL = 2048;

/** How many links of a text are read. Nobody follows more. */
export const MAX_URLS = 5000;

/**
 * Reads a link as a browser does (WHATWG URL Standard). Accepts `http:`, `https:`, `ftp:` and `mailto:`, and links
 * without a scheme that begin with `//` or `www.`. Keeps an invalid host as written, because readers see it.
 *
 * @param url only its first MAX_URL characters are read
 * @returns undefined if there is another scheme or no host: relative links, `javascript:`, `data:` …
 */
export function linkTarget(url: string): LinkTarget | undefined {
  // Browsers ignore these characters.
  const text = url
    .slice(0, MAX_URL)
    .replace(/[\t\r\n]/g, "")
    .trim();
  const full = /^(?:[\\/]{2}|www\.)/i.test(text) ? `http://${text.replace(/^[\\/]+/, "")}` : text;
  const scheme = SCHEME.exec(full)?.[1].toLowerCase();
  if (scheme === undefined) return undefined;
  if (scheme === "mailto") return mailTarget(full.slice("mailto:".length));
  const written = writtenHost(full);
  const parsed = parsedUrl(full);
  const host = withoutLastDots(parsed?.hostname ?? written).toLowerCase();
  if (host === "") return undefined;
  const facts = new Set<LinkFact>();
  const isNumeric = isIpAddress(host);
  if (isNumeric) facts.add("numeric");
  if (isNumeric && !host.startsWith("[") && written !== host) facts.add("numeric-disguised");
  if (/^[^/?#]*@/.test(full.replace(/^\w+:[\\/]*/, ""))) facts.add("credentials");
  if (parsed !== undefined && parsed.port !== "") facts.add("port");
  if (INTERNATIONAL.test(host)) facts.add("international");
  if (NEEDLESSLY_ENCODED.test(full) || written.includes("%")) facts.add("encoded");
  const inner = innerHosts(full.replace(/^\w+:[\\/]*[^\\/?#]*/, ""));
  if (inner.length > 0) facts.add("redirect");
  return { scheme, host, suffixes: hostSuffixes(host), facts: [...facts].sort(), inner };
}

/** Whether the text of a link is an address at another site than the link itself. */
export function leadsElsewhere(shown: string, url: string): boolean {
  const address = shownAddress(shown);
  const target = address === undefined ? undefined : linkTarget(url);
  if (address === undefined || target === undefined || target.scheme === "mailto") return false;
  return !isOneSite(address.host, target.host);
}

/** Returns the address that a text consists of; undefined if the text has anything else. */
function shownAddress(shown: string): LinkTarget | undefined {
  const text = shown.trim();
  if (/\s/.test(text) || text.includes("@")) return undefined;
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return linkTarget(text);
  return BARE_HOST.test(text) ? linkTarget(`http://${text}`) : undefined;
}

/** A host, perhaps with a path, whose suffix file names and abbreviations do not have. */
const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|edu|gov|info|biz)(?:[/?#].*)?$/i;

/**
 * Finds the links in a plain text (UTF-8). A link begins with `http://`, `https://`, `ftp://`, `mailto:` or `www.` and
 * ends at white space, a quotation mark or an angle bracket, without the punctuation of the sentence. Letters beyond
 * ASCII belong to a link (RFC 3987), except in scripts without blanks between words. Returns at most MAX_URLS links,
 * each cut at MAX_URL characters.
 */
export function findUrls(text: Uint8Array): string[] {
  const bytes = bufferOf(text);
  const found: string[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(LF, start + SEARCHED_AT_ONCE) + 1 || bytes.length;
    for (const [url, beginning] of bytes.toString("utf8", start, end).matchAll(URL_IN_TEXT)) {
      if (found.length >= MAX_URLS) return found;
      const whole = withoutSentence(url.slice(0, MAX_URL));
      if (whole.length > beginning.length) found.push(whole);
    }
  }
  return found;
}

/** In bytes, plus the rest of the line, where a link ends. A string of the whole text would need its memory again. */
const SEARCHED_AT_ONCE = 1 << 18;

/** Han, kana, Hangul, Thai, Lao, Burmese and Khmer, with their punctuation and wide forms. */
const WITHOUT_BLANKS =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\ua4cf\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}";

/** Up to white space, control characters, quotation marks, dashes, and the delimiters of RFC 3986, appendix C. */
const URL_IN_TEXT = new RegExp(
  `(?<![a-z0-9])(https?://|ftp://|mailto:|www\\.)[^\\s\\p{Cc}\\p{Cf}"<>\\\\^\`{|}«»\\u2000-\\u206f\ufffd${WITHOUT_BLANKS}]+`,
  "giu",
);

/** Removes punctuation at the end, and a closing bracket whose opening bracket is before the link. */
function withoutSentence(url: string): string {
  let end = url.length;
  let open = 0;
  for (const character of url) open += character === "(" ? 1 : character === ")" ? -1 : 0;
  for (; end > 0; end--) {
    const last = url[end - 1];
    if (last === ")" && open < 0) open++;
    else if (!".,;:!?'*_]".includes(last)) break;
  }
  return url.slice(0, end);
}

/** The schemes of links that are read. */
const SCHEME = /^(https?|ftp|mailto):/i;

/** A label of a host that has letters beyond ASCII, as written or in its ASCII form. */
const INTERNATIONAL = /(?:^|\.)xn--|\P{ASCII}/u;

/** The codes of letters, digits, `-`, `.`, `_` and `~`, which need no encoding (RFC 3986, section 2.3). */
const NEEDLESSLY_ENCODED = /%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/i;

/** Returns the host as written, without slashes, credentials and port. */
function writtenHost(url: string): string {
  const authority = /^\w+:[\\/]*([^\\/?#]*)/.exec(url)?.[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return (host.startsWith("[") ? host : host.replace(/:\d*$/, "")).toLowerCase();
}

/** Removes dots at the end. Not with the pattern `\.+$`, which takes quadratic time. */
function withoutLastDots(host: string): string {
  let end = host.length;
  while (host[end - 1] === ".") end--;
  return host.slice(0, end);
}

/** Parses a URL; undefined if it is not valid. */
function parsedUrl(url: string): URL | undefined {
  return orElse(() => new URL(url), undefined);
}

/** Returns the target of a `mailto:` link: the host of its first address. @param address what follows the scheme */
function mailTarget(address: string): LinkTarget | undefined {
  const mailbox = /^[^?,;]*/.exec(address)?.[0] ?? "";
  const [host = ""] = /^[^>\s]+/.exec(mailbox.slice(mailbox.lastIndexOf("@") + 1).toLowerCase()) ?? [];
  if (host === "" || !mailbox.includes("@")) return undefined;
  return { scheme: "mailto", host, suffixes: hostSuffixes(host), facts: [], inner: [] };
}

/** Returns the hosts of links inside a link, plain or encoded up to twice. @param rest comes after the host and port */
function innerHosts(rest: string): string[] {
  if (!/https?(?::|%)|www\./i.test(rest)) return [];
  const plain = unescaped(unescaped(rest));
  const hosts = new Set<string>();
  for (const [, authority] of plain.matchAll(/(?:https?:\/\/?|(?<=[=*/?&])(?=www\.))([^\\/?#&\s]+)/gi)) {
    if (hosts.size >= MAX_INNER) break;
    const host = parsedUrl(`http://${authority}`)?.hostname;
    if (host?.includes(".")) hosts.add(host);
  }
  return [...hosts];
}

/** How many hosts inside a link are kept. Real chains of redirectors are shorter. */
const MAX_INNER = 8;

/** Decodes the percent-encoded characters of ASCII in a link. */
function unescaped(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
