import { isAscii } from "node:buffer";
import { type Decoder, decoderFor, decoderNamed } from "../../base/decode.js";
import { lazily } from "../../base/lazily.js";
import { byName } from "../../base/lists.js";
import { bufferOf } from "../lines.js";

/**
 * Returns the decoder to UTF-8 for a charset that mail names; undefined if the name is unknown. Knows the names that
 * `decoderFor` knows, other names that mail programs write (`cp-1251`, `x-unknown`, `default`), and the charsets that
 * only mail has: ISO-2022-KR (RFC 1557), HZ (RFC 1843), and UTF-16 that declares no byte order (RFC 2781).
 */
export function charsetDecoder(label: string): Decoder | undefined {
  const name = label.slice(0, MAX_CHARSET_NAME).trim().toLowerCase();
  const known = KNOWN();
  const found = known.get(name);
  if (found !== undefined) return found;
  // `cp1251`, `win-1251`, `windows1251`, `ms949`.
  const page = /^(?:cp|win|windows|ms|ibm|x-cp)[-_]?(\d{3,5})$/.exec(name)?.[1] ?? "";
  const named = decoderNamed(PAGES.get(page) ?? (/^125\d$/.test(page) ? `cp${page}` : name));
  // Unknown names are not kept, and known ones only up to a limit, because forged messages could fill the memory.
  if (named !== undefined && known.size < MAX_KNOWN) known.set(name, named);
  return named;
}

/** Decodes bytes in a charset to UTF-8. Reads an unknown charset as UTF-8 if valid, otherwise as windows-1252. */
export function decodeText(bytes: Uint8Array, label: string): Uint8Array {
  return (charsetDecoder(label) ?? unlabelled)(bytes);
}

/** Several times the number of names that occur in mail. */
const MAX_KNOWN = 2000;

/** In characters. The longest name in the standard has 20. */
export const MAX_CHARSET_NAME = 40;

/** Follows a byte-order mark. Without one, reads valid UTF-8 as UTF-8 and everything else as windows-1252. */
const auto = decoderFor("auto");
const japanese = lazily(() => decoderFor("iso-2022-jp"));
const iso2022Jp: Decoder = (bytes) => japanese()(repairedEscapes(bytes));

/** Decodes text without a charset, or in ASCII, as UTF-8, windows-1252, or ISO-2022-JP if its escape codes occur. */
const unlabelled: Decoder = (bytes) => {
  if (!isAscii(bytes)) return auto(bytes);
  const escaped = bytes.indexOf(ESCAPE);
  return escaped >= 0 && bytes[escaped + 1] === DOLLAR ? iso2022Jp(bytes) : bytes;
};

const ESCAPE = 0x1b;
const DOLLAR = 0x24;

/** Microsoft's numbers for charsets that have another name in the WHATWG standard. */
const PAGES = byName({ 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 65001: "utf-8" });

/** The decoders by name. Names that were looked up are added. */
const KNOWN = lazily(knownDecoders);

/** Returns the decoders of names that the WHATWG standard lacks or uses for another charset. */
function knownDecoders(): Map<string, Decoder> {
  const known = new Map<string, Decoder>([["", unlabelled]]);
  /** Adds names, with blanks between them, for a decoder. */
  const add = (decoder: Decoder, names: string) => {
    for (const name of names.split(" ")) known.set(name, decoder);
  };
  add(unlabelled, "us-ascii ascii ansi_x3.4-1968 7bit 8bit");
  add(unlabelled, "unknown unknown-8bit x-unknown default default_charset none");
  // Programs that write "latin-1" mean windows-1252.
  add(lazyDecoder("windows-1252"), "iso-8859-1 latin1 iso8859-1 iso_8859-1 iso88591 l1 cp-1252 ansi");
  add(iso2022Jp, "iso-2022-jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms csiso2022jp cp50220 cp50221");
  add(lazyDecoder("utf-7"), "csunicode11utf7 unicode-2-0-utf-7 x-unicode-2-0-utf-7");
  add(eightBit("iso-2022-kr", lazyDecoder("euc-kr")), "iso-2022-kr csiso2022kr");
  add(eightBit("hz", lazyDecoder("gb18030")), "hz hz-gb-2312");
  add(lazyDecoder("shift_jis"), "shift-jis_1");
  add(lazyDecoder("gbk"), "gb-2312 euc-cn");
  add(lazyDecoder("euc-kr"), "ks_c_5601");
  add(lazyDecoder("big5"), "big5-eten big5_tw");
  add(utf16("utf-16be"), "utf-16 utf16 ucs-2 ucs2 iso-10646-ucs-2 csunicode");
  add(utf16("utf-16le"), "unicode");
  // The WHATWG standard has these names only with a hyphen.
  add(lazyDecoder("utf-16be"), "utf16be");
  add(lazyDecoder("utf-16le"), "utf16le ucs-2le");
  return known;
}

