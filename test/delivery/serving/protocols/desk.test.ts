import { describe, expect, it } from "vitest";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import { type MailRequest, newDesk } from "../../../../src/delivery/serving/protocols/desk.js";

const REFUSED = "../other";
const answer = (_: Uint8Array, user = "site"): MessageAnswer => {
  if (user === REFUSED) throw new Error("the user name is refused");
  return {
    model: user,
    logOdds: 1,
    ranking: [
      { label: "ham", probability: 0.9 },
      { label: "spam", probability: 0.1 },
    ],
  };
};
const users = newDesk({ answer }, { program: "1", hasUsers: true });
/** The model that answers, and the user in the log. */
const asked = async (request: Partial<MailRequest>, desk = users) => {
  const { verdict, facts } = await desk.check({
    command: "CHECK",
    message: Buffer.from("Subject: a\n\nb\n"),
    ...request,
  });
  return `${verdict.model} ${facts.user}`;
};

describe("a desk", () => {
  it("asks the model of the only recipient, however the sender writes the address", async () => {
    expect(await asked({ recipients: ["<Ann@Example.org>", "ann@example.org"] })).toBe(
      "ann@example.org ann@example.org",
    );
    expect(await asked({ recipients: ["ann@example.org", "bob@example.org"] })).toBe("site undefined");
    expect(await asked({ recipients: [] })).toBe("site undefined");
    expect(await asked({ user: "Ann", recipients: ["bob@example.org"] })).toBe("Ann Ann");
    expect(await asked({ recipients: ["ann"] }, newDesk({ answer }, { program: "1" }))).toBe("site undefined");
  });

  it("takes letters as capital ones only if they are ASCII, because others may belong to another user", async () => {
    expect(await asked({ recipients: ["\u212aIM@example.org"] })).toBe("\u212aim@example.org \u212aim@example.org");
  });

  it("takes the action with the highest score that spam reaches", async () => {
    const taken = async (spam: number) => {
      const ranking = [
        { label: "spam", probability: spam },
        { label: "ham", probability: 1 - spam },
      ];
      const surely = () => ({ model: "1", logOdds: Math.log(spam / (1 - spam)), ranking });
      const actions = [{ action: "quarantine", score: 5 } as const, { action: "reject", score: 15 } as const];
      const checked = await newDesk({ answer: surely }, { program: "1", actions }).check(message);
      return [checked.score, checked.action];
    };
    const message = { command: "CHECK", message: Buffer.from("Subject: a\n\nb\n") };
    expect(await Promise.all([0.7, 0.9, 0.999].map(taken))).toEqual([
      ["3.3", undefined],
      ["7.4", "quarantine"],
      ["21.5", "reject"],
    ]);
  });

  it("asks the model for all if a recipient cannot be a user, and refuses such a user", async () => {
    expect(await asked({ recipients: [REFUSED] })).toBe(`site ${REFUSED}`);
    await expect(asked({ user: REFUSED })).rejects.toThrow("the user name is refused");
  });
});
