import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { objectStore } from "../../../../src/cli/commands/parts/object-store.js";
import { partsPlace } from "../../../../src/cli/commands/parts/parts-place.js";
import { namesIn, temporaryFolder } from "../../../helpers/folder.js";

const KEY = "AKIAIOSFODNN7EXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What the header of a request must say, by the description of Signature Version 4 for S3. */
function authorization({ method, url, headers }: SignedRequest, region: string, signed: readonly string[]): string {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const { pathname } = new URL(url, "http://host");
  const canonical = [
    method,
    pathname
      .split("/")
      .map((name) => encoded(decodeURIComponent(name)))
      .join("/"),
    "",
    ...signed.map((name) => `${name}:${headers[name]}`),
    "",
    signed.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
  const time = String(headers["x-amz-date"]);
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const key = scope.reduce<string | Buffer>((from, text) => hmac(from, text), `AWS4${SECRET}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n"));
  return `AWS4-HMAC-SHA256 Credential=${[KEY, ...scope].join("/")}, SignedHeaders=${signed.join(";")}, Signature=${signature.toString("hex")}`;
}

const EMPTY = createHash("sha256").digest("hex");

/** A store with the bucket "mail", which takes 100 bytes a file. */
const kept = new Map<string, Buffer>();
const asked: IncomingMessage[] = [];
let isReadOnly = false;
const store = createServer((request, answer) => {
  const { method = "", url = "", headers } = request;
  const pieces: Buffer[] = [];
  asked.push(request);
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const body = Buffer.concat(pieces);
    const refuse = (status: number, code: string) =>
      answer
        .writeHead(status)
        .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${SECRET}</Message></Error>`);
    const { authorization: given = "" } = headers;
    const signed = /SignedHeaders=([\w;-]+)/.exec(given)?.[1].split(";") ?? [];
    const age =
      Date.now() - Date.parse(String(headers["x-amz-date"]).replace(/^(....)(..)(.....)(..)/, "$1-$2-$3:$4:"));
    if (!given.includes(`Credential=${KEY}/`)) return refuse(403, "InvalidAccessKeyId");
    if (given !== authorization({ method, url, headers }, "eu-west-1", signed))
      return refuse(403, "SignatureDoesNotMatch");
    if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name)) || !(age < 60_000)) {
      return refuse(403, "AccessDenied");
    }
    if (createHash("sha256").update(body).digest("hex") !== headers["x-amz-content-sha256"]) {
      return refuse(400, "XAmzContentSHA256Mismatch");
    }
    if (!url.startsWith("/mail/")) return refuse(404, "NoSuchBucket");
    if (method === "GET") return kept.has(url) ? answer.end(kept.get(url)) : refuse(404, "NoSuchKey");
    if (isReadOnly) return refuse(403, "AccessDenied");
    if (body.length > 100) return answer.writeHead(507).end();
    kept.set(url, body);
    return answer.end();
  });
});

beforeAll(() => new Promise<void>((listening) => store.listen(0, "127.0.0.1", listening)));
afterAll(() => void store.close());
beforeEach(() => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith("AWS_"))) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_ACCESS_KEY_ID", KEY);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", SECRET);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ENDPOINT_URL", `http://127.0.0.1:${(store.address() as AddressInfo).port}/`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  isReadOnly = false;
});

const thrown = (use: () => unknown): Promise<Error> =>
  Promise.resolve()
    .then(use)
    .then(
      () => Promise.reject(),
      (e) => e,
    );