/** Returns the decoder of `decoderFor`, made on first use because a message needs at most one or two decoders. */
function lazyDecoder(encoding: string): Decoder {
  const decoder = lazily(() => decoderFor(encoding));
  return (bytes) => decoder()(bytes);
}

/**
 * Returns a decoder of UTF-16 with the byte order that its byte-order mark or its NULs suggest.
 *
 * @param usual the byte order if neither decides
 */
function utf16(usual: "utf-16le" | "utf-16be"): Decoder {
  const orders = { "utf-16le": lazyDecoder("utf-16le"), "utf-16be": lazyDecoder("utf-16be") };
  return (bytes) => {
    const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const { even, odd } = nulsIn(bytes);
    // UTF-16 text has blanks, and so NULs. Without NULs, the label is wrong.
    if (marked || even + odd === 0) return auto(bytes);
    return orders[even === odd ? usual : odd > even ? "utf-16le" : "utf-16be"](bytes);
  };
}

/** Detects undeclared UTF-16 by the positions of its NULs. Returns undefined for other text. */
export function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const { even, odd, size } = nulsIn(bytes);
  // In UTF-16 with Latin letters, nearly half of the bytes are NUL, all at even or all at odd positions. So
  // three eighths of all bytes must be NULs of one side, and the other side must have at most a tenth as many.
  if (Math.max(even, odd) * 8 < size * 3 || Math.min(even, odd) * 10 > Math.max(even, odd)) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Counts the NULs at even and odd places among the first `size` bytes. */
function nulsIn(bytes: Uint8Array): { even: number; odd: number; size: number } {
  const size = Math.min(bytes.length, NULS_SEARCHED);
  const nuls = [0, 0];
  for (let i = 0; i < size; i++) if (bytes[i] === 0) nuls[i & 1]++;
  return { even: nuls[0], odd: nuls[1], size };
}

/** How many bytes are searched for NULs. They are enough to decide. */
const NULS_SEARCHED = 4096;

/**
 * Repairs ISO-2022-JP for decoders that follow the WHATWG standard. Makes each line return to ASCII, as RFC 1468
 * requires, so that one unfinished line does not spoil the rest. Where two escape sequences follow each other, as
 * between encoded words, keeps only the second, because the decoders report the first as an error.
 */
function repairedEscapes(bytes: Uint8Array): Uint8Array {
  const text = bufferOf(bytes).toString("latin1");
  return Buffer.from(text.replace(UNFINISHED_LINE, "$&\x1b(B").replace(EMPTY_ESCAPE, ""), "latin1");
}

/** A line, from its last escape sequence on, that does not return to ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const UNFINISHED_LINE = /\x1b\$[^\x1b\n]*(?=\n)/g;
/** An escape sequence before another one. All those in the WHATWG standard have three bytes: `ESC ( B`, `ESC $ B` …. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const EMPTY_ESCAPE = /\x1b[$(][\s\S](?=\x1b[$(])/g;

/**
 * Returns a decoder for a charset that shifts between ASCII and pairs of seven-bit bytes. It sets the eighth bit of the
 * pairs, which gives EUC. Both charsets return to ASCII on a new line.
 */
function eightBit(charset: keyof typeof SHIFTED, decode: Decoder): Decoder {
  return (bytes) => {
    const text = bufferOf(bytes).toString("latin1");
    const inEuc = text.replace(SHIFTED[charset], (sequence, pairs = "") =>
      sequence === "~~" ? "~" : pairs.replace(/[^\0- ]/g, withEighthBit),
    );
    return decode(Buffer.from(inEuc, "latin1"));
  };
}

/** The pairs of bytes on a line, with the sequences that shift to them and back, which are not text themselves. */
const SHIFTED = {
  // RFC 1557. SO and SI shift, and `ESC $ ) C` announces the charset.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences consist of control characters
  "iso-2022-kr": /\x1b\$[\s\S]{0,2}|\x0e+([^\x0e\x0f\x1b\n]*)|\x0f/g,
  // RFC 1843. `~~` is a tilde, so `~~{` shifts nothing.
  hz: /~\{((?:(?!~[{}])[^\n])*)|~[~}]/g,
} as const;

function withEighthBit(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) | 0x80);
}
