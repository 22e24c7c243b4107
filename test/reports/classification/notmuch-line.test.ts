import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { notmuchLine } from "../../../src/reports/classification/notmuch-line.js";

/** The line of a message with these labels. */
function lineOf(labels: readonly string[], message: string, note?: string): string {
  const classification = { labels, decisions: [], knownTokens: 1 };
  return notmuchLine({ path: "cur/1", bytes: Buffer.from(message), classification, note });
}

describe("a line for notmuch tag --batch", () => {
  it("adds a tag for each label, with other signs than letters and digits encoded", () => {
    const line = lineOf(["work", "two words", '-a"é%'], "Message-ID: <1@x>\n\ntext");
    expect(line).toBe('+work +two%20words +_a%22%c3%a9%25 -- id:"1@x"\n');
  });

  it.each([
    ['<quo"te)d@x y>', 'quo""te)d@xy'],
    ["(comment) <c@d> <e@f>", "c@d"],
    [" no-brackets@x ", "no-brackets@x"],
    ["<>", "<>"],
  ])("finds a message by its Message-ID, as notmuch reads it: %s", (field, id) => {
    expect(lineOf(["a"], `Message-ID: ${field}\n\ntext`)).toBe(`+a -- id:"${id}"\n`);
  });

  it("finds a message without a Message-ID by the SHA-1 of its file", () => {
    const message = "Subject: x\n\ntext";
    const digest = createHash("sha1").update(message).digest("hex");
    expect(lineOf(["a"], message)).toBe(`+a -- id:"notmuch-sha1-${digest}"\n`);
  });

  it("is a comment for a message without a label, or of which nothing is known", () => {
    expect(lineOf([], "Message-ID: <1@x>\n\ntext")).toBe("# cur/1: no label\n");
    expect(lineOf(["a"], "Message-ID: <1@x>\n\ntext", "no known words")).toBe("# cur/1: no known words\n");
  });
});
