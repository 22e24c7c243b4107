import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { classModel, type Kept, TestMailbox } from "./mailboxes.js";

const THOROUGH = process.env.THOROUGH !== undefined;
const SETUPS = [
  { format: "maildir", prefix: "", separator: "/" },
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "INBOX/", separator: "/" },
  { format: "mdbox", prefix: "INBOX.", separator: "." },
] as const satisfies readonly DovecotOptions[];

let model = "";
let box: TestMailbox | undefined;
beforeAll(async () => {
  model = await classModel();
});
afterEach(() => box?.server.stop());

async function started(options: DovecotOptions): Promise<TestMailbox> {
  box = await TestMailbox.start(options);
  return box;
}

/** Where each message is, with the flags and dates that it had. */
function expectedAt(before: ReadonlyMap<string, readonly Kept[]>, wanted: ReadonlyMap<string, string>) {
  return new Map([...before].map(([digest, [kept]]) => [digest, [{ ...kept, folder: wanted.get(digest) ?? "" }]]));
}

describe.each(SETUPS)("thresher mailbox sort, with Dovecot, $format, prefix '$prefix'", (options) => {
  it("moves each message to the folder of its class, byte for byte, with its flags and date, and back", async () => {
    const mailbox = await started(options);
    const wanted = await mailbox.fill(THOROUGH ? 2_000 : 60);
    const before = await mailbox.messages();
    const dry = await mailbox.sort(["-m", model, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(before);
    const { code, stdout, stderr } = await mailbox.sort(["-m", model]);
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(expectedAt(before, wanted));
    const undo = /--undo (.*)\n/.exec(stdout)?.[1] ?? "";
    expect(await mailbox.sort(["--undo", undo])).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(before);
  });
});
