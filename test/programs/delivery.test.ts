import { chownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";
import {
  deliver,
  delivered,
  HAM,
  installed,
  isRoot,
  newHome,
  PATIENCE,
  PROGRAMS,
  type Program,
  SPAM,
  succeeded,
  trainedModel,
  withoutOurs,
} from "./programs.js";

const FORGED = `X-Thresher: label=ham; probability=1\n${SPAM}`;
const WITHOUT_SUBJECT = "From: c@example.com\n\nurgent cash\n";

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

/** Delivers messages, each of which has to come to the inbox, and unchanged. */
async function expectUnchanged(program: Program, home: string, messages: readonly string[], command?: string) {
  for (const message of messages)
    await succeeded(deliver(program, home, message, { bin, ...(command && { command }) }));
  expect(delivered(home, "Maildir").sort()).toEqual([...messages].sort());
  expect(delivered(home, "Maildir/.spam")).toEqual([]);
}

/** States of the server during a delivery. The server ends with the test. */
const STATES: Readonly<Record<string, (home: string, socket: string) => Promise<unknown>>> = {
  answers: async (home, socket) => {
    await serving(socket);
    // The answer must come from the server, so the model file is broken.
    writeFileSync(join(home, "mail.model"), "no model");
  },
  "was never started": async () => undefined,
  "was killed, its socket left": async (_, socket) => {
    await (await serving(socket)).end("SIGKILL");
  },
  "is killed while the filter waits": async (_, socket) => {
    const server = await serving(socket);
    server.child.kill("SIGSTOP");
    // Time for the filter to ask. If it asks later, the server is gone, and the filter has to do the same.
    void wait(500).then(() => server.end("SIGKILL"));
  },
  hangs: async (_, socket) => {
    (await serving(socket)).child.kill("SIGSTOP");
  },
  // Root alone can give a socket to a stranger; for others it is a link to one.
  "may be a stranger's": async (_, socket) => {
    const stranger = 54_321;
    const other = join(temporaryFolder(), "socket");
    await serving(isRoot ? socket : other);
    if (isRoot) chownSync(socket, stranger, stranger);
    else symlinkSync(other, socket);
  },
  "is a file in place of a socket": async (_, socket) => {
    writeFileSync(socket, "");
  },
};

/** A server that whoever delivers may ask: it is the user's own, and dovecot delivers as another than root. */
const serving = (socket: string) => startServer(["-m", model, "--socket", socket, "--socket-mode", "666", "--quiet"]);

describe.each(Object.keys(PROGRAMS) as Program[])("%s", (program) => {
  it("puts spam into the folder for it and the rest into the inbox, each with its header and unchanged below it", async () => {
    const home = newHome(model);
    for (const message of [HAM, SPAM, FORGED, WITHOUT_SUBJECT]) {
      await succeeded(deliver(program, home, message, { bin }));
    }
    const [inbox, spam] = [delivered(home, "Maildir"), delivered(home, "Maildir/.spam")];
    expect(inbox.map(withoutOurs)).toEqual([HAM]);
    expect(spam.map(withoutOurs).sort()).toEqual([SPAM, SPAM, WITHOUT_SUBJECT].sort());
    expect(inbox[0]).toMatch(/^X-Thresher: label=ham; probability=/);
    for (const message of spam) expect(message).toMatch(/^X-Thresher: label=spam; probability=/);
  });

  it("delivers everything to the inbox, unchanged, while the model is missing or damaged", async () => {
    const damaged = newHome(model);
    writeFileSync(join(damaged, "mail.model"), readFileSync(model).subarray(0, -1));
    for (const home of [newHome(), damaged]) await expectUnchanged(program, home, [HAM, SPAM, WITHOUT_SUBJECT]);
  });

  it.each(Object.keys(ENDS))("delivers a message whole whose filter is %s", async (end) => {
    const home = newHome(model);
    await expectUnchanged(program, home, [HAM, SPAM], `${end} ${home}/mail.model`);
  });

  // In the other states, the filter does the same whichever program calls it.
  const states = program === "procmail" ? Object.keys(STATES) : ["answers", "hangs"];
  it.each(states)("delivers a message marked, whose server %s", async (state) => {
    const [home, socket] = [newHome(model), join(temporaryFolder(), "socket")];
    await STATES[state](home, socket);
    const seconds = state === "answers" ? PATIENCE : 1;
    const command = `thresher filter --server ${socket} --timeout ${seconds} -m ${home}/mail.model`;
    await succeeded(deliver(program, home, SPAM, { bin, command }));
    expect(delivered(home, "Maildir")).toEqual([]);
    const spam = delivered(home, "Maildir/.spam");
    expect(spam.map(withoutOurs)).toEqual([SPAM]);
    expect(spam[0]).toMatch(/^X-Thresher: label=spam; probability=/);
  });
});

it.each<[Program, file: string, edit: (recipe: string) => string]>([
  ["procmail", ".procmailrc", (recipe) => recipe.replace("\n:0\n", "\n:0e\n{ EXITCODE=75 HOST }\n:0\n")],
  ["maildrop", ".mailfilter", (recipe) => recipe.replace(/exception \{\n(.*)\n\}/, "$1")],
])("%s defers mail while there is no model if its recipe says so", async (program, file, change) => {
  const home = newHome();
  const edit = () => writeFileSync(join(home, file), change(readFileSync(join(home, file), "latin1")));
  expect(await deliver(program, home, HAM, { bin, edit })).toMatchObject({ code: 75 });
  expect([...delivered(home, "Maildir"), ...delivered(home, "Maildir/.spam")]).toEqual([]);
});
