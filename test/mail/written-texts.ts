interface Charset {
  readonly name: string;
  readonly alphabet: string;
  readonly encode: (text: string) => Buffer;
  /** Has bytes that are line ends to who does not know it. */
  readonly isWide?: true;
}

export const CHARSETS: readonly Charset[] = [
  { name: "us-ascii", alphabet: "hello =?_-.", encode: (text) => Buffer.from(text) },
  { name: "utf-8", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text) },
  { name: "iso-8859-1", alphabet: "aäß =é", encode: (text) => Buffer.from(text, "latin1") },
  { name: "utf-16le", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text, "utf16le"), isWide: true },
  { name: "utf-16be", alphabet: "aä€テ😀 =", encode: (text) => Buffer.from(text, "utf16le").swap16(), isWide: true },
];

export function encodedByte(sign: string, byte: number): string {
  return sign + byte.toString(16).toUpperCase().padStart(2, "0");
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
