import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64Size } from "../../../src/mail/base64.js";
import { decodeTransferEncoding, isIdentity } from "../../../src/mail/mime/transfer-encoding.js";

fc.configureGlobal({ seed: 96 });

function decoded(encoding: string, text: string): [text: string, isFaulty: boolean] {
  const { bytes, isFaulty } = decodeTransferEncoding(Buffer.from(text, "latin1"), encoding);
  return [Buffer.from(bytes).toString("latin1"), isFaulty];
}

/** POSIX: lines of up to 45 bytes, each with its length first. */
function uuencoded(bytes: Uint8Array): string {
  const character = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45);
    const digits = Buffer.concat([line, Buffer.alloc((3 - (line.length % 3)) % 3)]).toString("base64");
    const values = [...digits].map((digit) => Buffer.from(`AAA${digit}`, "base64")[2]);
    lines.push(character(line.length) + values.map(character).join(""));
  }
  return `begin 644 a\n${lines.map((line) => `${line}\n`).join("")}\`\nend\n`;
}

describe("decodeTransferEncoding", () => {
  it("gives back any bytes from base64, whatever white space is in it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (bytes, width) => {
        const lines = Buffer.from(bytes)
          .toString("base64")
          .replace(new RegExp(`.{${width}}`, "g"), "$& \r\n");
        const { bytes: read, isFaulty } = decodeTransferEncoding(Buffer.from(lines), "base64");
        expect([...read]).toEqual([...bytes]);
        expect(isFaulty).toBe(false);
        expect(base64Size(Buffer.from(lines))).toBe(bytes.length);
      }),
    );
  });

  it("gives back any bytes from uuencode", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const { bytes: read, isFaulty } = decodeTransferEncoding(Buffer.from(uuencoded(bytes)), "x-uuencode");
        expect([...read]).toEqual([...bytes]);
        expect(isFaulty).toBe(false);
      }),
    );
  });

  it.each([
    ["", "", false],
    ["aGk=", "hi", false],
    ["aGk=aGk=", "hihi", false],
    ["=aGVsbG8=", "hello", true],
    ["aGVs*bG8=", "hello", true],
    ["aGVsbG8h\n\n-- \nlist footer here\n", "hello!\n-- \nlist footer here\n", true],
    ["aGVsbG8=\nlist: footer, here\n", "hello\nlist: footer, here\n", true],
    ["hello world", "hello world", true],
    ["plain words and no more", "plain words and no more", true],
    ["aGVsbG8h\n\naGVsbG8h", "hello!hello!", false],
    ["aGVsb", "hel", true],
    ["QUJD\r\n?? QUJD ??\r\nQUJD", "ABCABCABC", true],
    ["aGVsbA", "hell", false],
  ])("makes of base64 %j %j", (text, bytes, isFaulty) => {
    expect(decoded("base64", text)).toEqual([bytes, isFaulty]);
  });

  it.each([
    ["plain", "plain", false],
    ["a=3Db=3d=C3=A4", "a=b=\xc3\xa4", false],
    ["sof=\nt li=\r\nne=\rs= \t\n.", "soft lines.", false],
    ["cut=", "cut", false],
    ["cut=4", "cut=4", true],
    ["cut=   ", "cut", false],
    ["a = b =zz", "a = b =zz", true],
    ["==41=", "=A", true],
  ])("makes of quoted-printable %j %j", (text, bytes, isFaulty) => {
    expect(decoded("quoted-printable", text)).toEqual([bytes, isFaulty]);
  });

  it.each([
    ["#0V%T", "Cat", false],
    ["junk that is cut: no\nbegin 644 x\n#0V%T\nend\n#0V%T", "Cat", true],
    ["#0V", "C", true],
    ["~0V", "C", true],
    ["\n\n#0V%T\n", "Cat", false],
  ])("makes of uuencode %j %j", (text, bytes, isFaulty) => {
    expect(decoded("uuencode", text)).toEqual([bytes, isFaulty]);
  });

  it.each(["7bit", "8bit", "binary", "", "rot13", "__proto__"])("leaves bytes in %s as they are", (encoding) => {
    expect(decoded(encoding, "a=41\n")).toEqual(["a=41\n", /rot13|proto/.test(encoding)]);
    expect(isIdentity(encoding)).toBe(true);
  });
});
