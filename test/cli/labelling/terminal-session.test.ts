import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import {
  labelInTerminal,
  type TerminalInput,
  type TerminalOutput,
} from "../../../src/cli/labelling/terminal-session.js";
import type { SessionEnd } from "../../../src/labelling/session-end.js";
import type { LabellingState } from "../../../src/labelling/state.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { labellingHere, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

/** A session on a terminal in memory. */
function terminal(each = 4) {
  const ends: SessionEnd[] = [];
  const labelling = labellingHere(new PileInMemory(threeSubjects(each)), temporaryFolder(), ends);
  const keys = Object.assign(new PassThrough(), { isRaw: false, setRawMode: (isRaw: boolean) => (keys.isRaw = isRaw) });
  let screen = "";
  const screens = Object.assign(new PassThrough(), {
    columns: 100,
    rows: 30,
    write: (text: string) => {
      screen = stripVTControlCharacters(text);
      return true;
    },
  });
  const done = labelInTerminal(labelling, keys as unknown as TerminalInput, screens as unknown as TerminalOutput);
  const state = () => labelling.state();
  /** Presses keys, and waits until the state is as expected. */
  const press = async (text: string, isThere: (state: LabellingState) => boolean = () => true) => {
    keys.write(text);
    await expect.poll(() => isThere(state())).toBe(true);
  };
  const shows = (text: string) => expect.poll(() => screen).toContain(text);
  /** Presses keys that end the session. */
  const end = async (text: string) => {
    keys.write(text);
    await done;
    await labelling.close();
  };
  return { labelling, keys, ends, state, press, shows, end };
}

/** Starts a session and goes to its questions. */
async function asking(each?: number) {
  const here = terminal(each);
  await here.labelling.ready;
  await here.press("\r", ({ phase }) => phase === "questions");
  return here;
}

describe("a labelling session on a terminal", () => {
  it("names groups, sets them aside, takes back, and goes on to the questions", async () => {
    const { state, press, shows, keys, end } = terminal(12);
    await expect.poll(() => state().groups.length).toBeGreaterThan(2);
    const { length } = state().groups;
    await shows("that may belong together");
    await press("s", ({ groups }) => groups.length === length - 1);
    await press("u", ({ groups }) => groups.length === length);
    await press("nThinks\u007f\u007fgs\r", ({ classes }) => classes.length === 1);
    expect(state().classes[0].name).toBe("Things");
    // The letter of the class names the next group.
    await press(state().classes[0].key, ({ groups }) => groups.filter(({ name }) => name === "Things").length === 2);
    await press("\r", ({ phase }) => phase === "questions");
    await end("q");
    expect(keys.isRaw).toBe(false);
  });

  it("makes classes, chooses them by letter, digit and space, skips and takes back", async () => {
    const { state, press, end } = await asking();
    await press("nsea\r", ({ progress }) => progress.labelled === 1);
    await press("ncafe\r", ({ progress }) => progress.labelled === 2);
    await press("u", ({ progress }) => progress.labelled === 1);
    await press("nbread\r", ({ progress }) => progress.labelled === 2);
    const [sea, bread] = state().classes;
    await press(sea.key, ({ progress }) => progress.labelled === 3);
    await press(bread.key, ({ progress }) => progress.labelled === 4);
    await expect.poll(() => state().question?.proposals.length).toBe(2);
    const before = state().question;
    await press("2", ({ progress }) => progress.labelled === 5);
    const chosen = before?.proposals[1].label;
    expect(state().classes.find(({ name }) => name === chosen)?.labelled).toBe(3);
    await expect.poll(() => state().question?.proposals.length).toBe(2);
    await press(" ", ({ progress }) => progress.labelled === 6);
    const asked = state().question?.item;
    await press("s", ({ question }) => question?.item !== asked);
    await press("u", ({ question }) => question?.item === asked);
    await end("\u0003");
  });

  it("leaves a name with Escape, refuses one that no folder can have, and finishes", async () => {
    const { ends, state, press, shows, end } = await asking();
    await press("na/b\r");
    await shows('"a/b" cannot be the name of a folder');
    await press("nsea");
    await shows("name of the new class: sea");
    await press("\u001b");
    await shows("f finish");
    expect(state().progress.labelled).toBe(0);
    await press("nsea\r", ({ progress }) => progress.labelled === 1);
    await press("f");
    await shows("y: copy the 1 labelled document, n: go on");
    await press("n");
    await end("fy");
    expect(ends[0]).toMatchObject({ how: "copy", decided: [{ label: "sea" }] });
  });

  it("files all that look the same after it has asked, and scrolls", async () => {
    const { state, press, shows, end } = await asking(12);
    const answerOne = async () => {
      const { name = "", item } = state().question ?? {};
      await press(`n${name.split("-")[0]}\r`, ({ question }) => question?.item !== item);
    };
    for (let n = 0; n < 3; n++) await answerOne();
    await press("\u001b[B\u001b[6~\u001b[A");
    for (let n = 0; n < 20 && state().question?.alike === undefined; n++) {
      await answerOne();
      await expect.poll(() => state().question?.proposals.length ?? 1).toBeGreaterThan(0);
    }
    const { alike, copies = 1 } = state().question ?? {};
    const { labelled } = state().progress;
    expect(alike?.count).toBeGreaterThan(2);
    await press("a");
    await shows("look the same: file them all as");
    await press("y", ({ progress }) => progress.labelled === labelled + copies + (alike?.count ?? 0));
    await end("\u0004");
  });
});
