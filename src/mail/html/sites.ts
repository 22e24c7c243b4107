import { createRequire } from "node:module";
import type * as PublicSuffixes from "tldts";
import { lazily, remembering } from "../../base/lazily.js";

/** The public suffix list, with the functions of tldts that look hosts up in it. */
const publicSuffixes = lazily(() => createRequire(import.meta.url)("tldts") as typeof PublicSuffixes);

/**
 * Returns the registered domain of a host according to the public suffix list: `example.co.uk` for `www.example.co.uk`.
 * Loads the list on first use, which takes a tenth of the time of filtering one message.
 *
 * @param allowPrivateDomains whether services that give names to users, such as `github.io`, count as registries
 */
function registeredName(host: string, allowPrivateDomains: boolean): string {
  const options = { allowPrivateDomains, extractHostname: false, validateHostname: false };
  return publicSuffixes().getDomain(host, options) ?? host;
}

/**
 * Suffixes that can be recognized without the list: frequent public suffixes that have no other public suffixes below
 * them, and the reserved names of RFC 2606. The registered domain has one label more.
 */
export const FREQUENT_SUFFIXES: ReadonlySet<string> = new Set(
  (
    "app biz cc ch club com de dev dk edu eu gov info mil net nl online org ru shop site top tv xyz " +
    "ac.jp ac.uk co.il co.in co.jp co.kr co.nz co.uk co.za com.ar com.au com.br com.cn com.hk com.mx com.sg com.tr com.tw " +
    "gov.uk ne.jp net.au net.cn or.jp org.au org.uk example invalid localhost test"
  ).split(" "),
);

/** How many labels of a host count. Software of senders makes up longer names. */
const MAX_LABELS = 8;

/**
 * Returns a host and its parent domains, longest first, down to the registered domain: `a.b.example.co.uk`,
 * `b.example.co.uk`, `example.co.uk`. Only the last MAX_LABELS labels count. A single label or an IP address has no
 * parents.
 */
export const hostSuffixes: (host: string) => readonly string[] = remembering(suffixesOf, 4096);

function suffixesOf(host: string): readonly string[] {
  if (isIpAddress(host)) return [host];
  const labels = host
    .split(".")
    .filter((label) => label !== "")
    .slice(-MAX_LABELS);
  if (labels.length === 0) return [];
  const longest = labels.join(".");
  const suffixes = [longest];
  for (let parents = labels.length - registeredLabels(labels, longest); parents > 0; parents--) {
    const last = suffixes[suffixes.length - 1];
    suffixes.push(last.slice(last.indexOf(".") + 1));
  }
  return suffixes;
}

/** Counts the labels in the registered domain of a host: two if the host has at most two. */
function registeredLabels(labels: readonly string[], host: string): number {
  const { length } = labels;
  if (length <= 2) return 2;
  if (FREQUENT_SUFFIXES.has(`${labels[length - 2]}.${labels[length - 1]}`)) return 3;
  if (FREQUENT_SUFFIXES.has(labels[length - 1])) return 2;
  return registeredName(host, false).split(".").length;
}

/** Whether two hosts are one site for browsers, because they share a registered domain. */
export function isOneSite(a: string, b: string): boolean {
  if (withoutWww(a) === withoutWww(b)) return true;
  if (isIpAddress(a) || isIpAddress(b) || lastLabels(a) !== lastLabels(b)) return false;
  return registeredName(a, true) === registeredName(b, true);
}

/** Whether a host is an IPv4 address, or an IPv6 address in brackets. */
export function isIpAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith("[");
}

/** Returns a host without the usual name of a web server. */
function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}

/** Returns the last two labels of a host. Every registered domain has at least two. */
function lastLabels(host: string): string {
  return host.split(".").slice(-2).join(".");
}
