import { UsageError } from "../../src/errors.js";

/** The environment variable that names a mirror. */
export const MIRROR_VARIABLE = "THRESHER_CORPORA_MIRROR";

/** The mirror that a value of the variable names; none if it is undefined or empty. */
export function mirrorFrom(value: string | undefined): URL | undefined {
  if (value === undefined || value === "") return undefined;
  const mirror = URL.canParse(value) ? new URL(value) : undefined;
  if (mirror?.protocol !== "http:" && mirror?.protocol !== "https:") {
    throw new UsageError(`${MIRROR_VARIABLE} must be an address that begins with http:// or https://, got "${value}"`);
  }
  return mirror;
}

/** The address with scheme and host of the mirror, below the mirror's own path. */
export function atMirror(address: string, mirror: URL | undefined): URL {
  const home = new URL(address);
  if (mirror === undefined) return home;
  const base = mirror.pathname.replace(/\/$/, "");
  return new URL(`${base}${home.pathname}${home.search}`, mirror);
}
