import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decidedBy, historyOf } from "../../../src/delivery/history/history.js";
import { temporaryFolder } from "../../helpers/folder.js";

const MESSAGE = Buffer.from(
  `From: A <a@example.org>\nMessage-ID: <1@example.org>\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe=E2=80=AE?= ${"x".repeat(200)}\n\nsecret words\n`,
);
const entriesIn = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("historyOf", () => {
  it("keeps sender, subject and reasons, safe and cut, and no text", () => {
    const path = join(temporaryFolder(), "history");
    const keep = historyOf(path, "filter", () => expect.unreachable());
    const ranking = [
      { label: "spam", probability: 0.7 },
      { label: "ham", probability: 0.3 },
    ];
    const answer = {
      ranking,
      logOdds: 0.8,
      model: "abcd1234",
      reasons: { against: "ham", terms: [["x", 1.5]] as const },
    };
    keep(MESSAGE, decidedBy(answer, {}));
    keep(MESSAGE, decidedBy(answer, { style: "spamassassin" }));
    keep(MESSAGE, decidedBy({ ...answer, knowsWords: false }, {}));
    const [spam, ham, guess] = entriesIn(path);
    expect(spam).toMatchObject({
      command: "filter",
      id: "<1@example.org>",
      from: "a@example.org",
      label: "spam",
      probability: 0.7,
      unsure: false,
      against: "ham",
      terms: [["x", 1.5]],
      model: "abcd1234",
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(spam.subject).toMatch(/^Grüße\\u202e x{50,}…$/);
    expect(spam.subject.length).toBe(120);
    expect(ham).toMatchObject({ label: "ham", probability: 0.3, unsure: false });
    expect(guess).toMatchObject({ label: "spam", unsure: true });
    expect(readFileSync(path, "utf8")).not.toContain("secret");
  });

  it("says once that it cannot be written, and throws nothing", () => {
    const lines: string[] = [];
    const keep = historyOf("/dev/null/history", "filter", (line) => lines.push(line));
    const decided = { label: "a", probability: 1, isUnsure: false, model: "abcd1234" };
    for (let i = 0; i < 3; i++) keep(MESSAGE, decided);
    expect(lines).toEqual([
      expect.stringMatching(/^the history \/dev\/null\/history cannot be opened: .*missing in it$/),
    ]);
  });
});
