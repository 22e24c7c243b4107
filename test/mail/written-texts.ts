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

/** UTF-7, with all but plain characters in base64. */
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

export const CHARSETS: readonly Charset[] = [
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

export function encodedByte(sign: string, byte: number): string {
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

export function encodedBody(bytes: Buffer, encoding: string): Buffer {
  if (encoding === "quoted-printable") return Buffer.from(quotedPrintable(bytes));
  if (encoding === "base64") return Buffer.from(bytes.toString("base64").replace(/.{76}/g, "$&\n"));
  return bytes;
}

/** The parameter in one of the ways that RFC 2047 and RFC 2231 have for names that are not ASCII. */
export function nameParameter(name: string, way: number): string {
  const percent = Array.from(Buffer.from(name), (byte) => encodedByte("%", byte));
  const half = percent.length >> 1;
  const ways = [
    `filename*=utf-8''${percent.join("")}`,
    `filename*0*=utf-8'en'${percent.slice(0, half).join("")};\n filename*1*=${percent.slice(half).join("")}`,
    `filename="=?utf-8?B?${Buffer.from(name).toString("base64")}?="`,
  ];
  return ways[way % ways.length];
}

export function lettersOf(alphabet: string, numbers: readonly number[]): string {
  const letters = [...alphabet];
  return numbers.map((number) => letters[number % letters.length]).join("");
}
