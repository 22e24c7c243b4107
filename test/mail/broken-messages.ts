/** A message against the rules, or at their edge, and what is to be made of it. */
export interface BrokenMessage {
  readonly name: string;
  /** Built when asked for: some are megabytes. The same bytes every time. */
  readonly bytes: () => Uint8Array;
  /** Words that a person would read in its texts, or that stand there for a program. */
  readonly words: readonly string[];
  /** Words that must not be found: they are no text. */
  readonly without?: readonly string[];
  /** All that is noted. */
  readonly notes: readonly string[];
  /** Terms with their fields that a classifier of mail must be given beside these words and notes, with all fields. */
  readonly terms?: readonly string[];
  /** Terms that it must not be given. */
  readonly never?: readonly string[];
}

const HEAD = "From: ann@alpha.example\nTo: bob@beta.example\nSubject: greeting\n";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

const raw = (text: string) => () => latin1(text);

/** A message of a text that its header says something of. */
const message = (header: string, body: string | Uint8Array) => () =>
  Buffer.concat([Buffer.from(`${HEAD}${header}${header === "" ? "" : "\n"}\n`), Buffer.from(body)]);

const text = (charset: string, body: string | Uint8Array, more = "") =>
  message(`Content-Type: text/plain; charset=${charset}${more}`, body);
const html = (body: string | Uint8Array) => message("Content-Type: text/html; charset=utf-8", body);
const encoded = (encoding: string, body: string) => message(`Content-Transfer-Encoding: ${encoding}`, body);
const multipart = (boundary: string, body: string) => message(`Content-Type: multipart/mixed; ${boundary}`, body);

/** Two parts of text, with this line between them. */
const twoParts = (line: string) => `preamble\n--${line}\n\nhello\n--${line}\n\nworld\n--${line}--\nepilogue\n`;

