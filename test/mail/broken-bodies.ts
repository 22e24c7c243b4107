import {
  attachment,
  type BrokenMessage,
  base64,
  broken,
  encoded,
  html,
  latin1,
  message,
  noise,
  raw,
  text,
  utf16,
} from "./broken-message.js";

/** Messages with faults in the texts and names of their parts. */
export const BROKEN_BODIES: readonly BrokenMessage[] = [
  // Transfer encodings.
  broken(
    "base64 with text after it",
    encoded("base64", `${base64("hello!!")}\n\nA footer of a mailing list.\n`),
    "hello footer mailing",
    "bad-encoding",
    { terms: "list" },
  ),
  broken("base64 that is cut", encoded("base64", base64("hello world").slice(0, 13)), "hello", "bad-encoding"),
  broken(
    "text that says it is base64",
    encoded("base64", "Well, hello to the world!\n"),
    "hello world",
    "bad-encoding",
    { terms: "well, the" },
  ),
  broken(
    "quoted-printable that is cut",
    encoded("quoted-printable", "hel=\nlo w=6Frld=4"),
    "hello world",
    "bad-encoding",
    { terms: "fact:encoding quoted-printable" },
  ),
  broken("an encoding that is none", encoded("rot13", "hello\n"), "hello", "unknown-encoding"),
  broken("7bit that is 8bit", encoded("7bit", "hello wörld\n"), "hello wörld", ""),
  broken(
    "uuencode in the text",
    message("", "hello\nbegin 644 a.bin\n#86%A\n`\nend\nworld\n"),
    "hello world",
    "inline-file",
    { without: "86", terms: "attachment:a.bin, attachment:.bin, attachment:size 2", never: "begin, 644" },
  ),
  broken(
    "base64 in the text",
    message("", `hello\n${`${base64(noise(57))}\n`.repeat(1000)}world.\n`),
    "hello",
    "encoded-lines",
  ),
  broken(
    "1 MB of digits that are nearly a run, on one line",
    message("", `hello ${`${"A".repeat(1023)} `.repeat(1000)}\n`),
    "hello",
    "text-bytes",
  ),

  // Charsets.
  broken("charset __proto__", text("__proto__", "hello wörld\n"), "hello wörld", "unknown-charset", {
    terms: "fact:charset __proto__",
  }),
  broken("UTF-7", text("utf-7", "h+AGU-llo w+APY-rld +- +AGE"), "hello wörld", "", {
    terms: "fact:charset utf-7",
  }),
  broken("UTF-16 with a mark", text("utf-16", utf16("\ufeffhello wörld\n")), "hello wörld", ""),
  broken("UTF-16 that nothing says", message("", utf16("hello wörld, hello again\n")), "hello wörld", ""),
  broken("ISO-2022-JP that nothing says", message("", "\x1b$B%F%9%H\x1b(B hello\n"), "テスト hello", ""),
  broken("UTF-8 with a byte wrong", text("utf-8", latin1("hello w\xc3\xb6rld caf\xe9 hello\n")), "hello wörld", ""),
  broken(
    "a character split over encoded words",
    raw("Subject: =?utf-8?B?w?= =?utf-8?B?7Zs?= =?utf-8?Q?=E2?= =?utf-8?Q?=82=AC?=\n\nhello\n"),
    "hello",
    "",
    { terms: "subject:öl" },
  ),

  // File names.
  broken("RFC 2231 with a path", attachment("attachment; filename*=utf-8''..%2F..%2Fetc%2Fpasswd"), "hello", "", {
    terms: "attachment:passwd",
    never: "attachment:.., etc",
  }),
  broken("100,000 parameters", attachment(`attachment${";a*1*=%41".repeat(1e5)}`), "hello", "header-bytes"),

  // Data that looks like text or HTML.
  broken("binary that says it is HTML", html(noise(20_000)), "", "nul binary", {
    terms: "fact:type text/html",
  }),
  broken(
    "words that are names in objects",
    message("constructor: a\n__proto__: b\ntoString: c", "hello constructor __proto__ toString\n"),
    "hello constructor __proto__ toString",
    "",
    { terms: "constructor, __proto__, tostring, header:constructor, header:__proto__, header:tostring" },
  ),
];
