import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Bytes of a key or a secret: more than anybody can guess. */
const SECRET_BYTES = 32;

/**
 * Admits the browser to which the user has given the address, and nobody else: no other user of this machine, no page
 * of another site or at another port, and no page that has its name lead to 127.0.0.1 (DNS rebinding).
 *
 * A key in the address is good once. The page exchanges it for a secret, which the browser keeps for the origin of the
 * page: cookies would also go to the servers of other users, at other ports. All requests for data need the secret. If a
 * key comes a second time without it, somebody else may have read it, so the secret changes and both need a new address.
 */
export class Admission {
  #secret = newSecret();
  /** Keys, and whether each was used. The user asks for each. */
  readonly #keys = new Map<string, boolean>();

  /** Returns a new key. */
  newKey(): string {
    const key = newSecret();
    this.#keys.set(key, false);
    return key;
  }

  /** Whether a request has the secret. */
  admits({ authorization = "" }: IncomingHttpHeaders): boolean {
    const [given, right] = [authorization, `Bearer ${this.#secret}`].map((text) => Buffer.from(text));
    // Compares in a time that does not tell how much is right.
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** Returns the secret for a page that has it already, or a good key. The key is not good any more afterwards. */
  admit(headers: IncomingHttpHeaders, key: unknown): string | undefined {
    if (this.admits(headers)) return this.#secret;
    // Keys are long enough that a search for them does not tell anything by its time.
    const wasUsed = this.#keys.get(String(key));
    if (wasUsed) this.#secret = newSecret();
    if (wasUsed === undefined) return undefined;
    this.#keys.set(String(key), true);
    return wasUsed ? undefined : this.#secret;
  }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}
