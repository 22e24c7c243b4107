/** Pieces that mutations insert into messages. */

export const LINE_ENDS = ["\n", "\r\n", "\r", "\n\r", "\n\n", ""];

export const CHARSETS = [
  ..."utf-8 us-ascii iso-8859-1 windows-1252 koi8-r big5 gb18030 shift_jis euc-kr iso-2022-jp hz-gb-2312".split(" "),
  ..."utf-7 utf-16 utf-16le utf-16be utf-32 x-user-defined replacement __proto__ constructor unicode-1-1-utf-7".split(
    " ",
  ),
  ...["", '"', "'utf-8'", "utf-8\0", "../../etc/passwd", "x".repeat(2000), "=?utf-8?q?x?="],
];

export const ENCODINGS = [
  ..."7bit 8bit binary base64 quoted-printable x-uuencode uuencode x-yencode gzip __proto__".split(" "),
  ...["", "base64, base64", "(base64)", "BASE64\0", "base64\r\n quoted-printable"],
];

/** Fields of filters, which a message may forge, and fields that say how to read the rest. */
export const FIELDS = [
  ...[
    "X-Thresher: spam 1.0000",
    "x-thresher : ham",
    "X-Thresher:",
    "X-Thresher: a\n b\n c",
    "X-Thresher-Separator: added",
  ],
  ...["X-Spam-Flag: YES", "X-Spam-Status: Yes, score=99", "X-Spam-Level: *****", "X-Bogosity: Ham"],
  ...[
    "X-Text-Classification: spam",
    "From alice Mon Jan  1 00:00:00 2024",
    ">From x",
    "\u00ef\u00bb\u00bfSubject: marked",
    "137       \nReceived: by a.example",
    "Microsoft Mail Internet Headers Version 2.0",
    "Subject:",
    ": no name",
    "no colon",
  ],
  ...["Content-Type: text/html", "Content-Type: text/plain; charset=utf-7", "Content-Type: message/rfc822"],
  ...[
    "Content-Type: multipart/mixed; boundary=b",
    "Content-Type: multipart/digest",
    "Content-Type: text/html; charset",
  ],
  ...["Content-Type: message/external-body; access-type=local-file; name=/etc/passwd", "MIME-Version: 1.0 (\\"],
  ...["Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable"],
  ...["Date: Thu, 99 Foo 99999 99:99:99 +9999", "Date: (((", "From: <<<>>>@@@", 'To: "unclosed', "To: a:b:c;;,,,"],
  ...[
    "Message-ID: <",
    "References: <a> <b <c>",
    `References: ${"<a@b> ".repeat(500)}`,
    `To: ${"a@b.example, ".repeat(500)}`,
  ],
  ...[
    "Content-Disposition: attachment; filename*=utf-8''%",
    'Content-Disposition: inline; filename*0="a"; filename*2*=x',
  ],
  ...["__proto__: x", "constructor: x", "hasOwnProperty: x"],
];

export const TOKENS = [
  ...[
    "=?utf-8?B?",
    "=?utf-8?Q?=?=",
    "=?x?b?/w==?=",
    "=?utf-7?q?+AAA-?=",
    "=?utf-8?b?",
    "?=",
    "=?".repeat(50),
    "=?a?b?c?=",
  ],
  ...[
    "begin 644 x\n",
    "`\nend\n",
    "=ybegin line=128 size=1 name=x\n",
    "data:text/html;base64,",
    "data:,%",
    "begin 666 a\nM\n",
  ],
  ...[
    "(((((((((",
    ")))))",
    '"\\"\\"',
    "<a@b,@c:d>",
    "a@b@c",
    "[1.2.3.4]",
    "xn--",
    "http://[::1",
    "https://user:pw@x/%zz",
  ],
  ...[
    "+AAAA-",
    "+/v8-",
    "\u001b$B",
    "\u001b(J",
    "~{",
    "~}",
    "\u001b]0;x\u0007",
    "\u009b31m",
    "\u00ff\u00fe",
    "\u00fe\u00ff",
    "\u00ef\u00bb\u00bf",
    '<?xml version="1.0"?>\n<plist version="1.0"><dict><key>flags</key><integer>2</integer></dict></plist>\n',
  ],
  ...[
    "\n\n",
    "\r\n\r\n",
    "\n.\n",
    "\n-- \n",
    "\n> ",
    "\nOn x wrote:\n",
    "\n-----Original Message-----\n",
    "\nFrom x@y\n",
  ],
  ...["__proto__", "constructor", "%s%n", "\\u0000", "v.i.a.g.r.a", "v i a g r a", "\u00e2\u0080\u00ae"],
  ...[
    "-----BEGIN PGP MESSAGE-----\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "a".repeat(5000),
    "a ".repeat(2000),
    ", ".repeat(999),
  ],
];

