import { describe, expect, it } from "vitest";
import { MAX_HEADER_BYTES } from "../src/email/header.js";
import { messageHeading } from "../src/message-heading.js";

const AUTO = { as: "auto" as const, encoding: "auto" };
const headingOf = (text: string | Uint8Array, settings: Parameters<typeof messageHeading>[1] = AUTO) =>
  messageHeading(typeof text === "string" ? Buffer.from(text) : text, settings);

describe("the heading of a message", () => {
  it("is its first sender's address and its subject in one line, encoded words decoded", () => {
    const message =
      'From: "Ann, of Tofu" <Ann@Example.org>, b@c\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n  from\tme\n\nbody';
    expect(headingOf(message)).toEqual({ from: "ann@example.org", subject: "Grüße from me" });
  });

  it("is empty where the header says nothing", () => {
    expect(headingOf("Date: today\n\nFrom: x")).toEqual({ from: "", subject: "" });
    expect(headingOf("no header", { as: "news", encoding: "auto" })).toEqual({ from: "", subject: "" });
  });

  it("is none of a text", () => {
    expect(headingOf("Dear Ann,\n\nSubject: x")).toBeUndefined();
    expect(headingOf("")).toBeUndefined();
  });

  it("is read in the encoding of the model, and from the beginning of what is large", () => {
    const latin = Buffer.from("Subject: \xfc\n\n", "latin1");
    expect(headingOf(latin, { as: "auto", encoding: "latin1" })?.subject).toBe("ü");
    const large = Buffer.concat([Buffer.from("Subject: ü\n\n"), Buffer.alloc(MAX_HEADER_BYTES, "ü")]);
    expect(headingOf(large)?.subject).toBe("ü");
  });
});
