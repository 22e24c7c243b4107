import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { DataError } from "../../src/base/errors.js";

/** A failure of the network or the server. */
export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
  /** Whether it may succeed a few seconds later. */
  readonly passing: boolean;

  constructor(message: string, passing = true) {
    super(message);
    this.passing = passing;
  }
}

export interface GetOptions {
  readonly stallMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The limit of browsers. */
const MAX_REDIRECTS = 20;

/**
 * Sends a GET request and follows redirects. The body is exactly what the server sent; `fetch` would
 * decompress a `.tar.gz` that the server declares as gzip-encoded, and digest and range would not match.
 */
export async function get(
  address: URL,
  headers: Record<string, string>,
  options: GetOptions,
): Promise<IncomingMessage> {
  let at = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await getOnce(at, headers, options);
    const { statusCode = 0, headers: answer } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || answer.location === undefined) return response;
    response.destroy();
    if (!URL.canParse(answer.location, at.href)) throw new DataError(`${at.href} redirects to an invalid address`);
    at = new URL(answer.location, at);
    if (at.protocol !== "http:" && at.protocol !== "https:") {
      throw new DataError(`${address.href} redirects to ${at.href}, which is neither http nor https`);
    }
  }
  throw new DataError(`${address.href} redirects more than ${MAX_REDIRECTS} times`);
}

function getOnce(address: URL, headers: Record<string, string>, options: GetOptions): Promise<IncomingMessage> {
  const { stallMs, signal } = options;
  const client: Pick<typeof http, "get"> = address.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    // No agent, because the server may close a kept-alive connection while it is reused.
    const request = client.get(address, { agent: false, headers, timeout: stallMs, signal });
    let stream: { destroy(error: Error): unknown } = request;
    request.on("response", (response) => {
      stream = response;
      resolve(response);
    });
    request.on("timeout", () => stream.destroy(new Error(`nothing came for ${stallMs / 1000} s`)));
    request.on("error", (error) => reject(networkFault(error)));
  });
}

/** The body of a response. @throws NetworkFault if the connection breaks. */
export async function* bodyOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (error) {
    throw networkFault(error);
  }
}

/** No server or no such name: retrying would not help. */
const LASTING = ["ECONNREFUSED", "ENOTFOUND"];

function networkFault(error: unknown): NetworkFault {
  const { message, code } = error as NodeJS.ErrnoException;
  const passing = !LASTING.includes(code ?? "");
  // If a name has several addresses and none answers, the reasons are inside.
  if (error instanceof AggregateError)
    return new NetworkFault(error.errors.map((one) => one.message).join(", "), passing);
  // Node says "aborted" or "socket hang up".
  return new NetworkFault(code === "ECONNRESET" ? "the connection broke off" : message, passing);
}
