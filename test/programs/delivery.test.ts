import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  deliver,
  delivered,
  deliverSafely,
  installed,
  newHome,
  PROGRAMS,
  type Program,
  trainedModel,
  withoutOurs,
} from "./programs.js";

const MESSAGES: readonly (readonly [what: string, spam: boolean, text: string])[] = [
  ["ham", false, "From: a@example.com\nSubject: meeting\n\nlunch tomorrow\n"],
  ["spam", true, "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n"],
  ["forged", true, "X-Thresher: label=ham; probability=1\nSubject: urgent\n\nwinner of a cash prize\n"],
  ["without subject", true, "From: c@example.com\n\nurgent cash\n"],
];

/** Commands that come to a bad end: the last thing that a kernel, a disk or an administrator leaves of a filter. */
const ENDS = {
  "half-written": "head -c 30; kill -9 $$",
  "killed-early": "kill -9 $$",
  "failed-late": "cat; exit 1",
  "out-of-memory": 'ulimit -v 300000; exec thresher filter -m "$1"',
};
let [model, bin] = ["", ""];

beforeAll(() => {
  [model, bin] = [trainedModel(), installed(ENDS)];
});

describe.each(Object.keys(PROGRAMS) as Program[])("%s", (program) => {
  it("puts spam into the folder for it and the rest into the inbox, each with its header and unchanged below it", async () => {
    const home = newHome(model);
    for (const [, , message] of MESSAGES) await deliverSafely(program, home, message, { bin });
    const [inbox, spam] = [delivered(home, "Maildir"), delivered(home, "Maildir/.spam")];
    const expected = (isSpam: boolean) =>
      MESSAGES.filter(([, spam]) => spam === isSpam).map(([, , message]) => withoutOurs(message));
    expect(inbox.map(withoutOurs).sort()).toEqual(expected(false).sort());
    expect(spam.map(withoutOurs).sort()).toEqual(expected(true).sort());
    for (const message of inbox) expect(message).toMatch(/^X-Thresher: label=ham; probability=/);
    for (const message of spam) expect(message).toMatch(/^X-Thresher: label=spam; probability=/);
  });

  it("delivers everything to the inbox, unchanged, while the model is missing or damaged", async () => {
    const [missing, damaged] = [newHome(), newHome(model)];
    writeFileSync(join(damaged, "mail.model"), readFileSync(model).subarray(0, -1));
    const mail = MESSAGES.map(([, , message]) => message).filter((message) => !message.startsWith("X-Thresher"));
    for (const home of [missing, damaged]) {
      for (const message of mail) await deliverSafely(program, home, message, { bin });
      expect(delivered(home, "Maildir").sort()).toEqual([...mail].sort());
      expect(delivered(home, "Maildir/.spam")).toEqual([]);
    }
  });

  it.each(Object.keys(ENDS))("delivers a message whole whose filter is %s", async (end) => {
    const home = newHome(model);
    const command = `${end} ${home}/mail.model`;
    for (const [, , message] of MESSAGES.slice(0, 2)) await deliverSafely(program, home, message, { bin, command });
    expect(delivered(home, "Maildir").sort()).toEqual(MESSAGES.slice(0, 2).map(([, , message]) => message));
    expect(delivered(home, "Maildir/.spam")).toEqual([]);
  });
});

/** Delivers with a recipe that gives mail back while there is no model, and expects that it does. */
async function expectDeferred(program: Program, file: string, edit: (recipe: string) => string): Promise<void> {
  const home = newHome();
  const editing = () => {
    const recipe = readFileSync(join(home, file), "latin1");
    writeFileSync(join(home, file), edit(recipe));
  };
  expect((await deliver(program, home, MESSAGES[0][2], { bin, edit: editing })).code).toBe(75);
  expect([...delivered(home, "Maildir"), ...delivered(home, "Maildir/.spam")]).toEqual([]);
}

describe("procmail", () => {
  it("defers mail if the recipe says so", async () => {
    await expectDeferred("procmail", ".procmailrc", (recipe) =>
      recipe.replace("\n:0\n", "\n:0e\n{ EXITCODE=75 HOST }\n:0\n"),
    );
  });
});

describe("maildrop", () => {
  it("defers mail if nothing catches the error", async () => {
    await expectDeferred("maildrop", ".mailfilter", (recipe) => recipe.replace(/exception \{\n(.*)\n\}/, "$1"));
  });
});
