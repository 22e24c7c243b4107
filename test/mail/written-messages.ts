import fc from "fast-check";

/** A part as it is to be read again. */
export interface WrittenPart {
  readonly type: string;
  readonly fileName: string | undefined;
  readonly disposition: "inline" | "attachment";
  /** Only a text has one. */
  readonly text?: string;
  /** In a charset that postal-mime does not know. */
  readonly isRare?: boolean;
  readonly size: number;
}

/** A message by the rules, and what it consists of. */
export interface WrittenMessage {
  readonly bytes: Buffer;
  readonly subject: string;
  readonly parts: readonly WrittenPart[];
  /** Something in it is in a charset that postal-mime does not know. */
  readonly isRare: boolean;
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

/** The same for one with two bytes for most characters, of which the first has the eighth bit. */
function twoBytes(charset: string, alphabet: string): (text: string) => Buffer {
  const decoder = new TextDecoder(charset);
  const codes = new Map<string, number[]>();
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if (alphabet.includes(character)) codes.set(character, [first, second]);
    }
  }
  return (text) => Buffer.from(Array.from(text, (letter) => codes.get(letter) ?? [letter.charCodeAt(0)]).flat());
}

/** ISO-2022-JP: what is not ASCII between its escape sequences, as EUC-JP with seven bits. */
function japanese(alphabet: string): (text: string) => Buffer {
  const encode = twoBytes("euc-jp", alphabet);
  return (text) =>
    Buffer.concat(
      (text.match(/\p{ASCII}+|\P{ASCII}+/gu) ?? []).map((run) =>
        run < "\x80"
          ? Buffer.from(run)
          : Buffer.concat([Buffer.from("\x1b$B"), encode(run).map((byte) => byte & 0x7f), Buffer.from("\x1b(B")]),
      ),
    );
}

/** UTF-7 with what is not plain in base64. */
function utf7(text: string): Buffer {
  return Buffer.from(
    text.replace(/[^a-zA-Z0-9 \n]+/g, (run) => {
      const digits = Buffer.from(run, "utf16le").swap16().toString("base64").replace(/=+$/, "");
      return `+${digits}-`;
    }),
  );
}

const HAN = "你好世界 =a";
const KANA = "テストの =a";

interface Charset {
  readonly name: string;
  readonly alphabet: string;
  readonly encode: (text: string) => Buffer;
  /** Has bytes that are line ends to who does not know it. */
  readonly isWide?: true;
  /** postal-mime does not know it. */
  readonly isRare?: true;
}

const CHARSETS: readonly Charset[] = [
  { name: "us-ascii", alphabet: "hello =?_-.", encode: (text) => Buffer.from(text) },
  { name: "utf-8", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text) },
  { name: "iso-8859-1", alphabet: "aäß =é", encode: (text) => Buffer.from(text, "latin1") },
  ...oneByteCharsets("KOI8-R windows-1251 iso-8859-5", "привет =a"),
  ...oneByteCharsets("windows-1250 iso-8859-2", "šćłőž =a"),
  ...oneByteCharsets("windows-1254 iso-8859-9", "ğışÖ =a"),
  ...oneByteCharsets("windows-1253", "αβγωά =a"),
  ...oneByteCharsets("windows-1255", "שלום =a"),
  ...oneByteCharsets("windows-1256", "سلام =a"),
  ...oneByteCharsets("windows-1257", "ąčęė =a"),
  { name: "gb18030", alphabet: HAN, encode: twoBytes("gb18030", HAN) },
  { name: "big5", alphabet: HAN, encode: twoBytes("big5", HAN) },
  { name: "euc-kr", alphabet: "가나다 =a", encode: twoBytes("euc-kr", "가나다") },
  { name: "shift_jis", alphabet: KANA, encode: twoBytes("shift_jis", KANA) },
  { name: "iso-2022-jp", alphabet: KANA, encode: japanese(KANA) },
  { name: "utf-16le", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text, "utf16le"), isWide: true },
  { name: "utf-16be", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text, "utf16le").swap16(), isWide: true },
  { name: "utf-7", alphabet: "aä€テ😀 =+-", encode: utf7, isRare: true },
];

function encodedByte(sign: string, byte: number): string {
  return sign + byte.toString(16).toUpperCase().padStart(2, "0");
}

function oneByteCharsets(names: string, alphabet: string): Charset[] {
  return names.split(" ").map((name) => ({ name, alphabet, encode: oneByte(name) }));
}

function quotedPrintable(bytes: Buffer): string {
  let line = "";
  let result = "";
  for (const byte of bytes) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const written = byte === 0x0a ? "" : plain ? String.fromCharCode(byte) : encodedByte("=", byte);
    if (byte === 0x0a || line.length + written.length > 75) {
      result += `${line}${byte === 0x0a ? "" : "="}\n`;
      line = "";
    }
    line += written;
  }
  return result + line;
}

function encodedBody(bytes: Buffer, encoding: string): Buffer {
  if (encoding === "quoted-printable") return Buffer.from(quotedPrintable(bytes));
  if (encoding === "base64") return Buffer.from(bytes.toString("base64").replace(/.{76}/g, "$&\n"));
  return bytes;
}

/** The parameter in one of the ways that RFC 2047 and RFC 2231 have for names that are not ASCII. */
function nameParameter(name: string, way: number): string {
  const percent = Array.from(Buffer.from(name), (byte) => encodedByte("%", byte));
  const half = percent.length >> 1;
  const ways = [
    `filename*=utf-8''${percent.join("")}`,
    `filename*0*=utf-8'en'${percent.slice(0, half).join("")};\n filename*1*=${percent.slice(half).join("")}`,
    `filename="=?utf-8?B?${Buffer.from(name).toString("base64")}?="`,
  ];
  return ways[way % ways.length];
}

