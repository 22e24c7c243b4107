/**
 * A header value with its encoded words, `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`, decoded (RFC 2047).
 * White space between two of them does not count. Neighbours of one charset are decoded
 * together, for there is software that cuts a character in two. A word whose charset is
 * unknown stays as it is.
 */
export function decodeEncodedWords(value: string): string {
  let result = "";
  let end = 0;
  let run: Run | undefined;
  for (const match of value.matchAll(ENCODED_WORD)) {
    const [word, charset, encoding, text] = match;
    const between = value.slice(end, match.index);
    const bytes = encoding.toLowerCase() === "b" ? Buffer.from(text, "base64") : quotedBytes(text);
    const adjoins = run !== undefined && between.trim() === "";
    if (run !== undefined && adjoins && run.charset === charset.toLowerCase()) {
      run.words += between + word;
      run.parts.push(bytes);
    } else {
      result += decoded(run) + (adjoins ? "" : between);
      run = { charset: charset.toLowerCase(), words: word, parts: [bytes] };
    }
    end = match.index + word.length;
  }
  return result + decoded(run) + value.slice(end);
}

/** Neighbouring words of one charset. */
interface Run {
  readonly charset: string;
  /** As they are written. */
  words: string;
  readonly parts: Uint8Array[];
}

/** Charset (a language may follow, RFC 2231), encoding, text: blanks in the text are against the rule and common. */
const ENCODED_WORD = /=\?([^\s?*=]+)(?:\*[^\s?]*)?\?([bq])\?([^?]*)\?=/gi;

function decoded(run: Run | undefined): string {
  if (run === undefined) return "";
  try {
    return new TextDecoder(run.charset).decode(Buffer.concat(run.parts));
  } catch {
    return run.words;
  }
}

/** The Q encoding: an underscore is a space, `=` and two hexadecimal digits a byte. */
function quotedBytes(text: string): Uint8Array {
  const plain = text
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}
