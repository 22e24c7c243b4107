import fc from "fast-check";

/** A part as it is to be read again. */
export interface WrittenPart {
  readonly type: string;
  readonly fileName: string | undefined;
  readonly disposition: "inline" | "attachment";
  /** Of a text. */
  readonly text?: string;
  readonly size: number;
}

/** A message by the rules, and what it consists of. */
export interface WrittenMessage {
  readonly bytes: Buffer;
  readonly subject: string;
  readonly parts: readonly WrittenPart[];
}

/** A part as it stands in a message, and what is in it. */
interface Written {
  readonly header: string;
  readonly body: Buffer;
  readonly parts: readonly WrittenPart[];
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** An encoder for a charset of one byte a character, by what its decoder makes of every byte. */
function oneByte(charset: string): (text: string) => Buffer {
  const characters = [...new TextDecoder(charset).decode(EVERY_BYTE)];
  return (text) => Buffer.from(Array.from(text, (character) => characters.indexOf(character)));
}

const CHARSETS = [
  { name: "us-ascii", alphabet: "hello =?_-.", encode: (text: string) => Buffer.from(text) },
  { name: "utf-8", alphabet: "aä€テ😀 =", encode: (text: string) => Buffer.from(text) },
  { name: "iso-8859-1", alphabet: "aäß =é", encode: (text: string) => Buffer.from(text, "latin1") },
  { name: "KOI8-R", alphabet: "привет =a", encode: oneByte("koi8-r") },
  { name: "windows-1251", alphabet: "привет =a", encode: oneByte("windows-1251") },
];

function quotedPrintable(bytes: Buffer, crlf: boolean): string {
  let line = "";
  let result = "";
  const end = crlf ? "\r\n" : "\n";
  for (const byte of bytes) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const written =
      byte === 0x0a ? "" : plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    if (byte === 0x0a || line.length + written.length > 75) {
      result += `${line}${byte === 0x0a ? "" : "="}${end}`;
      line = "";
    }
    line += written;
  }
  return result + line;
}

function encodedBody(bytes: Buffer, encoding: string): Buffer {
  if (encoding === "quoted-printable") return Buffer.from(quotedPrintable(bytes, false));
  if (encoding === "base64") return Buffer.from(bytes.toString("base64").replace(/.{76}/g, "$&\n"));
  return bytes;
}

/** The parameter in one of the ways that RFC 2047 and RFC 2231 have for names that are not ASCII. */
function nameParameter(name: string, way: number): string {
  const percent = Array.from(Buffer.from(name), (byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const half = percent.length >> 1;
  const ways = [
    `filename*=utf-8''${percent.join("")}`,
    `filename*0*=utf-8'en'${percent.slice(0, half).join("")};\n filename*1*=${percent.slice(half).join("")}`,
    `filename="=?utf-8?B?${Buffer.from(name).toString("base64")}?="`,
  ];
  return ways[way % ways.length];
}

const textPart = fc
  .record({
    type: fc.constantFrom("text/plain", "text/html"),
    charset: fc.constantFrom(...CHARSETS),
    letters: fc.array(fc.nat(99), { maxLength: 120 }),
    encoding: fc.constantFrom("8bit", "quoted-printable", "base64"),
  })
  .map(({ type, charset, letters, encoding }): Written => {
    const alphabet = [...charset.alphabet, "\n"];
    const text = letters.map((letter) => alphabet[letter % alphabet.length]).join("");
    const bytes = charset.encode(text);
    return {
      header: `Content-Type: ${type}; charset="${charset.name}"\nContent-Transfer-Encoding: ${encoding}\n`,
      body: encodedBody(bytes, encoding),
      parts: [{ type, fileName: undefined, disposition: "inline", text, size: bytes.length }],
    };
  });

const attachedPart = fc
  .record({
    bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    name: fc.stringMatching(/^[aä€テ.]{1,12}[a-z]$/),
    way: fc.nat(2),
  })
  .map(({ bytes, name, way }): Written => {
    const type = "application/octet-stream";
    return {
      header: `Content-Type: ${type}\nContent-Disposition: attachment; ${nameParameter(name, way)}\nContent-Transfer-Encoding: base64\n`,
      body: encodedBody(Buffer.from(bytes), "base64"),
      parts: [{ type, fileName: name, disposition: "attachment", size: bytes.length }],
    };
  });

function multipart(boundary: string, subtype: string, inner: readonly Written[], preamble: string): Written {
  const delimited = inner.flatMap(({ header, body }) => [
    Buffer.from(`--${boundary}\n${header}\n`),
    body,
    Buffer.from("\n"),
  ]);
  return {
    header: `Content-Type: multipart/${subtype};\n\tboundary="${boundary}"\n`,
    body: Buffer.concat([Buffer.from(preamble), ...delimited, Buffer.from(`--${boundary}--\n`)]),
    parts: inner.flatMap(({ parts }) => parts),
  };
}

const { part } = fc.letrec<{ part: Written }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    textPart,
    attachedPart,
    fc
      .record({
        inner: fc.array(tie("part"), { minLength: 1, maxLength: 4 }),
        subtype: fc.constantFrom("mixed", "related", "x-other"),
        // Unique enough among those it is nested with: with two digits, they begin one another too.
        boundary: fc.stringMatching(/^=_[0-9]{1,2}$/),
        preamble: fc.constantFrom("", "This is a message in MIME format.\n\n"),
      })
      .map(({ inner, subtype, boundary, preamble }) => {
        const used = inner.some(({ body, header }) => `${header}${body.toString("latin1")}`.includes(`${boundary}`));
        return multipart(
          used ? `=_outside_${inner[0].body.length}_${inner.length}_${inner[0].header.length}` : boundary,
          subtype,
          inner,
          preamble,
        );
      }),
  ),
}));

/** Messages by the rules: nested multiparts, texts in several charsets and encodings, attachments. */
export const writtenMessages: fc.Arbitrary<WrittenMessage> = fc
  .record({ part, subject: fc.stringMatching(/^[aä€テ b]{0,20}$/), crlf: fc.boolean() })
  .map(({ part: { header, body, parts }, subject, crlf }) => {
    const word = `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`;
    const fields = `From: ann@alpha.example\nSubject: ${word}\nMIME-Version: 1.0\n${header}\n`;
    const whole = Buffer.concat([Buffer.from(fields), body]).toString("latin1");
    return { bytes: Buffer.from(crlf ? whole.replaceAll("\n", "\r\n") : whole, "latin1"), subject, parts };
  });
