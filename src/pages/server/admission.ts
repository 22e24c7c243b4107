import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Bytes of a key or a cookie: more than anybody can guess. */
const SECRET_BYTES = 32;

/**
 * Admits the browser to which the user has given the address, and nobody else: no other user of this machine, no page
 * of another site, and no page that has its name lead to 127.0.0.1 (DNS rebinding).
 *
 * A key in the address is good for one request, which gets a cookie. All other requests need the cookie. If a key comes a
 * second time without the cookie, somebody else may have read it, so the cookie changes and both need a new address. A
 * request with another Host is refused, and so is one that a page of another origin has sent. Changes must name their
 * Origin and be JSON, which a form cannot send.
 */
export class Admission {
  #cookie = newSecret();
  /** Keys, and whether each was used. The user asks for each. */
  readonly #keys = new Map<string, boolean>();

  /** Returns a new key. */
  newKey(): string {
    const key = newSecret();
    this.#keys.set(key, false);
    return key;
  }

  /**
   * Judges a request.
   *
   * @param host the only Host that is right, such as `127.0.0.1:8080`
   * @param key the key in the address, if there is one
   * @returns the headers for a browser that has just been admitted, or none for one that was; undefined to refuse it
   */
  judge({ method, headers }: IncomingMessage, host: string, key: string | null): Record<string, string> | undefined {
    // A browser that does not send Sec-Fetch-Site still knows SameSite.
    const { origin, "sec-fetch-site": site = "none" } = headers;
    if (headers.host !== host || (origin !== undefined && origin !== `http://${host}`)) return undefined;
    // Cookies ignore ports, so the name has the port. Otherwise, two servers would replace each other's cookie.
    const name = `thresher-${host.slice(host.indexOf(":") + 1)}`;
    const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
    const hasCookie = cookies.some((cookie) => isSame(cookie, `${name}=${this.#cookie}`));
    if (method === "POST") {
      const isJson = /^application\/json(?:;|$)/i.test(headers["content-type"] ?? "");
      return hasCookie && isJson && origin !== undefined ? {} : undefined;
    }
    if (hasCookie) return site === "same-origin" || site === "none" ? {} : undefined;
    if (key === null || !this.#use(key)) return undefined;
    return { "Set-Cookie": `${name}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict` };
  }

  /** Whether a key is good. It is not good any more afterwards. */
  #use(key: string): boolean {
    // Keys are long enough that a search for them does not tell anything by its time.
    const wasUsed = this.#keys.get(key);
    if (wasUsed) this.#cookie = newSecret();
    if (wasUsed === false) this.#keys.set(key, true);
    return wasUsed === false;
  }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Compares in a time that does not tell how much is right. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
