/**
 * Serves a page that classifies texts in the browser: `npm run browser-page`. The page is `corpora/browser/index.html`;
 * the model has learned `corpora/newsgroups`.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openCorpus } from "../src/documents/corpora/readers.js";
import { serialize } from "../src/model/file/save-model.js";
import { train } from "../src/model/training.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

const file = (path: string) => readFileSync(join(ROOT, path));
const model = serialize(train(openCorpus(join(ROOT, "corpora/newsgroups"))));

/** The files of the page, read again for each request. */
const FILES: Readonly<Record<string, { readonly type: string; readonly body: () => Uint8Array }>> = {
  "/": { type: "text/html; charset=utf-8", body: () => file("corpora/browser/index.html") },
  "/texts.js": { type: "text/javascript; charset=utf-8", body: () => file("dist/browser/texts.js") },
  "/news.model": { type: "application/octet-stream", body: () => model },
};

const server = createServer(({ url = "/" }, response) => {
  const found = FILES[url];
  if (found === undefined) response.writeHead(404).end("not found\n");
  else response.writeHead(200, { "Content-Type": found.type }).end(found.body());
});
server.listen(0, "localhost", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://localhost:${port}/ (Ctrl-C stops the server)\n`);
});
