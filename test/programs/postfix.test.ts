import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { execute } from "../helpers/command.js";
import { namesIn, temporaryFolder } from "../helpers/folder.js";
import { installed, SPAM, searchPath, trainedModel, withoutOurs } from "./programs.js";

const folder = temporaryFolder();
const MESSAGE = `${SPAM}.\nFrom the same\n`;
const ARGUMENTS = ["-f", "<>", "--", "a b@example.com", "-x@example.com"];
let bin: string;

/** The script of src/delivery/README.md, which `pipe(8)` calls with the sender and the recipients. */
const script = (filter: string) => `#!/bin/sh
t=$(mktemp -d) || exit 75
trap 'rm -rf "$t"' EXIT
cat > "$t/in" || exit 75
${filter} < "$t/in" > "$t/out" || mv "$t/in" "$t/out" || exit 75
sendmail -G -i "$@" < "$t/out"
`;

beforeAll(() => {
  copyFileSync(trainedModel(), join(folder, "mail.model"));
  bin = installed({
    sendmail: 'printf "%s\\n" "$@" > "$SENT.args"; cat > "$SENT"; exit "$SENDMAIL_CODE"',
    "half-written": "head -c 30; kill -9 $$",
    "full-disk": "exec thresher filter -m mail.model > /dev/full",
  });
});

/** Delivers a message, and returns the exit code that Postfix sees and what was sent on. */
async function deliver(filter: string, env: Readonly<Record<string, string>> = {}) {
  const place = temporaryFolder();
  const [program, sent, temporary] = ["filter", "sent", "tmp"].map((name) => join(place, name));
  mkdirSync(temporary);
  writeFileSync(program, script(filter), { mode: 0o755 });
  const { code } = await execute(program, ARGUMENTS, {
    input: MESSAGE,
    cwd: folder,
    env: { PATH: searchPath(bin), TMPDIR: temporary, SENT: sent, SENDMAIL_CODE: "0", ...env },
  });
  expect(namesIn(temporary)).toEqual([]);
  const args = existsSync(sent) ? readFileSync(`${sent}.args`, "utf8").split("\n").slice(0, -1) : undefined;
  return { code, args, sent: existsSync(sent) ? readFileSync(sent, "utf8") : undefined };
}

describe("the script for Postfix", () => {
  it("sends a message on with its header, to whom it was for", async () => {
    const { code, args, sent = "" } = await deliver("thresher filter -m mail.model");
    expect({ code, args }).toEqual({ code: 0, args: ["-G", "-i", ...ARGUMENTS] });
    expect(sent).toMatch(/^X-Thresher: label=spam; /);
    expect(withoutOurs(sent)).toBe(MESSAGE);
  });

  it.each(["thresher filter -m none.model", "half-written", "full-disk", "not-there"])(
    "sends it on whole, unmarked, where the filter is: %s",
    async (filter) => {
      expect(await deliver(filter)).toMatchObject({ code: 0, sent: MESSAGE });
    },
  );

  it("defers a message if it cannot be stored or sent", async () => {
    const filter = "thresher filter -m mail.model";
    expect(await deliver(filter, { TMPDIR: "/there/is/none" })).toMatchObject({ code: 75, sent: undefined });
    expect(await deliver(filter, { SENDMAIL_CODE: "75" })).toMatchObject({ code: 75 });
  });
});
