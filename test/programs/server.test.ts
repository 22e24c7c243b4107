import { chownSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { type RunningServer, startServer } from "../helpers/server.js";
import {
  delivered,
  deliverSafely,
  installed,
  newHome,
  PROGRAMS,
  type Program,
  trainedModel,
  withoutOurs,
} from "./programs.js";

const MESSAGE = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
/** Milliseconds after which a message that is delivered has come to a server that says nothing. */
const UNTIL_ASKED = 500;
/** A user who is not root and does not deliver. */
const STRANGER = 54_321;
const isRoot = process.getuid?.() === 0;
let [model, bin] = ["", ""];

beforeAll(() => {
  [model, bin] = [trainedModel(), installed()];
});

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
  it.each(Object.keys(STATES))("delivers a message marked, whose server %s", async (state) => {
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
