import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lookAtDovecot, placesOfDovecot } from "../../../src/delivery/doctor/look-at-files.js";
import { temporaryFolder } from "../../helpers/folder.js";

const SHIPPED = "src/delivery/setup/dovecot/etc/dovecot";
const HOUR = 3_600_000;
let [home, etc, script] = ["", "", ""];
beforeEach(() => {
  home = temporaryFolder();
  etc = join(home, "dovecot");
  script = join(etc, "sieve-pipe/thresher-learn");
  cpSync(SHIPPED, etc, { recursive: true });
});

describe("the script for Dovecot", () => {
  /** The learner of a user, by a script with other values than the shipped one. */
  const learner = (...changes: readonly (readonly [RegExp, string])[]) => {
    for (const [from, to] of changes) writeFileSync(script, readFileSync(script, "utf8").replace(from, to));
    return placesOfDovecot(home, script).slice(1);
  };

  it("names the model of the user, if there is one", () => {
    writeFileSync(join(home, "mail.model"), "");
    expect(placesOfDovecot(home, script)).toEqual([
      ["dovecot", script],
      ["model", join(home, "mail.model")],
    ]);
  });

  it("names the socket of a server if it is there, and otherwise the port", () => {
    expect(learner([/^server=.*/m, `server=${home}/learn`])).toEqual([["tell", "127.0.0.1:783"]]);
    mkdirSync(join(home, "learn"));
    expect(learner()).toEqual([["learnSocket", `${home}/learn`]]);
    rmSync(join(home, "learn"), { recursive: true });
    expect(learner([/^spamd=.*\n/m, ""])).toEqual([["learnSocket", `${home}/learn`]]);
  });
});

describe("a look at Dovecot's files", () => {
  const looked = () =>
    lookAtDovecot(script, home, Date.now())
      .filter((remark) => remark !== false)
      .map(({ state, what }) => `${state} ${what}`.replaceAll(home, "HOME"));

  it("finds a script that cannot run, and a configuration that is gone", () => {
    chmodSync(script, 0o644);
    rmSync(join(etc, "conf.d"), { recursive: true });
    expect(looked()).toEqual([
      "fault Dovecot cannot run it: run chmod 755 HOME/dovecot/sieve-pipe/thresher-learn",
      expect.stringMatching(/^fault HOME\/.*95-thresher.conf is not there, so Dovecot calls no script/),
    ]);
  });

  it("finds lessons that wait for long, and those that were refused", () => {
    const queue = join(home, ".thresher-lessons");
    mkdirSync(join(queue, "refused"), { recursive: true });
    writeFileSync(join(queue, "00000001.77.spam"), "");
    writeFileSync(join(queue, ".lock"), "");
    expect(looked()).toContain("ok 1 lesson waits in HOME/.thresher-lessons for 0 minutes");
    const old = (Date.now() - 3 * HOUR) / 1000;
    utimesSync(join(queue, "00000001.77.spam"), old, old);
    writeFileSync(join(queue, "refused/00000002.78.ham"), "");
    expect(looked().slice(1)).toEqual([
      expect.stringMatching(/^fault 1 lesson waits in HOME\/\.thresher-lessons for 3 hours: nothing learns them/),
      expect.stringMatching(/^notice 1 lesson in HOME\/\.thresher-lessons\/refused: the server refused them/),
    ]);
  });
});
