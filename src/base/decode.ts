import { isAscii, isUtf8, transcode } from "node:buffer";
import { createRequire } from "node:module";
import { isText, shown } from "./checks.js";
import { UsageError } from "./errors.js";
import { lazily } from "./lazily.js";

/** Turns the bytes of a document into UTF-8. */
export type Decoder = (bytes: Uint8Array) => Uint8Array;

/**
 * Returns the decoder for an encoding.
 *
 * `"auto"`, the default, follows a byte-order mark (UTF-8, UTF-16). Without one, valid UTF-8 is UTF-8 and
 * everything else windows-1252. `"latin1"` and `"iso-8859-1"` are the ISO standard, with control characters
 * at 80 to 9F (WHATWG uses these names for windows-1252). All other names are names of the WHATWG
 * Encoding Standard (`utf-8`, `windows-1251`, `koi8-r`, `shift_jis` …), or of older charsets that the
 * package iconv-lite knows (`ibm850`, `cp437`, `maccroatian`, `utf-7` …).
 *
 * @throws UsageError if there is no such encoding.
 */
export function decoderFor(encoding = "auto"): Decoder {
  // A damaged model file may have a value here that is not a string.
  const name = isText(encoding) ? encoding.toLowerCase() : "";
  if (name === "auto") return decodeAuto;
  if (name === "latin1" || name === "iso-8859-1") return latin1;
  const decoder = decoderNamed(name);
  if (decoder !== undefined) return decoder;
  throw new UsageError(
    `encoding: ${shown(encoding)} is unknown; use auto, latin1 or a name such as utf-8, windows-1252, koi8-r or shift_jis`,
  );
}

/** Returns the decoder for a charset. @param name in lower case @returns undefined if the name is unknown */
export function decoderNamed(name: string): Decoder | undefined {
  if (name === "utf-8" || name === "utf8") return decodeUtf8;
  // The names of the Windows charsets are read here, so that the usual ones do not load the library.
  const page = /^(?:windows-|cp|x-cp)(125[0-8])$/.exec(name);
  const standard = page === null ? CHARSETS().labelToName(name) : `windows-${page[1]}`;
  if (standard === null) return olderCharset(name);
  if (standard === "UTF-8") return decodeUtf8;
  if (standard === "windows-1252") return windows1252();
  if (Object.hasOwn(WINDOWS, standard)) return singleByte(WINDOWS[standard]);
  // The standard refuses some charsets, such as iso-2022-kr, because attacks can hide in them.
  if (standard === "replacement") return undefined;
  // Some versions of Node.js decode some charsets wrongly; all of them decode UTF-16 correctly.
  const CharsetDecoder = standard.startsWith("UTF-16") ? TextDecoder : CHARSETS().TextDecoder;
  const decoder = new CharsetDecoder(standard);
  const asciiStaysAscii = !/^(?:UTF-16|ISO-2022)/.test(standard);
  return (bytes) => (asciiStaysAscii && isAscii(bytes) ? bytes : ENCODER.encode(decoder.decode(bytes)));
}

/** The libraries for the charsets without a table here. The build bundles them: see `scripts/bundle-library.ts`. */
interface Charsets {
  /** Returns the name of an encoding in the WHATWG standard, or null if there is none. */
  labelToName(label: string): string | null;
  readonly TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };
  readonly iconv: {
    encodingExists(name: string): boolean;
    decode(bytes: Uint8Array, name: string): string;
  };
}

const CHARSETS = lazily(() => createRequire(import.meta.url)("#charsets") as Charsets);

/** Returns the decoder for a charset outside the WHATWG standard, such as those of DOS and the Macintosh, and UTF-7. */
function olderCharset(label: string): Decoder | undefined {
  const { iconv } = CHARSETS();
  // Each charset gets one spelling: `IBM00858` is cp858, `cp-850` is cp850; `x-mac-greek` and `mac_greek` are macgreek.
  const name = label.replace(/^(?:ibm|cp|ccsid)[-_]?0*(?=\d)/, "cp").replace(/^(?:x-)?mac[-_]?(?=[a-z])/, "mac");
  if (Object.hasOwn(MACINTOSH, name)) return decoderNamed(MACINTOSH[name]);
  if (!iconv.encodingExists(name)) return undefined;
  return (bytes) => ENCODER.encode(iconv.decode(bytes, name));
}

/**
 * Other names of Macintosh charsets. The first two are also in iconv-lite, but without the euro sign, so their WHATWG
 * names are used.
 */
const MACINTOSH: Readonly<Record<string, string>> = {
  macroman: "macintosh",
  maccyrillic: "x-mac-cyrillic",
  macce: "maccenteuro",
  maccentraleurroman: "maccenteuro",
  macicelandic: "maciceland",
  macromanian: "macromania",
};

/** Decodes by the rules of `"auto"`: see `decoderFor`. */
function decodeAuto(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= 2) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return ENCODER.encode(new TextDecoder("utf-16le").decode(bytes));
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return ENCODER.encode(new TextDecoder("utf-16be").decode(bytes));
  }
  return isUtf8(bytes) ? withoutMark(bytes) : windows1252()(bytes);
}

