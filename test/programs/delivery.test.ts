import { chownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { type RunningServer, startServer } from "../helpers/server.js";
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

const MESSAGE = MESSAGES[1][2];
/** Milliseconds after which a message that is delivered has come to a server that says nothing. */
const UNTIL_ASKED = 500;
/** A user who is not root and does not deliver. */
const STRANGER = 54_321;
const isRoot = process.getuid?.() === 0;

interface Place {
  readonly home: string;
  readonly socket: string;
}

/** A server that whoever delivers may ask: it is the user's own, and dovecot delivers as another than root. */
async function serving({ socket }: Place): Promise<RunningServer> {
  return startServer(["-m", model, "--socket", socket, "--socket-mode", "666", "--quiet"]);
}

/** States of the server during a delivery. Each returns a function that ends it. */
const STATES: Readonly<Record<string, (place: Place) => Promise<(() => Promise<unknown>) | undefined>>> = {
  answers: async (place) => {
    const server = await serving(place);
    // The answer must come from the server, so the model file is broken.
    writeFileSync(join(place.home, "mail.model"), "no model");
    return () => server.end();
  },
  "was never started": async () => undefined,
  "was killed, its socket left": async (place) => {
    await (await serving(place)).end("SIGKILL");
    return undefined;
  },
  "is killed while the filter waits": async (place) => {
    const server = await serving(place);
    server.child.kill("SIGSTOP");
    const killed = wait(UNTIL_ASKED).then(() => server.end("SIGKILL"));
    return () => killed;
  },
  hangs: async (place) => {
    const server = await serving(place);
    server.child.kill("SIGSTOP");
    return () => server.end("SIGKILL");
  },
  // Root alone can give a socket to a stranger; for others it is a link to one.
  "may be a stranger's": async (place) => {
    const other = join(temporaryFolder(), "socket");
    const server = await serving({ ...place, socket: isRoot ? place.socket : other });
    if (isRoot) chownSync(place.socket, STRANGER, STRANGER);
    else symlinkSync(other, place.socket);
    return () => server.end();
  },
  "is a file in place of a socket": async ({ socket }) => {
    writeFileSync(socket, "");
    return undefined;
  },
};

describe.each(Object.keys(PROGRAMS) as Program[])("%s", (program) => {
  // In the other states, the filter does the same whichever program calls it.
  const states = program === "procmail" ? Object.keys(STATES) : ["answers", "hangs"];
  it.each(states)("delivers a message marked, whose server %s", async (state) => {
    const place = { home: newHome(model), socket: join(temporaryFolder(), "socket") };
    const end = await STATES[state](place);
    const command = `thresher filter --server ${place.socket} --server-timeout 1 -m ${place.home}/mail.model`;
    try {
      await deliverSafely(program, place.home, MESSAGE, { bin, command });
    } finally {
      await end?.();
    }
    expect(delivered(place.home, "Maildir")).toEqual([]);
    const spam = delivered(place.home, "Maildir/.spam");
    expect(spam.map(withoutOurs)).toEqual([MESSAGE]);
    expect(spam[0]).toMatch(/^X-Thresher: label=spam; probability=/);
  });
});
