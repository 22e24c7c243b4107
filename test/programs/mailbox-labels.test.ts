import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith } from "../helpers/folder.js";
import { CLASSES, TestMailbox } from "./mailboxes.js";

vi.setConfig({ testTimeout: 600_000 });

let box: TestMailbox | undefined;
afterEach(() => box?.server.stop());

/** A model of several labels: each class, and "two words" for all messages but those of the first class. */
async function labelModel(): Promise<string> {
  const rows = CLASSES.flatMap(({ label, words }, c) =>
    Array.from({ length: 8 }, (_, i) =>
      JSON.stringify({ labels: c === 0 ? [label] : [label, "two words"], text: `${words} ${i}` }),
    ),
  );
  const cwd = folderWith({ "topics.jsonl": `${rows.join("\n")}\n` });
  const words = ["train", "topics.jsonl", "-m", "topics.model", "--multi-label", "--quiet"];
  expect((await thresher(words, { cwd })).code).toBe(0);
  return join(cwd, "topics.model");
}

it("gives messages a keyword for each label, once, and leaves them in the inbox", async () => {
  const model = await labelModel();
  box = await TestMailbox.start({ format: "maildir", prefix: "", separator: "/" });
  await box.fill(9);
  const before = await box.messages();
  expect(await box.sort(["-m", model, "--dry-run"])).toMatchObject({ code: 0, stderr: "" });
  expect(await box.messages()).toEqual(before);

  const { stdout, ...outcome } = await box.sort(["-m", model]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(stdout).toMatch(/\nclass +marked\n/);
  const keywords = [...(await box.messages()).values()].map(([{ folder, flags }]) => {
    expect(folder).toBe("INBOX");
    return flags
      .split(" ")
      .filter((flag) => !/^[\\$]/.test(flag))
      .join(" ");
  });
  const money = "Work.Money two_words";
  const greetings = "Gr&APwA3w-e_&-_mehr two_words";
  expect(keywords.sort()).toEqual([...Array(3).fill(greetings), ...Array(3).fill("Junk"), ...Array(3).fill(money)]);

  // A keyword that the user has removed stays away.
  const client = await box.server.client();
  await client.mailboxOpen("INBOX");
  await client.messageFlagsRemove("1:*", ["two_words"]);
  await client.logout();
  const after = await box.messages();
  expect((await box.sort(["-m", model])).stdout).toMatch(/\nclass +marked +already there\n/);
  expect(await box.messages()).toEqual(after);
  const refused = await box.sort(["-m", model, "--keyword"]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("moves no message") });
  const watched = await thresher(["mailbox", "watch", "home", "-m", model, "--quiet"], { env: box.home });
  expect(watched).toMatchObject({ code: 1, stderr: expect.stringMatching(/^thresher: .*several labels.*\n$/) });
});
