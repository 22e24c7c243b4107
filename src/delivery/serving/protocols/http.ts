import type { RequestFacts } from "./protocol.js";

/** A request by HTTP, with its whole body. */
export interface HttpRequest {
  /** Without the query. */
  readonly path: string;
  /** The values of each field, by its name in small letters. */
  readonly fields: NodeJS.Dict<string[]>;
  readonly body: Uint8Array;
}

/** Answers a request by HTTP with a text, or with an object for JSON. */
type Route = (request: HttpRequest) => Promise<{ readonly body: object | string; readonly facts: RequestFacts }>;

/** The answers of a server by HTTP: a function for each path. */
export interface HttpProtocol {
  readonly routes: Readonly<Record<string, Route>>;
}
