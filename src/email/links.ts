import { domainToUnicode } from "node:url";

/** Where an address leads. */
export interface LinkTarget {
  /** In lower case: `http`, `https`, `ftp`, `mailto` … */
  readonly scheme: string;
  /** In lower case, without credentials and port; international names in their ASCII form (`xn--…`), numbers as `192.0.2.1`. */
  readonly host: string;
  /** The host as it is shown to people: international names in their own letters. */
  readonly unicodeHost: string;
  /** The host and the ends of it that are hosts too, longest first, each with two labels at least; of an IP address itself only. */
  readonly suffixes: readonly string[];
  readonly facts: readonly LinkFact[];
  /** The targets that are named inside it, as by those who redirect or count; outermost first. */
  readonly inner: readonly string[];
}

/** What is uncommon in an address, in a word. */
export type LinkFact =
  /** A user name, or what looks like one: `http://bank.example@192.0.2.1/`. */
  | "credentials"
  /** Characters of the host or the path that need none are written `%41`. */
  | "encoded"
  /** The host has letters beyond ASCII. */
  | "international"
  /** The host is an IP address. */
  | "numeric"
  /** It is written as a single number, in hexadecimal or octal digits. */
  | "numeric-disguised"
  /** A port that is not the scheme's own. */
  | "port"
  /** Another address is inside it. */
  | "redirect";

/** Of a URL, in characters: what follows is a payload, not an address. */
export const MAX_URL = 2048;

/** Of a text: nobody follows more, and lists of addresses are not written to people. */
export const MAX_URLS = 5000;

/**
 * Reads an address as a browser does (WHATWG URL Standard): `http:`, `https:`, `ftp:` and
 * `mailto:`, without a scheme if it begins with `//` or `www.`. What is no valid host is
 * taken as it stands, for people are shown it too.
 *
 * @param url at most MAX_URL characters of it count
 * @returns undefined if it has another scheme or no host: relative, `javascript:`, `data:` …
 */
