import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUrls, leadsElsewhere, linkTarget, MAX_URL, MAX_URLS } from "../../../src/mail/html/links.js";

const find = (text: string) => findUrls(Buffer.from(text));

describe("linkTarget", () => {
  it("gives the host and its parent domains", () => {
    const { host, suffixes, ...rest } = linkTarget("HTTP://A.b.Example.CO.UK:80/path?x=1#y") ?? {};
    expect(host).toBe("a.b.example.co.uk");
    expect(suffixes).toEqual(["a.b.example.co.uk", "b.example.co.uk", "example.co.uk"]);
    expect(rest).toEqual({ facts: [], inner: [] });
  });

  it.each([
    ["without a scheme", "www.example.com/x", "www.example.com", []],
    ["with only slashes", "//example.com", "example.com", []],
    ["with backslashes", "http:\\\\example.com\\x", "example.com", []],
    ["with characters that browsers leave out", " ht\ntp://exa\tmple.com/ ", "example.com", []],
    ["with a dot at the end", "http://example.com./", "example.com", []],
    ["by ftp", "ftp://ftp.example.org/pub", "ftp.example.org", []],
    ["to a mailbox", "mailto:Ann <ann@Example.com>?subject=a@b.example", "example.com", []],
    ["to a mailbox in brackets", "mailto:<ann@Example.com> and others", "example.com", []],
    ["to several mailboxes", "mailto:ann@example.com,bob@example.org", "example.com", []],
    ["with a pretended host", "http://www.bank.example@192.0.2.1/", "192.0.2.1", ["credentials", "numeric"]],
    ["with a user name and a port", "http://u:p@example.com:8080/", "example.com", ["credentials", "port"]],
    ["as a number", "http://3221225985/", "192.0.2.1", ["numeric", "numeric-disguised"]],
    ["as a hexadecimal number", "http://0xC0000201/", "192.0.2.1", ["numeric", "numeric-disguised"]],
    ["in octal", "http://0300.0.02.01/", "192.0.2.1", ["numeric", "numeric-disguised"]],
    ["as an IPv6 address", "http://[2001:db8::1]/", "[2001:db8::1]", ["numeric"]],
    ["with an encoded host", "http://%65xample.com/", "example.com", ["encoded"]],
    ["with an encoded path", "http://example.com/%61bc", "example.com", ["encoded"]],
    ["with characters that must be encoded", "http://example.com/%20%C3%A9", "example.com", []],
    ["in other letters", "http://bücher.example/", "xn--bcher-kva.example", ["international"]],
    ["in no valid host", "http://exa<mple/x", "exa<mple", []],
    ["in a host of one label", "http://localhost/", "localhost", []],
  ])("reads a link %s", (_, url, host, facts) => {
    expect(linkTarget(url)).toMatchObject({ host, facts });
  });

  it("finds links inside links", () => {
    const inner = (url: string) => linkTarget(url)?.inner;
    expect(inner("http://rd.example/*http://evil.example/x")).toEqual(["evil.example"]);
    const two = "http://rd.example/?u=https%3A%2F%2Fevil.example%2F&v=www.other.example";
    expect(inner(two)).toEqual(["evil.example", "www.other.example"]);
    expect(inner("http://rd.example/?u=http%253A%252F%252F3221225985")).toEqual(["192.0.2.1"]);
    expect(linkTarget("http://rd.example/?u=http://evil.example")?.facts).toEqual(["redirect"]);
    expect(inner(`http://rd.example/${"?u=http://".repeat(200)}`)).toEqual([]);
    const many = Array.from({ length: 50 }, (_, i) => `http://h${i}.example/`).join("");
    expect(inner(`http://rd.example/${many}`)).toHaveLength(8);
  });

  it.each("|x|/path|#top|javascript:alert(1)|data:text/html,x|cid:1@x|mailto:|mailto:ann|http://|http:///".split("|"))(
    "finds no target in %j",
    (url) => {
      expect(linkTarget(url)).toBeUndefined();
    },
  );

  it("reads the beginning of a long link only", () => {
    expect(linkTarget(`http://example.com/?${"x".repeat(MAX_URL)}http://evil.example`)?.inner).toEqual([]);
  });
});

