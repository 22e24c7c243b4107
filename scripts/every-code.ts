/** The encodings of the WHATWG Encoding Standard that are not UTF-8 or UTF-16. */
export const LEGACY_ENCODINGS: readonly string[] = [
  ..."ibm866 koi8-r koi8-u macintosh x-mac-cyrillic windows-874 x-user-defined".split(" "),
  ...[2, 3, 4, 5, 6, 7, 8, "8-i", 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`),
  ..."gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr".split(" "),
];

const EVERY_BYTE: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);
const EVERY_PAIR: readonly Code[] = EVERY_BYTE.slice(0x80).flatMap((first) =>
  EVERY_BYTE.map((second) => [first, second]),
);

/**
 * The codes of an encoding, each as its bytes, in their order: all codes of one to four bytes, also those without a
 * character, but only every 97th code of four bytes beyond U+FFFF.
 */
export function everyCode(encoding: string): readonly Code[] {
  const single: readonly Code[] = EVERY_BYTE.map((byte) => [byte]);
  if (encoding === "iso-2022-jp") return [...single, ...escapedCodes()];
  if (!/^(?:gb|big5|euc|shift)/.test(encoding)) return single;
  const codes = [...single, ...EVERY_PAIR];
  if (encoding === "euc-jp") return [...codes, ...threeBytes()];
  return encoding.startsWith("gb") ? [...codes, ...fourBytes()] : codes;
}

/** A code as its bytes. */
type Code = readonly number[];

function threeBytes(): readonly Code[] {
  const high = EVERY_BYTE.slice(0xa0);
  return high.flatMap((second) => high.map((third) => [0x8f, second, third]));
}

function fourBytes(): readonly Code[] {
  const codes: Code[] = [];
  for (let i = 0; i < 1_587_600; i += i < 39_500 ? 1 : 97) {
    const [last, third, second] = [i % 10, Math.floor(i / 10) % 126, Math.floor(i / 1260) % 10];
    codes.push([0x81 + Math.floor(i / 12_600), 0x30 + second, 0x81 + third, 0x30 + last]);
  }
  return codes;
}

/** The codes of ISO-2022-JP, each behind the escape sequence of its set. */
function escapedCodes(): readonly Code[] {
  const bytes = EVERY_BYTE.slice(0, 0x80);
  const behind = (letters: string) => [0x1b, ...Buffer.from(letters)];
  return [
    ...["(B", "(J", "(I"].flatMap((set) => bytes.map((byte) => [...behind(set), byte])),
    ...["$@", "$B"].flatMap((set) => bytes.flatMap((one) => bytes.map((other) => [...behind(set), one, other]))),
  ];
}
