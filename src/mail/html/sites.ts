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
export const hostSuffixes: (host: string) => readonly string[] = remembering((host) => {
  if (isIpAddress(host)) return [host];
  const labels = host
    .split(".")
    .filter((label) => label !== "")
    .slice(-MAX_LABELS);
  const parents = Math.max(0, labels.length - registeredLabels(labels));
  return labels.slice(0, parents + 1).map((_, first) => labels.slice(first).join("."));
}, 4096);

/** Returns the number of labels in the registered domain of a host; two if the host has at most two. */
function registeredLabels(labels: readonly string[]): number {
  if (labels.length <= 2) return 2;
  if (FREQUENT_SUFFIXES.has(labels.slice(-2).join("."))) return 3;
  if (FREQUENT_SUFFIXES.has(labels[labels.length - 1])) return 2;
  return registeredName(labels.join("."), false).split(".").length;
}

/** Whether two hosts are one site for browsers, because they share a registered domain. */
export function isOneSite(a: string, b: string): boolean {
  const [one, other] = [a, b].map((host) => host.replace(/^www\./, "").split("."));
  if (one.join() === other.join()) return true;
  // Every registered domain has at least two labels.
  if (one.slice(-2).join() !== other.slice(-2).join()) return false;
  return registeredName(a, true) === registeredName(b, true);
}

/** Whether a host is an IPv4 address, or an IPv6 address in brackets. */
export function isIpAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith("[");
}
