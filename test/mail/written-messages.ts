import fc from "fast-check";
import { CHARSETS, encodedBody, encodedByte, lettersOf, nameParameter } from "./written-texts.js";

/** A part as it is to be read again. */
export interface WrittenPart {
  readonly type: string;
  readonly fileName: string | undefined;
  readonly disposition: "inline" | "attachment";
  /** Only a text has one. */
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

const textPart = fc
  .record({
    type: fc.constantFrom("text/plain", "text/html"),
    charset: fc.constantFrom(...CHARSETS),
    letters: fc.array(fc.nat(99), { maxLength: 120 }),
    encoding: fc.constantFrom("8bit", "quoted-printable", "base64"),
  })
  .map(({ type, charset, letters, encoding }): Written => {
    const { name, alphabet, encode, isWide = false } = charset;
    const text = lettersOf(`${alphabet}\n`, letters);
    const bytes = encode(text);
    const way = isWide ? "base64" : encoding;
    return {
      header: `Content-Type: ${type}; charset="${name}"\nContent-Transfer-Encoding: ${way}\n`,
      body: encodedBody(bytes, way),
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
const encodedText: fc.Arbitrary<{ written: string; text: string }> = fc
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
    };
  });