describe("an object store that wants a signature for each request", () => {
  it("is asked as the description of the signature says: its own examples", () => {
    const host = "examplebucket.s3.amazonaws.com";
    const date = { host, "x-amz-date": "20130524T000000Z" };
    const get = { ...date, range: "bytes=0-9", "x-amz-content-sha256": EMPTY };
    const signatureOf = (method: string, url: string, headers: Record<string, string>) =>
      authorization({ method, url, headers }, "us-east-1", Object.keys(headers).sort()).slice(-64);
    expect(signatureOf("GET", "/test.txt", get)).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
    const put = {
      ...{ ...date, date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      "x-amz-content-sha256": createHash("sha256").update("Welcome to Amazon S3.").digest("hex"),
    };
    expect(signatureOf("PUT", "/test$file.text", put)).toBe(
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    );
  });

  it("keeps files below its prefix, whatever characters that has", async () => {
    const place = partsPlace("s3://mail/année 1+1/!(a)*/");
    expect(place.shown).toBe("s3://mail/année 1+1/!(a)*");
    const scratch = temporaryFolder();
    expect(await place.fetch("a.part", scratch)).toBe(undefined);
    await place.put("a.part", [Buffer.from("on"), Buffer.from("e")], scratch);
    expect([...kept]).toEqual([["/mail/ann%C3%A9e%201%2B1/!(a)*/a.part", Buffer.from("one")]]);
    expect(asked.at(-1)?.headers["content-length"]).toBe("3");
    const copy = await place.fetch("a.part", temporaryFolder());
    expect(readFileSync(String(copy), "utf8")).toBe("one");
    vi.stubEnv("AWS_SESSION_TOKEN", "a-token");
    await partsPlace("s3://mail").put("b.part", [], scratch);
    expect(kept.has("/mail/b.part")).toBe(true);
    expect(asked.at(-1)?.headers["x-amz-security-token"]).toBe("a-token");
  });

  it("says in one line why a store refuses, without its words", async () => {
    const scratch = temporaryFolder();
    const put = (bytes = "a", name = "s3://mail/parts") =>
      thrown(() => partsPlace(name).put("a.part", [Buffer.from(bytes)], scratch));
    const says = (error: Error, text: string) =>
      expect(error.message).toBe(`s3://mail/parts: cannot put a.part: the server says ${text}`);
    says(await put("a".repeat(101)), "507 Insufficient Storage");
    isReadOnly = true;
    says(
      await put(),
      "403 AccessDenied: the keys need the rights s3:GetObject, s3:PutObject and s3:ListBucket of this bucket",
    );
    const noBucket = "404 NoSuchBucket: there is no bucket of this name";
    expect((await put("a", "s3://post/parts")).message).toContain(noBucket);
    expect((await thrown(() => partsPlace("s3://post").fetch("b.part", scratch))).message).toBe(
      `s3://post: cannot get b.part: the server says ${noBucket}`,
    );
    expect(namesIn(scratch)).toEqual(["a.part"]);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "other");
    says(await put(), "403 SignatureDoesNotMatch: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "other");
    says(await put(), "403 InvalidAccessKeyId: the store does not know the key in AWS_ACCESS_KEY_ID");
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
    expect((await put()).message).toContain("cannot put a.part: no server is listening there");
  });

  it("is where the environment says, or at S3 by its region", () => {
    const urlOf = (place: string) => objectStore(place).urlOf("a.part").href;
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "https://store.example.org:9000/s3");
    expect(urlOf("s3://mail/a")).toBe("https://store.example.org:9000/s3/mail/a/a.part");
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "");
    vi.stubEnv("AWS_ENDPOINT_URL", undefined);
    expect(urlOf("s3://mail/a")).toBe("https://mail.s3.eu-west-1.amazonaws.com/a/a.part");
    expect(urlOf("s3://my.mail")).toBe("https://s3.eu-west-1.amazonaws.com/my.mail/a.part");
    vi.stubEnv("AWS_REGION", undefined);
    vi.stubEnv("AWS_DEFAULT_REGION", "us-west-2");
    expect(urlOf("s3://mail")).toBe("https://mail.s3.us-west-2.amazonaws.com/a.part");
  });

  it("says what is missing or wrong on this machine, and repeats no value", async () => {
    const fault = async (place = "s3://mail/parts") => (await thrown(() => objectStore(place))).message;
    for (const place of ["s3://", "s3://key:secret@mail/a", "s3://mail/a//b", "s3://mail/../a", "s3:mail"]) {
      expect(await fault(place)).toContain(
        "the place of counts in an object store is s3://BUCKET/FOLDER; the keys are in",
      );
      expect(await fault(place)).not.toContain("secret");
    }
    vi.stubEnv("AWS_ENDPOINT_URL", "localhost:9000");
    expect(await fault()).toBe("AWS_ENDPOINT_URL: give the URL of an object store, such as http://localhost:9000");
    vi.stubEnv("AWS_SESSION_TOKEN", "a\nb");
    expect(await fault()).toBe("AWS_SESSION_TOKEN has a character that cannot be in it");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", " ");
    expect(await fault()).toBe(
      "s3://: AWS_SECRET_ACCESS_KEY is not set: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the keys of the bucket",
    );
  });
});
