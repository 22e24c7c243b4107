import { describe, expect, it } from "vitest";
import { isEvidence } from "../../../src/mail/fields/fields.js";

describe("evidence of a class", () => {
  it.each(
    "lunch|at noon|www shop|10 euros|会|subject:lunch|subject:re lunch|from:anna@mail.example|reply-to:anna@mail.example|link:shop.example|html:offer|hidden:offer|disguised:prize|list-id:node".split(
      "|",
    ),
  )("is %j", (term) => expect(isEvidence(term)).toBe(true));

  it.each(
    "fact:parts 1|date:+0200|received:postfix|agent:mutt|header:subject|attachment:image/png|to:me@mail.example|cc:me|from:mail.example|from:anna|subject:re|http www|2024|x|10 30|".split(
      "|",
    ),
  )("is not %j", (term) => expect(isEvidence(term)).toBe(false));
});
