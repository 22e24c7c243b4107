import { BROKEN_BODIES } from "./broken-bodies.js";
import {
  type BrokenMessage,
  base64,
  broken,
  HEAD,
  message,
  multipart,
  nestedMessages,
  nestedMultiparts,
  raw,
  twoParts,
} from "./broken-message.js";

export type { BrokenMessage };

/** Messages with every kind of fault. */
export const BROKEN_MESSAGES: readonly BrokenMessage[] = [
  // Header and body.
  broken("nothing at all", raw(""), "", "", { terms: "fact:parts 1", never: "fact:no-header" }),
  broken("newlines only", raw("\n".repeat(1000)), "", "no-header"),
  broken("no header", raw("hello world\n\nhow are you\n"), "hello", "no-header", { terms: "world, how" }),
  broken("a header and nothing else", raw(HEAD), "", ""),
  broken("no separator", raw(`${HEAD}hello world\nhow are you\n`), "hello you", "no-separator", {
    terms: "how",
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
    terms: "from:ann",
  }),
  broken("mixed line ends", multipart("boundary=b", "--b\r\n\r\nhello\r--b\n\nworld\r\n--b--\r"), "hello world", ""),
  broken("a line of 1 MB", message("", `hello ${"x".repeat(1e6)}\n`), "hello", "text-bytes encoded-lines"),
  broken("1 MB of dashes", multipart("boundary=b", `--b\n\nhello\n${"-".repeat(1e6)}\n--b--\n`), "hello", "text-bytes"),
  broken("a header of 1 MB", message(`X-Long: ${"x".repeat(1e6)}`, "hello\n"), "hello", "header-bytes", {
    terms: "header:x-long",
  }),
  broken("a header of 1 MB, folded", message(`X-Long: a${"\n x".repeat(3e5)}`, "hello\n"), "hello", "header-bytes"),
  broken(
    "5,000 header fields",
    message(Array.from({ length: 5000 }, (_, i) => `X-${i}: a`).join("\n"), "hello\n"),
    "hello",
    "header-fields",
    { terms: "header:x-0", never: "header:x-4999" },
  ),
  broken(
    "30,000 recipients",
    message(`Cc: ${Array.from({ length: 3e4 }, (_, i) => `r${i}@beta.example`).join(",\n ")}`, "hello\n"),
    "hello",
    "header-bytes recipients",
    { terms: "cc:r0", never: "cc:r29999" },
  ),
  broken("fields twice", message("Subject: another\nFrom: eve@gamma.example", "hello\n"), "hello", "duplicate-field", {
    terms: "subject:another, from:ann, from:eve",
  }),
  broken(
    "content type twice",
    multipart("boundary=b\nContent-Type: text/plain", twoParts("b")),
    "hello world",
    "duplicate-field",
    { without: "preamble epilogue", terms: "fact:type text/plain", never: "fact:type multipart/mixed" },
  ),
  broken("nested comments in an address", message(`Cc: ${"(".repeat(50_000)}c@gamma.example`, "hello\n"), "hello", ""),
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
    { terms: "from:ann, from, there", never: "fact:no-header" },
  ),
  broken("a length that lies", message("Content-Length: 3\nLines: -1", "hello world\n"), "hello world", ""),

  // Multiparts and messages.
  broken("600 nested multiparts", nestedMultiparts(600), "hello world", "depth unclosed"),
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

  ...BROKEN_BODIES,
];