function nestedMultiparts(depth: number) {
  const part = (i: number) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n\nhello\n--b${i}\n`;
  return raw(`${HEAD}${Array.from({ length: depth }, (_, i) => part(i)).join("")}\nworld\n`);
}

function nestedMessages(depth: number) {
  const forwarded = "Subject: forwarded\nContent-Type: message/rfc822\n\n";
  return raw(`${HEAD}Content-Type: message/rfc822\n\n${forwarded.repeat(depth)}Subject: last\n\nhello\n`);
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

const utf16 = (words: string) => Buffer.from(words, "utf16le");
const image = "Content-Type: image/png\nContent-Disposition";
const attachment = (disposition: string) =>
  multipart("boundary=b", `--b\n\nhello\n--b\n${image}: ${disposition}\n\nx\n--b--\n`);

const list = (text: string, separator = " ") => (text === "" ? [] : text.split(separator));

/** A message, with the words that it must give and the notes, each separated by blanks, and terms, by commas. */
function broken(
  name: string,
  bytes: () => Uint8Array,
  words: string,
  notes: string,
  { without = "", terms = "", never = "" }: { without?: string; terms?: string; never?: string } = {},
): BrokenMessage {
  return {
    ...{ name, bytes, words: list(words), without: list(without), notes: list(notes) },
    ...{ terms: list(terms, ", "), never: list(never, ", ") },
  };
}

/** The broken messages, each by its name. */
export const BROKEN_MESSAGES: readonly BrokenMessage[] = [
  // Header and body.
  broken("nothing at all", raw(""), "", "", { terms: "fact:parts 1", never: "fact:no-header" }),
  broken("newlines only", raw("\n".repeat(1000)), "", "no-header"),
  broken("no header", raw("hello world\n\nhow are you\n"), "hello", "no-header", { terms: "world, how" }),
  broken("a header and nothing else", raw(HEAD), "", ""),
  broken("no separator", raw(`${HEAD}hello world\nhow are you\n`), "hello you", "no-separator", {
    terms: "subject:greeting, how",
  }),
  broken("junk amid the header", raw(`Subject: a\njunk\n${HEAD}\nhello\n`), "hello", "duplicate-field"),
  broken("NULs in the body", message("", "hel\0lo wor\0ld\0\0\n"), "hello world", "nul"),
  broken("NULs in the header", message("X-A: a\0b\nX\0B: c", "hello\n"), "hello", "no-separator nul", {
    terms: "subject:greeting",
    never: "nul",
  }),
  broken("NULs in the subject", raw("Subject: hel\0lo\0 \0\n\nworld\n"), "world", "nul", {
    terms: "subject:hel, subject:lo",
  }),
  broken("bare CR line ends", raw(`${HEAD}\nhello\nworld\n`.replaceAll("\n", "\r")), "hello world", "", {
    terms: "subject:greeting, from:ann",
  }),
  broken("mixed line ends", multipart("boundary=b", "--b\r\n\r\nhello\r--b\n\nworld\r\n--b--\r"), "hello world", ""),
  broken("a line of 1 MB", message("", `hello ${"x".repeat(1e6)}\n`), "hello", "text-bytes encoded-lines", {
    terms: "subject:greeting",
  }),
  broken("1 MB of dashes", multipart("boundary=b", `--b\n\nhello\n${"-".repeat(1e6)}\n--b--\n`), "hello", "text-bytes"),
  broken("a header of 1 MB", message(`X-Long: ${"x".repeat(1e6)}`, "hello\n"), "hello", "header-bytes", {
    terms: "subject:greeting, header:x-long",
  }),
  broken("a header of 1 MB, folded", message(`X-Long: a${"\n x".repeat(3e5)}`, "hello\n"), "hello", "header-bytes"),
  broken(
    "5,000 header fields",
    message(Array.from({ length: 5000 }, (_, i) => `X-${i}: a`).join("\n"), "hello\n"),
    "hello",
    "header-fields",
    { terms: "subject:greeting, header:x-0", never: "header:x-4999" },
  ),
  broken(
    "30,000 recipients",
    message(`Cc: ${Array.from({ length: 3e4 }, (_, i) => `r${i}@beta.example`).join(",\n ")}`, "hello\n"),
    "hello",
    "header-bytes recipients",
    { terms: "subject:greeting, cc:r0", never: "cc:r29999" },
  ),
  broken("fields twice", message("Subject: another\nFrom: eve@gamma.example", "hello\n"), "hello", "duplicate-field", {
    terms: "subject:greeting, subject:another, from:ann, from:eve",
  }),
  broken(
    "content type twice",
    multipart("boundary=b\nContent-Type: text/plain", twoParts("b")),
    "hello world",
    "duplicate-field",
    { without: "preamble epilogue", terms: "fact:type text/plain", never: "fact:type multipart/mixed" },
  ),
  broken("nested comments in an address", message(`Cc: ${"(".repeat(50_000)}c@gamma.example`, "hello\n"), "hello", "", {
    terms: "subject:greeting",
  }),
  broken(
    "nested comments in an address, that end",
    message(`Sender: Cid ${"(b".repeat(4000)}${")".repeat(4000)} <c@gamma.example>`, "hello\n"),
    "hello",
    "",
    { terms: "sender:cid, sender:gamma" },
  ),
  broken("escape codes in the subject", raw("Subject: \x1b[31mred\x1b]0;title\x07\n\nhello\n"), "hello", "", {
    terms: "subject:31mred, subject:title",
  }),
  broken(
    "a line of a mailbox first, and quoted ones",
    raw(`From ann Tue Apr  6 00:34:12 1993\n${HEAD}\n>From here\n>>From there\nhello\n`),
    "hello",
    "",
    { terms: "subject:greeting, from:ann, from, there", never: "fact:no-header" },
  ),
  broken("a length that lies", message("Content-Length: 3\nLines: -1", "hello world\n"), "hello world", "", {
    terms: "subject:greeting",
  }),

  // Multiparts and messages.
  broken("600 nested multiparts", nestedMultiparts(600), "hello world", "depth unclosed", {
    terms: "subject:greeting",
  }),
  broken("300 nested messages", nestedMessages(300), "hello", "depth", { terms: "forwarded" }),
  broken("5,000 parts", multipart("boundary=b", `${"--b\n\nhello\n".repeat(5000)}--b--\n`), "hello", "parts", {
    terms: "fact:parts 10",
  }),
  broken("boundary missing", multipart("charset=utf-8", twoParts("x=_y")), "hello world", "no-boundary", {
    without: "preamble",
  }),
  broken("boundary missing, none in the body", multipart("x=y", "hello\n-- \nAnn\n"), "hello", "no-boundary no-parts"),
  broken("boundary empty", multipart('boundary=""', twoParts("b")), "hello world", "no-boundary", {
    without: "preamble",
  }),
  broken(
    "boundary empty and used",
    multipart('boundary=""', twoParts("").replaceAll("--\n\n", "--\nContent-Type: text/plain\n\n")),
    "hello world",
    "no-boundary",
    { without: "preamble epilogue Content" },
  ),
  broken("boundary that is not used", multipart("boundary=a", twoParts("b")), "hello world", "wrong-boundary", {
    without: "preamble",
  }),
  broken("boundary ending in two dashes", multipart('boundary="b--"', twoParts("b--")), "hello world", "", {
    without: "preamble epilogue",
  }),
  broken(
    "boundary of 100,000 characters",
    multipart(`boundary=${"b".repeat(1e5)}`, twoParts("b".repeat(1e5))),
    "hello world",
    "boundary-bytes encoded-lines no-parts",
  ),
  broken("boundary unclosed", multipart("boundary=b", "--b\n\nhello\n--b\n\nworld\n"), "hello world", "unclosed"),
  broken(
    "boundary reused inside",
    multipart(
      "boundary=b",
      "--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n--b--\n--b\n\nworld\n--b--\n",
    ),
    "hello world",
    "",
    { without: "boundary", terms: "fact:parts 2" },
  ),
  broken(
    "boundary that begins another",
    multipart(
      "boundary=b",
      "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nhello\n--bb--\n--b\n\nworld\n--b--\n",
    ),
    "hello world",
    "",
  ),
  broken("end before start", multipart("boundary=b", "--b--\n--b\n\nhello\n--b--\n"), "hello", "end-before-start"),
  broken("end and no start", multipart("boundary=b", "hello\n--b--\nworld\n"), "hello world", "end-before-start"),
  broken(
    "parts after the end",
    multipart("boundary=b", "--b\n\nhello\n--b--\n--b\n\nworld\n--b--\n"),
    "hello world",
    "after-end",
    { terms: "fact:parts 2" },
  ),
  broken(
    "5,000 times the same boundary open",
    message("", "Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(5000)),
    "boundary",
    "",
  ),
  broken(
    "300,000 lines that could divide",
    multipart("boundary=b", `--b\n\nhello\n${"--\n".repeat(3e5)}--b--\n`),
    "hello",
    "text-bytes",
  ),
  broken(
    "a message in base64 in a message",
    message("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64", base64("Subject: inner\n\nhello\n")),
    "hello",
    "",
    { terms: "inner, fact:type message/rfc822" },
  ),
  broken(
    "a multipart in base64",
    multipart("boundary=b\nContent-Transfer-Encoding: base64", base64(twoParts("b"))),
    "hello world",
    "",
    { without: "preamble" },
  ),
  broken("a type that is none", message("Content-Type: ;;;=/", "hello\n"), "hello", "bad-type"),

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
