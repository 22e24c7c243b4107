import { describe, expect, it } from "vitest";
import { freePort } from "../helpers/ports.js";
import { type Running, until } from "../helpers/running.js";
import { type RunningServer, startServer } from "../helpers/server.js";
import { type Delivered, recipients, startMilter, TestPostfix, toOf } from "./postfix-server.js";
import { HAM, isRoot, SPAM, trainedModel } from "./programs.js";

/** Options for Node: at SIGUSR2, the server uses up all the memory that it may have. */
const GREEDY = [
  "--max-old-space-size=100",
  `--import=data:text/javascript,${encodeURIComponent(`
    process.on("SIGUSR2", () => {
      for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length));
    });`)}`,
];

/** Postfix, spamass-milter and a server with a model. */
async function mailServer(spamcArgs: readonly string[], settings: string) {
  const [milterPort, spamdPort] = [await freePort(), await freePort()];
  const address = ["--spamd", `127.0.0.1:${spamdPort}`];
  const args = ["-m", trainedModel(), ...address, "--timeout", "600", "--log", "text", "--quiet"];
  const state = {
    postfix: await TestPostfix.start(milterPort, settings),
    milter: undefined as unknown as Running,
    server: undefined as unknown as RunningServer,
    startServer: async () => {
      state.server = await startServer(args, GREEDY);
    },
    startMilter: async (more: readonly string[] = []) => {
      state.milter = await startMilter(milterPort, spamdPort, ["--connect-retries=1", ...more]);
    },
  };
  await state.startServer();
  await state.startMilter(spamcArgs);
  return state;
}

type MailServer = Awaited<ReturnType<typeof mailServer>>;

/** The faults of the server and the milter. Each returns a function that puts it right. */
const FAULTS = {
  "the server is killed": async ({ server, startServer }) => {
    await server.end("SIGKILL");
    return startServer;
  },
  "the server hangs": async ({ server }) => {
    server.child.kill("SIGSTOP");
    return async () => void server.child.kill("SIGCONT");
  },
  "the server is out of memory": async ({ server, startServer }) => {
    expect(await server.end("SIGUSR2")).toEqual({ code: null, signal: "SIGABRT" });
    return startServer;
  },
  // The next one waits as long as an answer takes.
  "the milter is killed": async ({ milter, startMilter }) => {
    await milter.end("SIGKILL");
    return startMilter;
  },
} as const satisfies Readonly<Record<string, (state: MailServer) => Promise<() => Promise<void>>>>;

/** Whether a message has a verdict. */
const isMarked = ({ message }: Delivered) => /^X-Spam-Status: /m.test(message);
const isSpam = ({ message }: Delivered) => /^X-Spam-Flag: YES$/m.test(message);

/** A test that waits as long as it has to: hundreds of processes are started. */
const PATIENT = { timeout: 0 };

describe.skipIf(!isRoot)("Postfix with spamass-milter", () => {
  it("marks each of 100 messages, and loses none", PATIENT, async () => {
    const { postfix, server } = await mailServer([], "milter_default_action = tempfail\n");
    await Promise.all([postfix.send(50, "ham", HAM), postfix.send(50, "spam", SPAM)]);
    await until(() => postfix.count() >= 100);
    const delivered = postfix.delivered();
    expect(toOf(delivered)).toEqual([...recipients(50, "ham"), ...recipients(50, "spam")].sort());
    expect(delivered.filter((message) => !isMarked(message))).toEqual([]);
    expect(toOf(delivered.filter(isSpam))).toEqual(recipients(50, "spam"));
    const users = server.said().matchAll(/ command=\w+ user=(\w+) /g);
    expect(Array.from(users, ([, user]) => `${user}@example.org`).sort()).toEqual(toOf(delivered));
  });

  it("delivers unmarked what comes while there is no verdict, and loses none of 200", PATIENT, async () => {
    const state = await mailServer(["-t", "2"], "milter_default_action = accept\n");
    const { postfix } = state;
    const all: string[] = [];
    for (const [i, [fault, begin]] of Object.entries(FAULTS).entries()) {
      const sent = postfix.send(40, `before${i}`, SPAM);
      await until(() => postfix.count() > all.length + 20);
      const repair = await begin(state);
      await postfix.send(10, `during${i}`, SPAM);
      const meanwhile = () => postfix.deliveredTo(`during${i}`);
      await until(() => meanwhile().length === 10);
      expect({ fault, marked: meanwhile().filter(isMarked) }).toEqual({ fault, marked: [] });
      await repair();
      await sent;
      all.push(...recipients(40, `before${i}`), ...recipients(10, `during${i}`));
      await until(() => postfix.count() >= all.length);
    }
    expect(all).toHaveLength(200);
    await postfix.send(10, "after", SPAM);
    await until(() => postfix.count() >= all.length + 10);
    expect(toOf(postfix.delivered())).toEqual([...all, ...recipients(10, "after")].sort());
    expect(toOf(postfix.deliveredTo("after").filter(isSpam))).toEqual(recipients(10, "after"));
  });

  it("defers what comes while there is no verdict in time, if it is to, and then marks it", PATIENT, async () => {
    const state = await mailServer([], "milter_default_action = tempfail\nmilter_content_timeout = 2s\n");
    const { postfix } = state;
    const all: string[] = [];
    for (const [i, fault] of (["the server hangs", "the milter is killed"] as const).entries()) {
      const sent = postfix.send(100, `before${i}`, SPAM);
      await until(() => postfix.count() > all.length + 20);
      const repair = await FAULTS[fault](state);
      await postfix.send(10, `during${i}`, SPAM);
      const isDeferred = (to: string) => postfix.log().includes(`to=<${to}>`);
      await until(() => recipients(10, `during${i}`).every(isDeferred));
      expect({ fault, delivered: postfix.deliveredTo(`during${i}`) }).toEqual({ fault, delivered: [] });
      await repair();
      await sent;
      all.push(...recipients(100, `before${i}`), ...recipients(10, `during${i}`));
      await until(() => postfix.count() >= all.length);
    }
    expect(toOf(postfix.delivered().filter(isSpam))).toEqual(all.sort());
  });
});
