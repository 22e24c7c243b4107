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
  broken("base64 that starts with =", encoded("base64", `=${base64("hello world, hello")}`), "hello", "bad-encoding"),
  broken(
    "base64 with text after it",
    encoded("base64", `${base64("hello!!")}\n\nA footer of a mailing list.\n`),
    "hello footer mailing",
    "bad-encoding",
    { terms: "list" },
  ),
  broken(
    "base64 in pieces",
    encoded("base64", `${base64("hello ")}\n${base64("world!!")}\n${base64(" again")}\n`),
    "hello world again",
    "",
  ),
  broken(
    "base64 with junk amid it",
    encoded("base64", base64("hello world, hello world, hello").replace(/(.{12})/g, "$1!")),
    "hello world",
    "bad-encoding",
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
  broken("quoted-printable that ends in =", encoded("quoted-printable", "hello =\t \nworld="), "hello world", ""),
  broken(
    "text that says it is quoted-printable",
    encoded("quoted-printable", "hello = world =zz\n"),
    "hello world",
    "bad-encoding",
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
    "yEnc in the text",
    message(
      "",
      Buffer.concat([
        latin1("hello\n=ybegin line=128 size=99 name=a.bin\nspam\n"),
        noise(99),
        latin1("\n=yend size=99\nworld\n"),
      ]),
    ),
    "hello world",
    "inline-file",
    { without: "spam", terms: "attachment:a.bin", never: "ybegin" },
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
  broken("charset unknown", text("x-klingon", latin1("hello caf\xe9\n")), "hello café", "unknown-charset"),
  broken("charset __proto__", text("__proto__", "hello wörld\n"), "hello wörld", "unknown-charset", {
    terms: "fact:charset __proto__",
  }),
  broken("charset like a path", text("../../etc/passwd", "hello wörld\n"), "hello wörld", "unknown-charset", {
    terms: "fact:charset ../../etc/passwd",
  }),
  broken("UTF-7", text("utf-7", "h+AGU-llo w+APY-rld +- +AGE"), "hello wörld", "", {
    terms: "fact:charset utf-7",
  }),
  broken("UTF-16 with a mark", text("utf-16", utf16("\ufeffhello wörld\n")), "hello wörld", ""),
  broken("UTF-16 without a mark", text("utf-16", utf16("hello wörld\n")), "hello wörld", ""),
  broken("UTF-16 that nothing says", message("", utf16("hello wörld, hello again\n")), "hello wörld", ""),
  broken("ASCII that says it is UTF-16", text("utf-16", "hello\n"), "hello", ""),
  broken("ISO-2022-JP without an end", text("iso-2022-jp", "\x1b$B%F\nhello\n\x1b$B%F"), "テ hello", ""),
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
  broken(
    "RFC 2231 with gaps",
    attachment("attachment; filename*0=a; filename*2=b.png; filename*9999999=c"),
    "hello",
    "",
    { terms: "attachment:ab.png, attachment:.png" },
  ),
  broken("RFC 2231 with a path", attachment("attachment; filename*=utf-8''..%2F..%2Fetc%2Fpasswd"), "hello", "", {
    terms: "attachment:passwd",
    never: "attachment:.., etc",
  }),
  broken("100,000 parameters", attachment(`attachment${";a*1*=%41".repeat(1e5)}`), "hello", "header-bytes"),

  // Data that looks like text or HTML.
  broken("binary that says it is HTML", html(noise(20_000)), "", "nul binary", {
    terms: "fact:type text/html",
  }),
  broken("50,000 nested tags", html(`${"<div><b>".repeat(50_000)}hello`), "hello", "", {
    terms: "fact:html deep, fact:html unclosed",
    never: "div",
  }),
  broken("an unclosed comment", html("hello <!-- never closed"), "hello", "", {
    terms: "fact:html unclosed-comment",
    never: "never, closed",
  }),
  broken("hidden text", html('hello <span style="display:none">hidden</span>'), "hello hidden", "", {
    terms: "hidden:hidden",
    never: "hidden",
  }),
  broken("zero-width characters", text("utf-8", "hello v\u200bi\u200ca\u200dg\ufeffra\n"), "hello", "", {
    terms: "viagra, disguised:viagra, fact:disguise zero-width",
  }),
  broken("bidirectional characters", text("utf-8", "hello \u202earw\u202c \u2066x\u2069\n"), "hello", "", {
    terms: "wra, fact:disguise bidirectional, disguised:wra",
    never: "arw",
  }),
  broken("homoglyphs", text("utf-8", "hello р\u0430ypal \u{1d42f}iagra\n"), "hello", "", {
    terms: "paypal, viagra, disguised:paypal, disguised:viagra, fact:disguise homoglyph, fact:disguise styled",
  }),
  broken("spaced words", text("utf-8", "hello v i a g r a F.R.E.E\n"), "hello", "", {
    terms: "viagra, free, disguised:viagra, disguised:free, fact:disguise spaced",
  }),
  broken(
    "words that are names in objects",
    message("constructor: a\n__proto__: b\ntoString: c", "hello constructor __proto__ toString\n"),
    "hello constructor __proto__ toString",
    "",
    { terms: "constructor, __proto__, tostring, header:constructor, header:__proto__, header:tostring" },
  ),
];