describe("the text of a link", () => {
  it.each([
    ["http://www.bank.example/", "http://evil.example/", true],
    ["www.bank.example", "http://192.0.2.1/", true],
    ["bank.com", "http://bank.com.evil.example/", true],
    ["http://example.co.uk", "http://other.co.uk/", true],
    ["http://www.bank.example/", "http://login.bank.example/", false],
    ["Example.com", "http://click.example.com/?x", false],
    ["https://shop.example.co.uk/", "http://example.co.uk/", false],
    ["http://bmw.de/", "http://www.bmw.de/", false],
    ["http://shop.bmw.de/", "https://news.bmw.de/", false],
    ["http://www.bbc.co.uk/", "http://news.bbc.co.uk/", false],
    ["http://city.kawasaki.jp", "http://www.city.kawasaki.jp", false],
    ["http://blogspot.com/", "http://www.blogspot.com/", false],
    ["http://www.blogspot.com/", "http://bank.blogspot.com/", true],
    ["http://ann.github.io/", "http://bob.github.io/", true],
    ["http://a.example.com.au/", "http://b.other.com.au/", true],
    ["http://www.b.tokyo.jp/", "http://www.c.tokyo.jp/", true],
    ["http://192.0.2.1/", "http://198.51.2.1/", true],
    ["Click here", "http://evil.example/", false],
    ["See www.bank.example", "http://evil.example/", false],
    ["readme.txt", "http://evil.example/", false],
    ["ann@example.com", "http://evil.example/", false],
    ["www.example.com", "mailto:ann@other.example", false],
    ["www.example.com", "/relative", false],
  ])("%s for %s leads elsewhere: %s", (shown, url, elsewhere) => {
    expect(leadsElsewhere(shown, url)).toBe(elsewhere);
  });
});

describe("findUrls", () => {
  it("finds links without the punctuation around them", () => {
    const text = `See http://a.example/x. Or (https://b.example/y), <ftp://c.example>, "WWW.d.example/é"; mailto:ann@e.example!
        http://f.example/a_(b)? “http://g.example” http://h.example/?q=1&r=[2]...`;
    const some = "http://a.example/x https://b.example/y ftp://c.example WWW.d.example/é mailto:ann@e.example";
    const others = "http://f.example/a_(b) http://g.example http://h.example/?q=1&r=[2";
    expect(find(text)).toEqual(`${some} ${others}`.split(" "));
  });

  it("keeps letters beyond ASCII, but not of scripts without blanks between words", () => {
    const text =
      "http://straße.example/à,http://пример.рф/путь? «www.à.example» http://f.example—or http://e.example… " +
      "http://a.example/xをご覧 http://b.exampleครับ http://c.example。 http://d.example\u200b";
    const some = "http://straße.example/à,http://пример.рф/путь www.à.example http://f.example http://e.example";
    const others = "http://a.example/x http://b.example http://c.example http://d.example";
    expect(find(text)).toEqual(`${some} ${others}`.split(" "));
    expect(find("http://пример.рф").map((url) => linkTarget(url)?.host)).toEqual(["xn--e1afmkfd.xn--p1ai"]);
  });

  it("finds none in other text", () => {
    expect(find("http:/x xhttp://a.example www. http:// mailto:, awww.x")).toEqual([]);
  });

  it("are cut off in number and length", () => {
    expect(find("www.a.example ".repeat(MAX_URLS + 1))).toHaveLength(MAX_URLS);
    expect(find(`http://${"a".repeat(2e5)}`)).toEqual([`http://${"a".repeat(MAX_URL - 7)}`]);
  });

  it("finds every link in any text", () => {
    const url = fc
      .tuple(fc.constantFrom("http://", "https://", "www."), fc.domain(), fc.constantFrom("", "/", "/a?b=c"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(url, fc.constantFrom(" ", ", ", ". ", "\n", ") ", '"'))), (all) => {
        expect(find(all.map((pair) => pair.join("")).join(""))).toEqual(all.map(([one]) => one));
      }),
    );
  });

  it("takes any bytes without throwing, and so does linkTarget", () => {
    const pieces = "http:// www. % %41 @ : / \\ [ ( ) . xn-- é \0 0x1 9 mailto: ?".split(" ");
    const parts = fc.array(fc.constantFrom(...pieces)).map((all) => Buffer.from(all.join("")));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), parts), (bytes) => {
        for (const url of [...findUrls(bytes), Buffer.from(bytes).toString()]) {
          expect(linkTarget(url)?.host).not.toBe("");
        }
      }),
    );
  });
});
