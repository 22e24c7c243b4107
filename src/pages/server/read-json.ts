import type { IncomingMessage } from "node:http";
import { DataError, orDataError } from "../../base/errors.js";

/** Reads the body of a request as JSON. @param limit in bytes @throws DataError if it is longer, or no JSON. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limit) throw new DataError(`a request has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return orDataError(
    () => JSON.parse(Buffer.concat(chunks).toString()),
    (why) => `a request is not JSON: ${why}`,
  );
}
