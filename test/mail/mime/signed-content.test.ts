import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedContent } from "../../../src/mail/mime/signed-content.js";
import { readMessage } from "../../../src/mail/read-message.js";

fc.configureGlobal({ seed: 12 });

/** A value of DER, or of BER with an end mark instead of a length. */
function value(tag: number, content: readonly Uint8Array[], isOpen = false): Buffer {
  const bytes = Buffer.concat(content);
  if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), bytes, Buffer.from([0, 0])]);
  const length = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

const id = (hex: string) => value(6, [Buffer.from(hex, "hex")]);
const DATA = id("2a864886f70d010701");
const pieces = (text: string, size: number) =>
  (text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((piece) => value(4, [Buffer.from(piece)]));

/** A signed message without certificates. The digests have a value without a length inside them, too. */
function signed(octets: Uint8Array, isOpen: boolean, kind = "2a864886f70d010702"): Buffer {
  const digests = value(0x31, [value(0x30, [id("608648016503040201"), value(5, [])], isOpen)], isOpen);
  const content = value(0x30, [DATA, value(0xa0, [octets], isOpen)], isOpen);
  const body = [value(2, [Buffer.from([1])]), digests, content, value(0xa0, []), value(0x31, [])];
  return value(0x30, [id(kind), value(0xa0, [value(0x30, body, isOpen)], isOpen)], isOpen);
}

const inner = "Content-Type: text/plain\r\n\r\nThe meeting is on Friday.\r\n";
const whole = value(4, [Buffer.from(inner)]);

describe("signedContent", () => {
  it.each([
    ["with lengths", signed(whole, false)],
    ["with end marks", signed(whole, true)],
    ["in pieces with lengths", signed(value(0x24, pieces(inner, 10)), false)],
    ["in pieces with end marks", signed(value(0x24, pieces(inner, 7), true), true)],
    ["in pieces of pieces", signed(value(0x24, [value(0x24, pieces(inner, 9), true)], true), true)],
  ])("returns the content %s", (_, bytes) => expect(String(signedContent(bytes))).toBe(inner));

  it("returns the content of a structure that is cut as far as it goes", () => {
    const bytes = signed(whole, true);
    const start = bytes.indexOf("Content");
    expect(String(signedContent(bytes.subarray(0, start + 20)))).toBe(inner.slice(0, 20));
  });

  it.each([
    ["an encrypted message", signed(whole, false, "2a864886f70d010703")],
    ["a signature alone", signed(Buffer.alloc(0), false)],
    ["no bytes", Buffer.alloc(0)],
    ["a text", Buffer.from("Hello")],
    ["a long length", Buffer.concat([Buffer.from([0x30, 0xff]), Buffer.alloc(200, 0xff)])],
  ])("returns nothing for %s", (_, bytes) => expect(signedContent(bytes) ?? Buffer.alloc(0)).toHaveLength(0));
});

describe("readMessage", () => {
  const message = (type: string, body: Buffer | string, encoding = "base64") =>
    Buffer.concat([
      Buffer.from(`Subject: a\nContent-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n`),
      encoding === "base64" ? Buffer.from(Buffer.from(body).toString("base64")) : Buffer.from(body),
    ]);
  const parts = (bytes: Uint8Array) =>
    readMessage(bytes).parts.map(({ type, text }) => (text ? `${type}: ${String(Buffer.from(text)).trim()}` : type));
  const friday = "text/plain: The meeting is on Friday.";

  it.each([
    ["application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "application/pkcs7-mime"],
    ["application/x-pkcs7-mime", "application/x-pkcs7-mime"],
    ["application/octet-stream; name=smime.p7m", "application/octet-stream"],
  ])("reads the text of a signed message in %s", (given, type) => {
    expect(parts(message(given, signed(whole, true)))).toEqual([type, friday]);
    expect(parts(message(given, signed(whole, true), "binary"))).toEqual([type, friday]);
  });

  it("reads a signed message in a signed message, but not without end", () => {
    const type = "application/pkcs7-mime";
    let bytes = Buffer.from(inner);
    const depths: number[] = [];
    for (let depth = 1; depth < 8; depth++) {
      bytes = message(type, signed(value(4, [bytes]), true), "binary");
      depths.push(parts(bytes).length);
    }
    expect(depths).toEqual([2, 3, 4, 5, 5, 5, 5]);
  });

  it("leaves a signed document alone", () => {
    const invoice = signed(value(4, [Buffer.from("<?xml version='1.0'?><sum>12</sum>")]), false);
    expect(parts(message("application/pkcs7-mime; name=invoice.xml.p7m", invoice))).toEqual(["application/pkcs7-mime"]);
  });
});
