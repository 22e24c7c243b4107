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

/** A message of a text that its header says something of. */
function message(header: string, body: string | Uint8Array): Uint8Array {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`${HEAD}${header}${header === "" ? "" : "\n"}\n`), bytes]);
}

const text = (charset: string, body: string | Uint8Array, more = "") =>
  message(`Content-Type: text/plain; charset=${charset}${more}`, body);
const html = (body: string | Uint8Array) => message("Content-Type: text/html; charset=utf-8", body);
const encoded = (encoding: string, body: string) => message(`Content-Transfer-Encoding: ${encoding}`, body);
const multipart = (boundary: string, body: string) => message(`Content-Type: multipart/mixed; ${boundary}`, body);

/** Two parts of text, with this line between them. */
const twoParts = (line: string) => `preamble\n--${line}\n\nhello\n--${line}\n\nworld\n--${line}--\nepilogue\n`;

function nestedMultiparts(depth: number): Uint8Array {
  const parts = Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n\nhello\n--b${i}\n`,
  );
  return Buffer.from(`${HEAD}${parts.join("")}\nworld\n`);
}

function nestedMessages(depth: number): Uint8Array {
  const forwarded = "Subject: forwarded\nContent-Type: message/rfc822\n\n";
  return Buffer.from(`${HEAD}Content-Type: message/rfc822\n\n${forwarded.repeat(depth)}Subject: last\n\nhello\n`);
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

const utf16 = (words: string) => Buffer.from(words, "utf16le");
const attachment = (disposition: string) =>
  multipart(
    "boundary=b",
    `--b\n\nhello\n--b\nContent-Type: image/png\nContent-Disposition: ${disposition}\n\nx\n--b--\n`,
  );

/** The broken messages, each by its name. */
export const BROKEN_MESSAGES: readonly BrokenMessage[] = [
  // Header and body.
  {
    name: "nothing at all",
    bytes: () => latin1(""),
    words: [],
    notes: [],
    terms: ["fact:parts 1"],
    never: ["fact:no-header"],
  },
  { name: "newlines only", bytes: () => latin1("\n".repeat(1000)), words: [], notes: ["no-header"] },
  {
    name: "no header",
    bytes: () => latin1("hello world\n\nhow are you\n"),
    words: ["hello"],
    notes: ["no-header"],
    terms: ["world", "how"],
  },
  { name: "a header and nothing else", bytes: () => latin1(HEAD), words: [], notes: [] },
  {
    name: "no separator",
    bytes: () => latin1(`${HEAD}hello world\nhow are you\n`),
    words: ["hello", "you"],
    notes: ["no-separator"],
    terms: ["subject:greeting", "how"],
  },
  {
    name: "junk amid the header",
    bytes: () => latin1(`Subject: a\njunk\n${HEAD}\nhello\n`),
    words: ["hello"],
    notes: ["duplicate-field"],
  },
  {
    name: "NULs in the body",
    bytes: () => message("", "hel\0lo wor\0ld\0\0\n"),
    words: ["hello", "world"],
    notes: ["nul"],
  },
  {
    name: "NULs in the header",
    bytes: () => message("X-A: a\0b\nX\0B: c", "hello\n"),
    words: ["hello"],
    notes: ["no-separator", "nul"],
    terms: ["subject:greeting"],
    never: ["nul"],
  },
  {
    name: "NULs in the subject",
    bytes: () => latin1("Subject: hel\0lo\0 \0\n\nworld\n"),
    words: ["world"],
    notes: ["nul"],
    terms: ["subject:hel", "subject:lo"],
  },
  {
    name: "bare CR line ends",
    bytes: () => latin1(`${HEAD}\nhello\nworld\n`.replaceAll("\n", "\r")),
    words: ["hello", "world"],
    notes: [],
    terms: ["subject:greeting", "from:ann"],
  },
  {
    name: "mixed line ends",
    bytes: () => multipart("boundary=b", "--b\r\n\r\nhello\r--b\n\nworld\r\n--b--\r"),
    words: ["hello", "world"],
    notes: [],
  },
  {
    name: "a line of 5 MB",
    bytes: () => message("", `hello ${"x".repeat(5e6)}\n`),
    words: ["hello"],
    notes: ["text-bytes", "encoded-lines"],
    terms: ["subject:greeting"],
  },
  {
    name: "a line of 5 MB of dashes",
    bytes: () => multipart("boundary=b", `--b\n\nhello\n${"-".repeat(5e6)}\n--b--\n`),
    words: ["hello"],
    notes: ["text-bytes"],
  },
  {
    name: "a header of 3 MB",
    bytes: () => message(`X-Long: ${"x".repeat(3e6)}`, "hello\n"),
    words: ["hello"],
    notes: ["header-bytes"],
    terms: ["subject:greeting", "header:x-long"],
  },
  {
    name: "a header of 3 MB, folded",
    bytes: () => message(`X-Long: a${"\n x".repeat(1e6)}`, "hello\n"),
    words: ["hello"],
    notes: ["header-bytes"],
  },
  {
    name: "20,000 header fields",
    bytes: () => message(Array.from({ length: 20_000 }, (_, i) => `X-${i}: a`).join("\n"), "hello\n"),
    words: ["hello"],
    notes: ["header-fields"],
    terms: ["subject:greeting", "header:x-0"],
    never: ["header:x-19999"],
  },
  {
    name: "100,000 recipients",
    bytes: () => message(`Cc: ${Array.from({ length: 1e5 }, (_, i) => `r${i}@beta.example`).join(",\n ")}`, "hello\n"),
    words: ["hello"],
    notes: ["header-bytes", "recipients"],
    terms: ["subject:greeting", "cc:r0"],
    never: ["cc:r99999"],
  },
  {
    name: "fields twice",
    bytes: () => message("Subject: another\nFrom: eve@gamma.example", "hello\n"),
    words: ["hello"],
    notes: ["duplicate-field"],
    terms: ["subject:greeting", "subject:another", "from:ann", "from:eve"],
  },
  {
    name: "content type twice",
    bytes: () => multipart("boundary=b\nContent-Type: text/plain", twoParts("b")),
    words: ["hello", "world"],
    without: ["preamble", "epilogue"],
    notes: ["duplicate-field"],
    terms: ["fact:type text/plain"],
    never: ["fact:type multipart/mixed"],
  },
  {
    name: "nested comments in an address",
    bytes: () => message(`Cc: ${"(".repeat(50_000)}c@gamma.example`, "hello\n"),
    words: ["hello"],
    notes: [],
    terms: ["subject:greeting"],
  },
  {
    name: "nested comments in an address, that end",
    bytes: () => message(`Sender: Cid ${"(b".repeat(4000)}${")".repeat(4000)} <c@gamma.example>`, "hello\n"),
    words: ["hello"],
    notes: [],
    terms: ["sender:cid", "sender:gamma"],
  },
  {
    name: "escape codes in the subject",
    bytes: () => latin1("Subject: \x1b[31mred\x1b]0;title\x07\n\nhello\n"),
    words: ["hello"],
    notes: [],
    terms: ["subject:31mred", "subject:title"],
  },
  {
    name: "a line of a mailbox first, and quoted ones",
    bytes: () => latin1(`From ann Tue Apr  6 00:34:12 1993\n${HEAD}\n>From here\n>>From there\nhello\n`),
    words: ["hello"],
    notes: [],
    terms: ["subject:greeting", "from:ann", "from", "there"],
    never: ["fact:no-header"],
  },
  {
    name: "a length that lies",
    bytes: () => message("Content-Length: 3\nLines: -1", "hello world\n"),
    words: ["hello", "world"],
    notes: [],
    terms: ["subject:greeting"],
  },

  // Multiparts and messages.
  {
    name: "600 nested multiparts",
    bytes: () => nestedMultiparts(600),
    words: ["hello", "world"],
    notes: ["depth", "unclosed"],
    terms: ["subject:greeting"],
  },
  {
    name: "300 nested messages",
    bytes: () => nestedMessages(300),
    words: ["hello"],
    notes: ["depth"],
    terms: ["forwarded"],
  },
  {
    name: "20,000 parts",
    bytes: () => multipart("boundary=b", `${"--b\n\nhello\n".repeat(20_000)}--b--\n`),
    words: ["hello"],
    notes: ["parts"],
    terms: ["fact:parts 10"],
  },
  {
    name: "boundary missing",
    bytes: () => multipart("charset=utf-8", twoParts("x=_y")),
    words: ["hello", "world"],
    without: ["preamble"],
    notes: ["no-boundary"],
  },
  {
    name: "boundary missing and none in the body",
    bytes: () => multipart("x=y", "hello\n-- \nAnn\n"),
    words: ["hello"],
    notes: ["no-boundary", "no-parts"],
  },
  {
    name: "boundary empty",
    bytes: () => multipart('boundary=""', twoParts("b")),
    words: ["hello", "world"],
    without: ["preamble"],
    notes: ["no-boundary"],
  },
  {
    name: "boundary empty and used",
    bytes: () => multipart('boundary=""', twoParts("").replaceAll("--\n\n", "--\nContent-Type: text/plain\n\n")),
    words: ["hello", "world"],
    without: ["preamble", "epilogue", "Content"],
    notes: ["no-boundary"],
  },
  {
    name: "boundary that is not used",
    bytes: () => multipart("boundary=a", twoParts("b")),
    words: ["hello", "world"],
    without: ["preamble"],
    notes: ["wrong-boundary"],
  },
  {
    name: "boundary ending in two dashes",
    bytes: () => multipart('boundary="b--"', twoParts("b--")),
    words: ["hello", "world"],
    without: ["preamble", "epilogue"],
    notes: [],
  },
  {
    name: "boundary of 100,000 characters",
    bytes: () => multipart(`boundary=${"b".repeat(1e5)}`, twoParts("b".repeat(1e5))),
    words: ["hello", "world"],
    notes: ["boundary-bytes", "encoded-lines", "no-parts"],
  },
  {
    name: "boundary unclosed",
    bytes: () => multipart("boundary=b", "--b\n\nhello\n--b\n\nworld\n"),
    words: ["hello", "world"],
    notes: ["unclosed"],
  },
  {
    name: "boundary reused inside",
    bytes: () =>
      multipart(
        "boundary=b",
        "--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n--b--\n--b\n\nworld\n--b--\n",
      ),
    words: ["hello", "world"],
    without: ["boundary"],
    notes: [],
    terms: ["fact:parts 2"],
  },
  {
    name: "boundary that begins another",
    bytes: () =>
      multipart(
        "boundary=b",
        "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nhello\n--bb--\n--b\n\nworld\n--b--\n",
      ),
    words: ["hello", "world"],
    notes: [],
  },
  {
    name: "end before start",
    bytes: () => multipart("boundary=b", "--b--\n--b\n\nhello\n--b--\n"),
    words: ["hello"],
    notes: ["end-before-start"],
  },
  {
    name: "end and no start",
    bytes: () => multipart("boundary=b", "hello\n--b--\nworld\n"),
    words: ["hello", "world"],
    notes: ["end-before-start"],
  },
  {
    name: "parts after the end",
    bytes: () => multipart("boundary=b", "--b\n\nhello\n--b--\n--b\n\nworld\n--b--\n"),
    words: ["hello", "world"],
    notes: ["after-end"],
    terms: ["fact:parts 2"],
  },
  {
    name: "5,000 times the same boundary open",
    bytes: () => message("", "Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(5000)),
    words: ["boundary"],
    notes: [],
  },
  {
    name: "a million lines that could divide",
    bytes: () => multipart("boundary=b", `--b\n\nhello\n${"--\n".repeat(1e6)}--b--\n`),
    words: ["hello"],
    notes: ["text-bytes"],
  },
  {
    name: "a message in base64 in a message",
    bytes: () =>
      message("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64", base64("Subject: inner\n\nhello\n")),
    words: ["hello"],
    notes: [],
    terms: ["inner", "fact:type message/rfc822"],
  },
  {
    name: "a multipart in base64",
    bytes: () => multipart("boundary=b\nContent-Transfer-Encoding: base64", base64(twoParts("b"))),
    words: ["hello", "world"],
    without: ["preamble"],
    notes: [],
  },
  {
    name: "a type that is none",
    bytes: () => message("Content-Type: ;;;=/", "hello\n"),
    words: ["hello"],
    notes: ["bad-type"],
  },

  // Transfer encodings.
  {
    name: "base64 that starts with =",
    bytes: () => encoded("base64", `=${base64("hello world, hello")}`),
    words: ["hello"],
    notes: ["bad-encoding"],
  },
  {
    name: "base64 with text after it",
    bytes: () => encoded("base64", `${base64("hello!!")}\n\nA footer of a mailing list.\n`),
    words: ["hello", "footer", "mailing"],
    notes: ["bad-encoding"],
    terms: ["list"],
  },
  {
    name: "base64 in pieces",
    bytes: () => encoded("base64", `${base64("hello ")}\n${base64("world!!")}\n${base64(" again")}\n`),
    words: ["hello", "world", "again"],
    notes: [],
  },
  {
    name: "base64 with junk amid it",
    bytes: () => encoded("base64", base64("hello world, hello world, hello").replace(/(.{12})/g, "$1!")),
    words: ["hello", "world"],
    notes: ["bad-encoding"],
  },
  {
    name: "base64 that is cut",
    bytes: () => encoded("base64", base64("hello world").slice(0, 13)),
    words: ["hello"],
    notes: ["bad-encoding"],
  },
  {
    name: "text that says it is base64",
    bytes: () => encoded("base64", "Well, hello to the world!\n"),
    words: ["hello", "world"],
    notes: ["bad-encoding"],
    terms: ["well", "the"],
  },
  {
    name: "quoted-printable that is cut",
    bytes: () => encoded("quoted-printable", "hel=\nlo w=6Frld=4"),
    words: ["hello", "world"],
    notes: ["bad-encoding"],
    terms: ["fact:encoding quoted-printable"],
  },
  {
    name: "quoted-printable that ends in =",
    bytes: () => encoded("quoted-printable", "hello =\t \nworld="),
    words: ["hello", "world"],
    notes: [],
  },
  {
    name: "text that says it is quoted-printable",
    bytes: () => encoded("quoted-printable", "hello = world =zz\n"),
    words: ["hello", "world"],
    notes: ["bad-encoding"],
  },
  {
    name: "an encoding that is none",
    bytes: () => encoded("rot13", "hello\n"),
    words: ["hello"],
    notes: ["unknown-encoding"],
  },
  { name: "7bit that is 8bit", bytes: () => encoded("7bit", "hello wörld\n"), words: ["hello", "wörld"], notes: [] },
  {
    name: "uuencode in the text",
    bytes: () => message("", "hello\nbegin 644 a.bin\n#86%A\n`\nend\nworld\n"),
    words: ["hello", "world"],
    without: ["86"],
    notes: ["inline-file"],
    terms: ["attachment:a.bin", "attachment:.bin", "attachment:size 2"],
    never: ["begin", "644"],
  },
  {
    name: "yEnc in the text",
    bytes: () =>
      message(
        "",
        Buffer.concat([
          latin1("hello\n=ybegin line=128 size=99 name=a.bin\nspam\n"),
          noise(99),
          latin1("\n=yend size=99\nworld\n"),
        ]),
      ),
    words: ["hello", "world"],
    without: ["spam"],
    notes: ["inline-file"],
    terms: ["attachment:a.bin"],
    never: ["ybegin"],
  },
  {
    name: "base64 in the text",
    bytes: () => message("", `hello\n${`${base64(noise(57))}\n`.repeat(1000)}world.\n`),
    words: ["hello"],
    notes: ["encoded-lines"],
  },
  {
    name: "4 MB of digits that are nearly a run, on one line",
    bytes: () => message("", `hello ${`${"A".repeat(1023)} `.repeat(4000)}\n`),
    words: ["hello"],
    notes: ["text-bytes"],
  },

  // Charsets.
  {
    name: "charset unknown",
    bytes: () => text("x-klingon", latin1("hello caf\xe9\n")),
    words: ["hello", "café"],
    notes: ["unknown-charset"],
  },
  {
    name: "charset __proto__",
    bytes: () => text("__proto__", "hello wörld\n"),
    words: ["hello", "wörld"],
    notes: ["unknown-charset"],
    terms: ["fact:charset __proto__"],
  },
  {
    name: "charset like a path",
    bytes: () => text("../../etc/passwd", "hello wörld\n"),
    words: ["hello", "wörld"],
    notes: ["unknown-charset"],
    terms: ["fact:charset ../../etc/passwd"],
  },
  {
    name: "UTF-7",
    bytes: () => text("utf-7", "h+AGU-llo w+APY-rld +- +AGE"),
    words: ["hello", "wörld"],
    notes: [],
    terms: ["fact:charset utf-7"],
  },
  {
    name: "UTF-16 with a mark",
    bytes: () => text("utf-16", utf16("\ufeffhello wörld\n")),
    words: ["hello", "wörld"],
    notes: [],
  },
  {
    name: "UTF-16 without a mark",
    bytes: () => text("utf-16", utf16("hello wörld\n")),
    words: ["hello", "wörld"],
    notes: [],
  },
  {
    name: "UTF-16 that nothing says",
    bytes: () => message("", utf16("hello wörld, hello again\n")),
    words: ["hello", "wörld"],
    notes: [],
  },
  { name: "ASCII that says it is UTF-16", bytes: () => text("utf-16", "hello\n"), words: ["hello"], notes: [] },
  {
    name: "ISO-2022-JP without an end",
    bytes: () => text("iso-2022-jp", "\x1b$B%F\nhello\n\x1b$B%F"),
    words: ["テ", "hello"],
    notes: [],
  },
  {
    name: "ISO-2022-JP that nothing says",
    bytes: () => message("", "\x1b$B%F%9%H\x1b(B hello\n"),
    words: ["テスト", "hello"],
    notes: [],
  },
  {
    name: "UTF-8 with a byte wrong",
    bytes: () => text("utf-8", latin1("hello w\xc3\xb6rld caf\xe9 hello\n")),
    words: ["hello", "wörld"],
    notes: [],
  },
  {
    name: "a character split over encoded words",
    bytes: () => latin1("Subject: =?utf-8?B?w?= =?utf-8?B?7Zs?= =?utf-8?Q?=E2?= =?utf-8?Q?=82=AC?=\n\nhello\n"),
    words: ["hello"],
    notes: [],
    terms: ["subject:öl"],
  },

  // File names.
  {
    name: "RFC 2231 with gaps",
    bytes: () => attachment("attachment; filename*0=a; filename*2=b.png; filename*9999999=c"),
    words: ["hello"],
    notes: [],
    terms: ["attachment:ab.png", "attachment:.png"],
  },
  {
    name: "RFC 2231 with a path",
    bytes: () => attachment("attachment; filename*=utf-8''..%2F..%2Fetc%2Fpasswd"),
    words: ["hello"],
    notes: [],
    terms: ["attachment:passwd"],
    never: ["attachment:..", "etc"],
  },
  {
    name: "100,000 parameters",
    bytes: () => attachment(`attachment${";a*1*=%41".repeat(1e5)}`),
    words: ["hello"],
    notes: ["header-bytes"],
  },

  // Data that looks like text or HTML.
  {
    name: "binary that says it is HTML",
    bytes: () => html(noise(20_000)),
    words: [],
    notes: ["nul", "binary"],
    terms: ["fact:type text/html"],
  },
  {
    name: "50,000 nested tags",
    bytes: () => html(`${"<div><b>".repeat(50_000)}hello`),
    words: ["hello"],
    notes: [],
    terms: ["fact:html deep", "fact:html unclosed"],
    never: ["div"],
  },
  {
    name: "an unclosed comment",
    bytes: () => html("hello <!-- never closed"),
    words: ["hello"],
    notes: [],
    terms: ["fact:html unclosed-comment"],
    never: ["never", "closed"],
  },
  {
    name: "hidden text",
    bytes: () => html('hello <span style="display:none">hidden</span>'),
    words: ["hello", "hidden"],
    notes: [],
    terms: ["hidden:hidden"],
    never: ["hidden"],
  },
  {
    name: "zero-width characters",
    bytes: () => text("utf-8", "hello v\u200bi\u200ca\u200dg\ufeffra\n"),
    words: ["hello"],
    notes: [],
    terms: ["viagra", "disguised:viagra", "fact:disguise zero-width"],
  },
  {
    name: "bidirectional characters",
    bytes: () => text("utf-8", "hello \u202earw\u202c \u2066x\u2069\n"),
    words: ["hello"],
    notes: [],
    terms: ["wra", "fact:disguise bidirectional", "disguised:wra"],
    never: ["arw"],
  },
  {
    name: "homoglyphs",
    bytes: () => text("utf-8", "hello р\u0430ypal \u{1d42f}iagra\n"),
    words: ["hello"],
    notes: [],
    terms: [
      "paypal",
      "viagra",
      "disguised:paypal",
      "disguised:viagra",
      "fact:disguise homoglyph",
      "fact:disguise styled",
    ],
  },
  {
    name: "spaced words",
    bytes: () => text("utf-8", "hello v i a g r a F.R.E.E\n"),
    words: ["hello"],
    notes: [],
    terms: ["viagra", "free", "disguised:viagra", "disguised:free", "fact:disguise spaced"],
  },
  {
    name: "words that are names in objects",
    bytes: () => message("constructor: a\n__proto__: b\ntoString: c", "hello constructor __proto__ toString\n"),
    words: ["hello", "constructor", "__proto__", "toString"],
    notes: [],
    terms: ["constructor", "__proto__", "tostring", "header:constructor", "header:__proto__", "header:tostring"],
  },
];
