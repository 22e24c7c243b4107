import { describe, expect, it } from "vitest";
import { MAX_PARAMETERS, parseParameters } from "../../../src/mail/header/parse-parameters.js";

const parsed = (field: string) => {
  const { value, parameters } = parseParameters(field);
  return [value, Object.fromEntries(parameters)];
};

describe("parseParameters", () => {
  it.each([
    ["text/plain", "text/plain", {}],
    ["TEXT/Plain; Charset=UTF-8", "text/plain", { charset: "UTF-8" }],
    ['multipart/mixed; boundary="a;b\\"c" ; x = y', "multipart/mixed", { boundary: 'a;b"c', x: "y" }],
    ["text/plain (a comment; x=y); charset=(why)us-ascii", "text/plain", { charset: "us-ascii" }],
    ["text / html; charset=utf-8", "text/html", { charset: "utf-8" }],
    [" text/ \thtml charset=utf-8", "text/html", { charset: "utf-8" }],
    ["text(one)/(two)html(three); charset=utf-8", "text/html", { charset: "utf-8" }],
    ['"text/html"; charset=utf-8', "text/html", { charset: "utf-8" }],
    ['"text/html; charset=utf-8"', "text/html", { charset: "utf-8" }],
    ["(any words (of any kind)) base64", "base64", {}],
    ["text name=a/b.txt; x=y", "text", { name: "a/b.txt", x: "y" }],
    ["text/html charset=utf-8", "text/html", { charset: "utf-8" }],
    ['text/html; charset="utf-8"junk; a=b', "text/html", { charset: "utf-8", a: "b" }],
    ['text/html; charset="utf-8', "text/html", { charset: "utf-8" }],
    ["text/html; flag; charset=utf-8", "text/html", { charset: "utf-8" }],
    ["text/html; a=1; a=2", "text/html", { a: "1" }],
    ['a/b; t="C:\\old\\new \\"x\\" \\\\.txt"', "a/b", { t: 'C:\\old\\new "x" \\.txt' }],
    ["", "", {}],
    [";;;=/", "", { "": "/" }],
    // RFC 2231, sections 3 and 4.
    ["a/b; url*0=ftp://; url*1=cs.example/pub", "a/b", { url: "ftp://cs.example/pub" }],
    ["a/b; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun", "a/b", { title: "This is ***fun" }],
    ["a/b; t*1*=%20is; t*2=\"n't it!\"; t*0*=iso-8859-1'en'This%E9", "a/b", { t: "Thisé isn't it!" }],
    ["a/b; t*0*=utf-8''%C3; t*1*=%A4", "a/b", { t: "ä" }],
    ["a/b; t=plain; t*=utf-8''%C3%A4", "a/b", { t: "ä" }],
    ["a/b; t*=%41b", "a/b", { t: "Ab" }],
    ["a/b; t*0=a; t*2=c; t*99999=d", "a/b", { t: "ac", "t*99999": "d" }],
    ["a/b; t*=x-unknown''caf%E9%zz", "a/b", { t: "café%zz" }],
  ])("reads %s", (field, value, parameters) => {
    expect(parsed(field)).toEqual([value, parameters]);
  });

  it("reads at most MAX_PARAMETERS parameters", () => {
    const field = (name: string) => `a/b${Array.from({ length: 100_000 }, (_, i) => `;${name}${i}=x`).join("")}`;
    expect(parseParameters(field("p")).parameters.size).toBe(MAX_PARAMETERS);
    expect(parseParameters(field("p*")).parameters.get("p")).toBe("x".repeat(MAX_PARAMETERS));
    expect(parseParameters(field("p").replaceAll(";", " ")).parameters.size).toBe(MAX_PARAMETERS);
  });
});