export function linkTarget(url: string): LinkTarget | undefined {
  // Browsers leave these out, so that they can hide in an address.
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
  const isNumeric = IPV4.test(host) || host.startsWith("[");
  if (isNumeric) facts.add("numeric");
  if (isNumeric && !host.startsWith("[") && written !== host) facts.add("numeric-disguised");
  if (/^[^/?#]*@/.test(full.replace(/^\w+:[\\/]*/, ""))) facts.add("credentials");
  if (parsed !== undefined && parsed.port !== "") facts.add("port");
  if (INTERNATIONAL.test(host)) facts.add("international");
  if (NEEDLESSLY_ENCODED.test(full) || written.includes("%")) facts.add("encoded");
  const inner = innerHosts(full);
  if (inner.length > 0) facts.add("redirect");
  return {
    scheme,
    host,
    unicodeHost: shownHost(host),
    suffixes: isNumeric ? [host] : hostSuffixes(host),
    facts: [...facts].sort(),
    inner,
  };
}

/**
 * The ends of a host that are hosts, longest first: of `a.b.example.co.uk` itself,
 * `b.example.co.uk`, `example.co.uk` and `co.uk`. Of more than MAX_LABELS labels the last
 * count; a host of one label is its own.
 */
export function hostSuffixes(host: string): string[] {
  const labels = host
    .split(".")
    .filter((label) => label !== "")
    .slice(-MAX_LABELS);
  const suffixes: string[] = [];
  for (let from = 0; from < Math.max(1, labels.length - 1); from++) suffixes.push(labels.slice(from).join("."));
  return suffixes.filter((suffix) => suffix !== "");
}

/** Deeper names are made up by the sender's machine. */
const MAX_LABELS = 8;

/** Whether a text that is shown for a link is an address, and one at another site than its target. */
export function leadsElsewhere(shown: string, url: string): boolean {
  const address = shownAddress(shown);
  const target = address === undefined ? undefined : linkTarget(url);
  if (address === undefined || target === undefined || target.scheme === "mailto") return false;
  return siteOf(address.host) !== siteOf(target.host);
}

/** The address that a text shows, with nothing else in it. */
function shownAddress(shown: string): LinkTarget | undefined {
  const text = shown.trim();
  if (/\s/.test(text) || text.includes("@")) return undefined;
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return linkTarget(text);
  return BARE_HOST.test(text) ? linkTarget(`http://${text}`) : undefined;
}

/** Endings that file names and abbreviations do not have. */
const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|edu|gov|info|biz)(?:[/?#].*)?$/i;

/**
 * What belongs to one owner, roughly: the last two labels, or three where the second level is
 * the country's, as in `example.co.uk`.
 */
function siteOf(host: string): string {
  if (IPV4.test(host) || host.startsWith("[")) return host;
  const labels = host.split(".");
  const [second = "", first = ""] = labels.slice(-2);
  return labels.slice(first.length === 2 && (second.length <= 3 || second === "info") ? -3 : -2).join(".");
}

/**
 * The addresses in a plain text, in its order: from `http://`, `https://`, `ftp://`,
 * `mailto:` or `www.` on to white space, a quotation mark or an angle bracket, without the
 * punctuation of the sentence around it. Other letters than ASCII's are part of it (RFC 3987),
 * but for those of scripts without blanks between words, where the sentence goes on
 * behind it. The first MAX_URLS, each MAX_URL characters at most.
 *
 * @param text UTF-8
 */
export function findUrls(text: Uint8Array): string[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const found: string[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(LINE_FEED, start + SEARCHED_AT_ONCE) + 1 || bytes.length;
    for (const [url, beginning] of bytes.toString("utf8", start, end).matchAll(URL_IN_TEXT)) {
      if (found.length >= MAX_URLS) return found;
      const whole = withoutSentence(url.slice(0, MAX_URL));
      if (whole.length > beginning.length) found.push(whole);
    }
  }
  return found;
}

const LINE_FEED = 0x0a;
/** And on to the end of the line: no address goes further, and a string of all would be as large as the text once more. */
const SEARCHED_AT_ONCE = 1 << 18;

/** Han, kana, Hangul, Thai, Lao, Burmese and Khmer letters, with the punctuation and the wide forms that go with them. */
const WITHOUT_BLANKS =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\ua4cf\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}";

/** Up to white space, control characters, quotation marks and dashes, and what RFC 3986 (appendix C) delimits addresses with. */
const URL_IN_TEXT = new RegExp(
  `(?<![a-z0-9])(https?://|ftp://|mailto:|www\\.)[^\\s\\p{Cc}\\p{Cf}"<>\\\\^\`{|}«»\\u2000-\\u206f\ufffd${WITHOUT_BLANKS}]+`,
  "giu",
);

/** Punctuation at the end belongs to the sentence, and so does a bracket that was opened before the address. */
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

const SCHEME = /^(https?|ftp|mailto):/i;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const INTERNATIONAL = /(?:^|\.)xn--|\P{ASCII}/u;

/** Nearly every host is shown as it is. */
function shownHost(host: string): string {
  return INTERNATIONAL.test(host) ? domainToUnicode(host) || host : host;
}

/** Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). */
const NEEDLESSLY_ENCODED = /%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/i;

/** The host as it stands between slashes, credentials and port. */
function writtenHost(url: string): string {
  const authority = /^\w+:[\\/]*([^\\/?#]*)/.exec(url)?.[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return (host.startsWith("[") ? host : host.replace(/:\d*$/, "")).toLowerCase();
}

/** A pattern that ends with the text takes quadratic time on dots that do not. */
function withoutLastDots(host: string): string {
  let end = host.length;
  while (host[end - 1] === ".") end--;
  return host.slice(0, end);
}

function parsedUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function mailTarget(address: string): LinkTarget | undefined {
  const mailbox = /^[^?,;]*/.exec(address)?.[0] ?? "";
  const [host = ""] = /^[^>\s]+/.exec(mailbox.slice(mailbox.lastIndexOf("@") + 1).toLowerCase()) ?? [];
  if (host === "" || !mailbox.includes("@")) return undefined;
  return {
    scheme: "mailto",
    host,
    unicodeHost: shownHost(host),
    suffixes: hostSuffixes(host),
    facts: [],
    inner: [],
  };
}

/** The hosts of addresses inside an address, plain or encoded up to twice. */
function innerHosts(url: string): string[] {
  const rest = url.replace(/^\w+:[\\/]*[^\\/?#]*/, "");
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

/** A chain of redirectors is not longer. */
const MAX_INNER = 8;

function unescaped(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
