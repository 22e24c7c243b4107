import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { DataError } from "../../src/errors.js";

/** The network or the server failed. */
export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
  /** Whether it may go better in a few seconds. */
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

/** As browsers do it: more is a loop. */
const MAX_REDIRECTS = 20;

/**
 * The response to a GET request, redirects followed. Its body is what the server sent, byte for byte: `fetch` would
 * unpack what a server declares to be gzip-encoded, which some do with a `.tar.gz`, and digest and range would not fit.
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
    if (!URL.canParse(answer.location, at.href)) throw new DataError(`${at.href} redirects to what is no address`);
    at = new URL(answer.location, at);
    if (at.protocol !== "http:" && at.protocol !== "https:") {
      throw new DataError(`http or https was expected, ${address.href} redirects to ${at.href}`);
    }
  }
  throw new DataError(
    `${address.href} was expected to give the archive, it redirects more than ${MAX_REDIRECTS} times`,
  );
}

function getOnce(address: URL, headers: Record<string, string>, options: GetOptions): Promise<IncomingMessage> {
  const { stallMs, signal } = options;
  const client: Pick<typeof http, "get"> = address.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    // No agent: it would keep connections alive, and the server may close one just when it is used again.
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

/** The body of a response. A connection that breaks throws `NetworkFault`. */
export async function* bodyOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (error) {
    throw networkFault(error);
  }
}

/** Nobody there, no such name: waiting would only hide a wrong address or a machine that is offline. */
const LASTING = ["ECONNREFUSED", "ENOTFOUND"];

function networkFault(error: unknown): NetworkFault {
  const { message, code } = error as NodeJS.ErrnoException;
  const passing = !LASTING.includes(code ?? "");
  // When a name has several addresses and none can be reached, the reasons stand inside.
  if (error instanceof AggregateError)
    return new NetworkFault(error.errors.map((one) => one.message).join(", "), passing);
  // Node's own words for it are "aborted" and "socket hang up".
  return new NetworkFault(code === "ECONNRESET" ? "the connection broke off" : message, passing);
}
