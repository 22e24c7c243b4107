import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { pipeline } from "node:stream/promises";
import { DataError, notInstalled, UsageError } from "../../../base/errors.js";
import type { PartsServer } from "./parts-server.js";

/** The part of aws4fetch that is used here. The types that the package brings need those of a browser. */
interface Signatures {
  readonly AwsV4Signer: new (request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly service: "s3";
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | undefined;
  }) => { sign(): Promise<{ readonly headers: Iterable<[string, string]> }> };
}

/** Where nothing else is said, and what stores of one's own take. */
const REGION = "us-east-1";

/** The codes of S3 that a user can do something about. */
const MEANINGS: Readonly<Record<string, string>> = {
  AccessDenied: "the keys need the rights s3:GetObject, s3:PutObject and s3:ListBucket of this bucket",
  AuthorizationHeaderMalformed: "AWS_REGION is not the region of the bucket",
  EntityTooLarge: "the file is larger than the store takes at once",
  ExpiredToken: "AWS_SESSION_TOKEN has expired: sign in again",
  InvalidAccessKeyId: "the store does not know the key in AWS_ACCESS_KEY_ID",
  InvalidToken: "AWS_SESSION_TOKEN does not belong to AWS_ACCESS_KEY_ID",
  NoSuchBucket: "there is no bucket of this name",
  PermanentRedirect: "AWS_REGION is not the region of the bucket",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID",
};

/**
 * A bucket of S3 or another object store, `s3://BUCKET/PREFIX`. Every request is signed (AWS Signature Version 4), with
 * the keys in the usual environment variables.
 *
 * @throws UsageError if the name is wrong or a variable is missing, DataError if the package is not installed. Neither
 *   repeats a value: it may be secret.
 */
export function objectStore(place: string): PartsServer {
  const { bucket, folders } = requireBucket(place);
  const signatures = requireSignatures();
  const keys = {
    accessKeyId: requireVariable("AWS_ACCESS_KEY_ID"),
    secretAccessKey: requireVariable("AWS_SECRET_ACCESS_KEY"),
    sessionToken: variable("AWS_SESSION_TOKEN"),
  };
  const region = variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? REGION;
  const base = [bucketUrl(bucket, region), ...folders.map(encodeURIComponent)].join("/");
  return {
    shown: `s3://${[bucket, ...folders].join("/")}`,
    urlOf: (name) => new URL(`${base}/${name}`),
    async headersOf(method, url, path) {
      const headers = { "X-Amz-Content-Sha256": await digestOf(path) };
      const request = { method, url: url.href, headers, service: "s3", region, ...keys } as const;
      return Object.fromEntries((await new signatures.AwsV4Signer(request).sign()).headers);
    },
    meanings: MEANINGS,
  };
}

function requireBucket(place: string): { readonly bucket: string; readonly folders: readonly string[] } {
  const [, bucket, path = ""] = /^s3:\/\/(\w[\w.-]{0,62})(?:\/(.*))?$/is.exec(place) ?? [];
  const folders = path.replace(/\/$/, "").split("/");
  const isSound = path === "" || !folders.some((folder) => /^\.{0,2}$/.test(folder));
  if (bucket === undefined || !isSound) {
    throw new UsageError(
      "the place of counts in an object store is s3://BUCKET/FOLDER; the keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    );
  }
  return { bucket, folders: path === "" ? [] : folders };
}

/** Where a bucket is. Stores of one's own know it by a path, and so does S3 if its name cannot be that of a host. */
function bucketUrl(bucket: string, region: string): string {
  const name = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].find((each) => variable(each) !== undefined);
  if (name === undefined) {
    const host = `s3.${region}.amazonaws.com`;
    return /[._A-Z]/.test(bucket) ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  }
  const endpoint = variable(name) ?? "";
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new UsageError(`${name}: give the URL of an object store, such as http://localhost:9000`);
  }
  const { origin, pathname } = new URL(endpoint);
  return `${origin}${pathname.replace(/\/$/, "")}/${bucket}`;
}

function requireSignatures(): Signatures {
  try {
    return createRequire(import.meta.url)("aws4fetch");
  } catch (error) {
    throw notInstalled("aws4fetch", "s3://", error);
  }
}

function requireVariable(name: string): string {
  const value = variable(name);
  if (value !== undefined) return value;
  throw new UsageError(
    `s3://: ${name} is not set: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the keys of the bucket`,
  );
}

/** A variable of the environment; undefined if it is empty. */
function variable(name: string): string | undefined {
  const value = process.env[name]?.trim() ?? "";
  // A header cannot hold anything else.
  if (!/^[\x21-\x7e]*$/.test(value)) throw new DataError(`${name} has a character that cannot be in it`);
  return value === "" ? undefined : value;
}

/** SHA-256 of what is sent, in hexadecimal digits. */
async function digestOf(path: string | undefined): Promise<string> {
  const hash = createHash("sha256");
  if (path !== undefined) await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
