import type { RequestFacts } from "./protocol.js";

/** A request by HTTP, with its whole body. */
export interface HttpRequest {
  /** Without the query. */
  readonly path: string;
  /** The values of each field, by its name in small letters. */
  readonly fields: NodeJS.Dict<string[]>;
  readonly body: Uint8Array;
}

/** The answer to a request by HTTP. */
export interface HttpReply {
  /** A text, or an object for JSON. */
  readonly body: object | string;
  readonly facts: RequestFacts;
}

/** The answers of a server by HTTP: a function for each path. */
export interface HttpProtocol {
  readonly routes: Readonly<Record<string, (request: HttpRequest) => Promise<HttpReply>>>;
}
