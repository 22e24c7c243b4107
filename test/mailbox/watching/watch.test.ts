import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { WatchTimer, watch } from "../../../src/mailbox/watching/watch.js";
import { WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { Watcher } from "../../../src/mailbox/watching/watcher.js";
import { FakeMailbox } from "../../helpers/fake-mailbox.js";
import { FakeTeacher, message } from "../../helpers/fake-teacher.js";
import { temporaryFolder } from "../../helpers/folder.js";

const MINUTE = 60_000;

/** Time that passes only when somebody waits. */
class FakeTime extends WatchTimer {
  #now = 0;
  /** The milliseconds of each wait. */
  readonly waits: number[] = [];
  /** Asks to stop. */
  readonly stop: () => void;
  /** Called after each wait. */
  onWait: () => void = () => undefined;

  constructor() {
    const end = new AbortController();
    super(end.signal);
    this.stop = () => end.abort();
  }

  override now(): number {
    return this.#now;
  }

  override async sleep(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    this.#now += milliseconds;
    this.onWait();
  }

  override waitForMail(milliseconds: number): Promise<void> {
    return this.sleep(milliseconds);
  }
}

function setup() {
  const mailbox = new FakeMailbox("Junk", "Trash", "Work");
  const state = new WatchState(join(temporaryFolder(), "state"));
  onTestFinished(() => state.close());
  const time = new FakeTime();
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line);
  const options = { unsureBelow: 0.8, tell: () => undefined, isStopped: () => time.isStopped };
  const watcher = new Watcher({ mailbox, state, teacher: new FakeTeacher(), ...options });
  return { mailbox, time, lines, run: () => watch(watcher, time, { every: MINUTE, tell, mailbox }) };
}

const throwing = (error: Error) => () => {
  throw error;
};
const faultOf = (message: string, cause: object) =>
  new DataError(message, { cause: Object.assign(new Error(), cause) });
/** An error as that of a lost connection. */
const LOST = faultOf("the server closed the connection", { code: "NoConnection" });
/** An error as that of a refused login. @param code that the server gives */
const refusedWith = (code: string | undefined) =>
  faultOf(`no: ${code}`, { authenticationFailed: true, responseStatus: "NO", serverResponseCode: code });
const WRONG = "AUTHENTICATIONFAILED";

/** Watches while each look gets the next answer: it is well, the connection is lost, or a login is refused with a code. */
async function answered(answers: readonly (string | undefined)[]) {
  let next = 0;
  const { mailbox, run, time, lines } = setup();
  time.onWait = () => next >= answers.length && time.stop();
  // A look begins with the list of the folders. Each call is seen before and after, unless it fails.
  let isAfter = false;
  mailbox.onCall = (name) => {
    if (name !== "folders") return;
    isAfter = !isAfter;
    if (!isAfter) return;
    const answer = answers[next++];
    if (answer === "well") return;
    isAfter = false;
    throw answer === "lost" ? LOST : refusedWith(answer);
  };
  const end = await run().then(
    () => "stopped",
    (error: Error) => error.message,
  );
  return { time, lines, end };
}

describe("watch", () => {
  it("tries again after faults with growing pauses, and says it once", async () => {
    const { mailbox, time, lines, run } = setup();
    time.onWait = () => {
      if (time.now() > 10_000 * MINUTE) time.stop();
      if (time.now() > 5_000 * MINUTE) mailbox.onCall = () => undefined;
    };
    mailbox.onCall = throwing(LOST);
    await run();
    const seconds = time.waits.slice(0, 10).map((wait) => wait / 1000);
    expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(time.waits.at(-1)).toBe(MINUTE);
    expect(lines).toEqual(["the server closed the connection; trying again, with growing pauses", "it works again"]);
  });

  it("ends if the server says that the password is wrong: twice in a row if it was right before", async () => {
    for (const [answers, waits] of [
      [[WRONG], ""],
      [["well", WRONG, "lost", WRONG, "well", WRONG, WRONG], "60 5 10 20 60 5"],
      [["well", undefined, WRONG, "LIMIT", WRONG, undefined, WRONG, WRONG], "60 5 10 20 40 80 160"],
    ] as const) {
      const { time, lines, end } = await answered(answers);
      expect(end).toMatch(/^no: AUTHENTICATIONFAILED/);
      expect(time.waits.map((wait) => wait / 1000).join(" ")).toBe(waits);
      expect(lines.length > 0).toBe(waits.length > 0);
      for (const line of lines) expect(line).toMatch(/ trying again, with growing pauses$|^it works again$/);
    }
  });

  it("ends if the server refuses each login for ten minutes, and not because it lets nobody in", async () => {
    const refused = await answered(Array.from({ length: 20 }, () => undefined));
    expect(refused.end).toBe("no: undefined");
    expect(refused.time.now()).toBe(635_000);
    expect(refused.lines).toEqual(["no: undefined; trying again, with growing pauses"]);
    for (const code of ["LIMIT", "UNAVAILABLE", "INUSE", "SERVERBUG"]) {
      const { end, lines, time } = await answered([...Array.from({ length: 50 }, () => code), "well"]);
      expect(end).toBe("stopped");
      expect(lines).toEqual([`no: ${code}; trying again, with growing pauses`, "it works again"]);
      expect(time.now()).toBeGreaterThan(10 * 3_600_000);
    }
  });

  it("ends without a word if a fault comes of the request to stop", async () => {
    const { mailbox, run, lines, time } = setup();
    mailbox.onCall = () => {
      time.stop();
      throw LOST;
    };
    await run();
    expect(lines).toEqual([]);
  });

  it("ends if something else is wrong at the beginning", async () => {
    const { mailbox, run } = setup();
    for (const error of [new DataError("no MOVE"), new TypeError("bug")]) {
      mailbox.onCall = throwing(error);
      await expect(run()).rejects.toBe(error);
    }
  });

  it("visits the inbox as soon as there is news, and all folders every minute", async () => {
    let [waits, visits] = [0, 0];
    const { mailbox, run, time } = setup();
    time.waitForMail = async (milliseconds) => {
      if (++waits < 4) return mailbox.deliver(message(`a-${waits}`, "Junk"));
      await time.sleep(milliseconds);
      if (waits === 6) time.stop();
    };
    mailbox.onCall = (name) => {
      if (name === "folders") visits++;
      if (waits === 4) expect(mailbox.foldersOf(message("a-3", "Junk"))).toEqual(["Junk"]);
    };
    await run();
    expect(mailbox.folder("Junk").messages.size).toBe(3);
    // Each call is seen before and after.
    expect(visits).toBe(2 * 3);
  });
});