export const HTML_PIECES = [
  ..."<b> </b> <p> </div> <div> <table> <tr> <td> </table> <br/> <a> </a> <html> <body> <script> </script> <style> </style>".split(
    " ",
  ),
  ...[
    "<!--",
    "-->",
    "<!-->",
    "<!--->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE",
    "<?xml",
    "?>",
    "<",
    "</",
    "<>",
    "</>",
    "< b>",
    "<b",
    "<title>",
  ],
  ...[
    "&",
    "&amp",
    "&#",
    "&#x",
    "&#99999999999;",
    "&#x110000;",
    "&#0;",
    "&#xd800;",
    "&notanentity;",
    "&lt;script&gt;",
    "&zwnj;",
  ],
  ...[
    '<a href="',
    "<a href=javascript:x>",
    '<a href="http://x.example/">http://y.example/</a>',
    "<img src=data:,x>",
    "<base href=//x>",
  ],
  ...[
    '<p style="display:none">',
    '<p style="',
    "<font size=0>",
    '<div style="color:#fff;background:#ffffff">',
    "<p style=opacity:0>",
  ],
  ...[
    "<style>p{display:none}",
    "<style>*{",
    "@media x{",
    "/*",
    "*/",
    "}}}",
    '<p style="font-size:1e999px">',
    '<p style="width:calc(((1">',
  ],
  ...[
    "<textarea>",
    "<plaintext>",
    "<noscript>",
    "<template>",
    "<svg><style>",
    "<math>",
    "<select>",
    "<iframe srcdoc='<p>'>",
    "<p hidden>",
  ],
  ...[
    '<meta charset="utf-7">',
    "<meta http-equiv=refresh content=0>",
    "<p a='1' a=\"2\" a=3 a>",
    `<p ${"a ".repeat(300)}>`,
    "\u00a0\u00ad",
  ],
];

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Invalid UTF-8: overlong, surrogates, above U+10FFFF, truncated; and byte-order marks. */
export const INVALID_UTF8 = [
  ...[bytes(0xc0, 0x80), bytes(0xc1, 0xbf), bytes(0xe0, 0x80, 0xaf), bytes(0xf0, 0x80, 0x80, 0xaf)],
  ...[
    bytes(0xed, 0xa0, 0x80),
    bytes(0xed, 0xb0, 0x80),
    bytes(0xf4, 0x90, 0x80, 0x80),
    bytes(0xf8, 0x88, 0x80, 0x80, 0x80),
  ],
  ...[
    bytes(0xc3),
    bytes(0xe2, 0x82),
    bytes(0xf0, 0x9f, 0x98),
    bytes(0x80),
    bytes(0xbf, 0xbf),
    bytes(0xff),
    bytes(0xfe),
  ],
  ...[bytes(0xef, 0xbb, 0xbf), bytes(0xff, 0xfe), bytes(0xfe, 0xff), bytes(0xff, 0xfe, 0, 0), bytes(0xef, 0xbf, 0xbe)],
  ...[bytes(0xe2, 0x80, 0xae), bytes(0xf3, 0xa0, 0x80, 0x81), bytes(0xcc, 0x81), bytes(0xf0, 0x9d, 0x92, 0x9c)],
];

export const NUMBERS = [
  ..."0 -1 00000000000000000000 99999999999999999999 4294967296 9007199254740993 1e308 0x7fffffff".split(" "),
  ...["9".repeat(1000), "1.5", "NaN", "٣"].map((text) => Buffer.from(text).toString("latin1")),
];

/** In base64 and in quoted-printable. */
export const TRANSFER_DAMAGE = [
  "=",
  "==",
  "====",
  "!",
  "\0",
  "\n\n",
  "=\n",
  "=\r",
  "=Z",
  "=ZZ",
  "=4",
  "=\t\n",
  " =  ",
  "-",
  "_",
  "\u00ff",
];
