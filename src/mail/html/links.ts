/** Reads the links of a message: finds them in texts, and tells where they lead and what is unusual about them. */
import { orElse } from "../../base/errors.js";
import { bufferOf } from "../lines.js";
import { hostSuffixes, isIpAddress, isOneSite } from "./sites.js";

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
 * @returns undefined if there is another scheme or no host: relative links, `javascript:`, `data:` … `host` is in lower
 *   case, without credentials and port; international names in ASCII (`xn--…`), numbers as `192.0.2.1`. `suffixes` is as
 *   in `hostSuffixes`. `inner` has the hosts of links inside the link, as in redirectors and counters; the outermost first
 */
export function linkTarget(url: string) {
  // Browsers ignore these characters.
  const text = url
    .slice(0, MAX_URL)
    .replace(/[\t\r\n]/g, "")
    .trim();
  const full = /^(?:[\\/]{2}|www\.)/i.test(text) ? `http://${text.replace(/^[\\/]+/, "")}` : text;
  const mailHost = /^mailto:[^?,;]*@([^>\s?,;]+)/i.exec(full)?.[1].toLowerCase();
  if (mailHost !== undefined) {
    return { host: mailHost, suffixes: hostSuffixes(mailHost), facts: [], inner: [] };
  }
  const [, authority, rest] = /^(?:https?|ftp):[\\/]*([^\\/?#]*)(.*)$/is.exec(full) ?? [];
  if (authority === undefined) return undefined;
  const name = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  const written = name.startsWith("[") ? name : name.replace(/:\d*$/, "");
  const parsed = parsedUrl(full);
  // The pattern /\.+$/ alone would take quadratic time.
  const host = (parsed?.hostname ?? written).replace(/(?<!\.)\.+$/, "").toLowerCase();
  if (host === "") return undefined;
  const inner = innerHosts(rest);
  const isNumeric = isIpAddress(host);
  const hasFact: Readonly<Record<LinkFact, boolean>> = {
    credentials: authority.includes("@"),
    encoded: NEEDLESSLY_ENCODED.test(full) || written.includes("%"),
    international: INTERNATIONAL.test(host),
    numeric: isNumeric,
    "numeric-disguised": isNumeric && !host.startsWith("[") && written !== host,
    port: parsed !== undefined && parsed.port !== "",
    redirect: inner.length > 0,
  };
  const facts = (Object.keys(hasFact) as LinkFact[]).filter((fact) => hasFact[fact]);
  return { host, suffixes: hostSuffixes(host), facts, inner };
}

/** Whether the text of a link is an address at another site than the link itself. */
export function leadsElsewhere(shown: string, url: string): boolean {
  const text = shown.trim();
  const written = BARE_HOST.test(text) ? `http://${text}` : text;
  const isAddress = /^(?:https?:\/\/|www\.)/i.test(written) && !/[\s@]/.test(written);
  if (!isAddress || /^\s*mailto:/i.test(url)) return false;
  const [address, target] = [linkTarget(written), linkTarget(url)];
  if (address === undefined || target === undefined) return false;
  return !isOneSite(address.host, target.host);
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
  const found: string[] = [];
  for (const [url, beginning] of bufferOf(text).toString().matchAll(URL_IN_TEXT)) {
    if (found.length >= MAX_URLS) break;
    const whole = withoutSentence(url.slice(0, MAX_URL));
    if (whole.length > beginning.length) found.push(whole);
  }
  return found;
}

/** Han, kana, Hangul, Thai, Lao, Burmese and Khmer, with their punctuation and wide forms. */
const WITHOUT_BLANKS =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\ua4cf\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}";

/** Up to white space, control characters, quotation marks, dashes, and the delimiters of RFC 3986, appendix C. */
const URL_IN_TEXT = new RegExp(
  `(?<![a-z0-9])(https?://|ftp://|mailto:|www\\.)[^\\s\\p{Cc}\\p{Cf}"<>\\\\^\`{|}«»\\u2000-\\u206f\ufffd${WITHOUT_BLANKS}]+`,
  "giu",
);

/** Removes punctuation at the end, and closing brackets if the opening one is before the link. */
function withoutSentence(url: string): string {
  return url.replace(
    url.includes("(") ? /(?<![.,;:!?'*_\]])[.,;:!?'*_\]]+$/ : /(?<![.,;:!?'*_\])])[.,;:!?'*_\])]+$/,
    "",
  );
}

/** A label of a host that has letters beyond ASCII, as written or in its ASCII form. */
const INTERNATIONAL = /(?:^|\.)xn--|\P{ASCII}/u;

/** The codes of letters, digits, `-`, `.`, `_` and `~`, which need no encoding (RFC 3986, section 2.3). */
const NEEDLESSLY_ENCODED = /%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/i;

/** Parses a URL; undefined if it is not valid. */
function parsedUrl(url: string): URL | undefined {
  return orElse(() => new URL(url), undefined);
}

/** Returns the hosts of links inside a link, plain or encoded up to twice. @param rest comes after the host and port */
function innerHosts(rest: string): string[] {
  if (!/https?(?::|%)|www\./i.test(rest)) return [];
  const plain = percentDecoded(percentDecoded(rest));
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
function percentDecoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