const ENCODER = new TextEncoder();
const UTF_8: { decode(bytes: Uint8Array): string } = new TextDecoder();

/** Checks UTF-8. Invalid bytes become U+FFFD, and a byte-order mark is removed. */
function decodeUtf8(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes) ? withoutMark(bytes) : ENCODER.encode(UTF_8.decode(bytes));
}

/** Decodes ISO 8859-1, whose bytes are the first 256 code points. */
function latin1(bytes: Uint8Array): Uint8Array {
  return isAscii(bytes) ? bytes : transcode(bytes, "latin1", "utf8");
}

const windows1252 = lazily(() => singleByte(WINDOWS["windows-1252"]));

/** Returns the decoder for a charset with one byte per character. @param high the characters of the bytes 80 to FF */
function singleByte(high: string): Decoder {
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : high.charCodeAt(byte - 0x80)));
  return (bytes) => {
    if (isAscii(bytes)) return bytes;
    // Counts the bytes in UTF-8: one for characters below U+0080, two below U+0800, otherwise three.
    let size = 0;
    for (let i = 0; i < bytes.length; i++) {
      const code = codes[bytes[i]];
      size += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    const text = new Uint8Array(size);
    for (let i = 0, at = 0; i < bytes.length; i++) {
      const code = codes[bytes[i]];
      if (code < 0x80) {
        text[at++] = code;
      } else if (code < 0x800) {
        text[at++] = 0xc0 | (code >> 6);
        text[at++] = 0x80 | (code & 0x3f);
      } else {
        text[at++] = 0xe0 | (code >> 12);
        text[at++] = 0x80 | ((code >> 6) & 0x3f);
        text[at++] = 0x80 | (code & 0x3f);
      }
    }
    return text;
  };
}

/** Returns the bytes without a byte-order mark of UTF-8 at the beginning. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/**
 * The characters of the bytes 80 to FF in the Windows charsets, by their names in the WHATWG Encoding Standard. U+FFFD
 * stands for bytes without a character. Nearly all text that is not UTF-8 uses one of these charsets, so they need no
 * library.
 */
export const WINDOWS: Readonly<Record<string, string>> = {
  "windows-1250":
    "€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
  "windows-1251":
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
  "windows-1252":
    "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
  "windows-1253":
    "€\u0081‚ƒ„…†‡\u0088‰\u008a‹\u008c\u008d\u008e\u008f\u0090‘’“”•–—\u0098™\u009a›\u009c\u009d\u009e\u009f\u00a0΅Ά£¤¥¦§¨©\ufffd«¬\u00ad®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\ufffdΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\ufffd",
  "windows-1254":
    "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008d\u008e\u008f\u0090‘’“”•–—˜™š›œ\u009d\u009eŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
  "windows-1255":
    "€\u0081‚ƒ„…†‡ˆ‰\u008a‹\u008c\u008d\u008e\u008f\u0090‘’“”•–—˜™\u009a›\u009c\u009d\u009e\u009f\u00a0¡¢£₪¥¦§¨©×«¬\u00ad®¯°±²³´µ¶·¸¹÷»¼½¾¿\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05ba\u05bb\u05bc\u05bd־\u05bf׀\u05c1\u05c2׃װױײ׳״\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdאבגדהוזחטיךכלםמןנסעףפץצקרשת\ufffd\ufffd\u200e\u200f\ufffd",
  "windows-1256":
    "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u200c\u200dں\u00a0،¢£¤¥¦§¨©ھ«¬\u00ad®¯°±²³´µ¶·¸¹؛»¼½¾؟ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîï\u064b\u064c\u064d\u064eô\u064f\u0650÷\u0651ù\u0652ûü\u200e\u200fے",
  "windows-1257":
    "€\u0081‚\u0083„…†‡\u0088‰\u008a‹\u008c¨ˇ¸\u0090‘’“”•–—\u0098™\u009a›\u009c¯˛\u009f\u00a0\ufffd¢£¤\ufffd¦§Ø©Ŗ«¬\u00ad®Æ°±²³´µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
  "windows-1258":
    "€\u0081‚ƒ„…†‡ˆ‰\u008a‹Œ\u008d\u008e\u008f\u0090‘’“”•–—˜™\u009a›œ\u009d\u009eŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂĂÄÅÆÇÈÉÊË\u0300ÍÎÏĐÑ\u0309ÓÔƠÖ×ØÙÚÛÜƯ\u0303ßàáâăäåæçèéêë\u0301íîïđñ\u0323óôơö÷øùúûüư₫ÿ",
};

/** Returns the byte order of a UTF-16 document: from its byte-order mark, or from the NULs of its first two letters. */
export function byteOrder(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (isLetter(a) && b === 0 && isLetter(c) && d === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && isLetter(b) && c === 0 && isLetter(d))) return "utf-16be";
  return undefined;
}

/** Whether a byte is a visible character of ASCII, which is enough to recognize UTF-16. */
function isLetter(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f;
}