function lettersOf(alphabet: string, numbers: readonly number[]): string {
  const letters = [...alphabet];
  return numbers.map((number) => letters[number % letters.length]).join("");
}

const textPart = fc
  .record({
    type: fc.constantFrom("text/plain", "text/html"),
    charset: fc.constantFrom(...CHARSETS),
    letters: fc.array(fc.nat(99), { maxLength: 120 }),
    encoding: fc.constantFrom("8bit", "quoted-printable", "base64"),
  })
  .map(({ type, charset, letters, encoding }): Written => {
    const { name, alphabet, encode, isWide = false, isRare = false } = charset;
    const text = lettersOf(`${alphabet}\n`, letters);
    const bytes = encode(text);
    const way = isWide ? "base64" : encoding;
    return {
      header: `Content-Type: ${type}; charset="${name}"\nContent-Transfer-Encoding: ${way}\n`,
      body: encodedBody(bytes, way),
      parts: [{ type, fileName: undefined, disposition: "inline", text, size: bytes.length, isRare }],
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
  const delimited = inner.flatMap(({ header, body }) => [`--${boundary}\n${header}\n`, body, "\n"]);
  return {
    header: `Content-Type: multipart/${subtype};\n\tboundary="${boundary}"\n`,
    body: Buffer.concat([preamble, ...delimited, `--${boundary}--\n`].map((piece) => Buffer.from(piece))),
    parts: inner.flatMap(({ parts }) => parts),
  };
}

const { part } = fc.letrec<{ part: Written }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    textPart,
    attachedPart,
    tie("part").map(forwarded),
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

/** A text in encoded words of several charsets, folded where one ends, and what it says. */
const encodedText: fc.Arbitrary<{ written: string; text: string; isRare: boolean }> = fc
  .array(
    fc.record({
      charset: fc.constantFrom(...CHARSETS),
      letters: fc.array(fc.nat(99), { minLength: 1, maxLength: 12 }),
      isBase64: fc.boolean(),
      fold: fc.constantFrom(" ", "\n ", "\n\t"),
    }),
    { maxLength: 4 },
  )
  .map((words) => {
    const written = words.map(({ charset: { name, alphabet, encode }, letters, isBase64, fold }) => {
      const bytes = encode(lettersOf(alphabet, letters));
      const quoted = Array.from(bytes, (byte) => encodedByte("=", byte)).join("");
      return `=?${name}?${isBase64 ? `B?${bytes.toString("base64")}` : `Q?${quoted}`}?=${fold}`;
    });
    return {
      written: written.join("").trimEnd(),
      text: words.map(({ charset, letters }) => lettersOf(charset.alphabet, letters)).join(""),
      isRare: words.some(({ charset }) => charset.isRare ?? false),
    };
  });

/** A sender or recipient as a field has it, and the address in it in small letters. */
const mailbox = fc
  .record({
    user: fc.stringMatching(/^[a-z0-9]{1,8}(?:[.+-][A-Za-z]{1,4})?$/),
    host: fc.constantFrom("alpha.example", "Beta.Example", "mail.gamma.example"),
    name: encodedText,
    form: fc.nat(5),
  })
  .map(({ user, host, name, form }) => {
    const address = `${user}@${host}`;
    const forms = [
      address,
      `<${address}>`,
      `${name.written === "" ? "x" : name.written} <${address}>`,
      `"Doe, J. \\"Q\\"" <${address}>`,
      `Jo (or (so) they say) <${address}>`,
      `"a@b.example" <${address}>`,
    ];
    return { written: forms[form], address: address.toLowerCase() };
  });

const group = fc.array(mailbox, { maxLength: 3 }).map((members) => ({
  written: `Some friends: ${members.map(({ written }) => written).join(", ")};`,
  addresses: members.map(({ address }) => address),
}));

/** A field with addresses, groups among them, folded; and the addresses. */
export const writtenAddresses: fc.Arbitrary<{ written: string; addresses: readonly string[] }> = fc
  .array(
    fc.oneof(
      mailbox.map(({ written, address }) => ({ written, addresses: [address] })),
      group,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => ({
    written: all.map(({ written }) => written).join(",\n "),
    addresses: all.flatMap(({ addresses }) => addresses),
  }));

/** A message in a message is a part of its own, before its parts. */
function forwarded({ header, body, parts }: Written): Written {
  const part: WrittenPart = { type: "message/rfc822", fileName: undefined, disposition: "inline", size: 0 };
  return {
    header: "Content-Type: message/rfc822\n",
    body: Buffer.concat([Buffer.from(`Subject: inner\nMIME-Version: 1.0\n${header}\n`), body]),
    parts: [part, ...parts],
  };
}

/** Messages by the rules: nested multiparts, texts in several charsets and encodings, attachments, messages in them. */
export const writtenMessages: fc.Arbitrary<WrittenMessage> = fc
  .record({ part, subject: encodedText, crlf: fc.boolean() })
  .map(({ part: { header, body, parts }, subject, crlf }) => {
    const fields = `From: ann@alpha.example\nSubject: ${subject.written}\nMIME-Version: 1.0\n${header}\n`;
    const whole = Buffer.concat([Buffer.from(fields), body]).toString("latin1");
    return {
      bytes: Buffer.from(crlf ? whole.replaceAll("\n", "\r\n") : whole, "latin1"),
      subject: subject.text,
      parts,
      isRare: subject.isRare || parts.some(({ isRare = false }) => isRare),
    };
  });
