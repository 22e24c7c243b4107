import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestOfBytes } from "../../../../src/delivery/filing/file-system.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { COPYING, desk, model, newInbox, setUp, train } from "./mailbox-desk.js";

setUp();

describe("messages that thresher mailbox sort leaves in the inbox", () => {
  const QUESTION = "Subject: q\r\n\r\nqqq\r\n";
  /** The UIDs of the messages that were downloaded. */
  const downloads = (commands: readonly string[]) =>
    commands.flatMap((line) =>
      (/^UID FETCH ([\d,]+) .*BODY/.exec(line)?.[1] ?? "").split(",").filter(Boolean).map(Number),
    );

  function withQuestion(messages?: number) {
    const mail = newInbox(messages);
    mail.folders.get("INBOX")?.set(9, QUESTION);
    return mail;
  }

  it("are not downloaded again, and the output is the same, but for their headings", async () => {
    const mail = withQuestion(2);
    const { sort, commands } = await desk(mail);
    await sort("-m", model);
    commands();
    mail.folders.get("INBOX")?.set(10, QUESTION);
    const [second, third] = [await sort("-m", model, "--json"), await sort("-m", model, "--json")];
    expect(downloads(commands())).toEqual([10]);
    const left = { label: expect.any(String), outcome: "left", why: "unsure" };
    expect(JSON.parse(second.stdout).messages).toMatchObject([
      { path: "INBOX#9", ...left },
      { path: "INBOX#10", ...left },
    ]);
    expect(third).toEqual(second);
  });

  it("are downloaded again with other options, another model, or another UIDVALIDITY, and for a dry run", async () => {
    const mail = withQuestion();
    const { sort, commands, at } = await desk(mail);
    const again = async (...args: string[]) => {
      commands();
      const named = args.includes("-m") ? [] : ["-m", model];
      expect(await sort(...named, ...args)).toMatchObject({ code: 0, stderr: "" });
      return downloads(commands());
    };
    expect(await again("--only", "Junk")).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 9]));
    expect(await again("--only", "Junk")).toEqual([]);
    expect(await again("--only", "Junk", "--dry-run")).toEqual([2, 4, 6, 9]);
    expect(await again("--only", "Junk", "--unsure-below", "0.9")).toEqual([2, 4, 6, 9]);
    mail.validity = 2;
    expect(await again("--only", "Junk", "--unsure-below", "0.9")).toEqual([2, 4, 6, 9]);
    const other = join(temporaryFolder(), "other.model");
    await train(other, 6);
    expect(await again("--only", "Junk", "--unsure-below", "0.9", "-m", other)).toEqual([2, 4, 6, 9]);
    expect(at().INBOX).toHaveLength(4);
  });
});

it("thresher mailbox sort finishes the move that a stopped watch has left half done", async () => {
  const mail = { ...newInbox(1), capabilities: COPYING };
  const text = mail.folders.get("INBOX")?.get(1) ?? "";
  mail.folders.get("Junk")?.set(1, text);
  const { sort, at, state } = await desk(mail);
  const [source, target] = ["INBOX;UIDVALIDITY=1/;UID=1", "Junk"];
  const move = {
    ...digestOfBytes(Buffer.from(text)),
    source,
    target,
    temporary: "Junk;UIDVALIDITY=1/;UID=1",
    key: "k",
  };
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, "watch"), `${JSON.stringify({ away: [], move, isComplete: true })}\n`, { mode: 0o600 });
  expect(await sort("-m", model)).toMatchObject({ code: 0, stderr: "" });
  expect(at()).toEqual({ INBOX: [], Junk: [1], Work: [] });
  expect(readFileSync(join(state, "watch"), "utf8")).toContain('"move":null');
});
