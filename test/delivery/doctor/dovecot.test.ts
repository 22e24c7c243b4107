import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lookAtDovecot } from "../../../src/delivery/doctor/look-at-dovecot.js";
import { placesOfDovecot } from "../../../src/delivery/doctor/usual-places.js";
import { temporaryFolder } from "../../helpers/folder.js";

const SHIPPED = "src/delivery/setup/dovecot/etc/dovecot";
const HOUR = 3_600_000;
let [home, etc, script] = ["", "", ""];
beforeEach(() => {
  home = temporaryFolder();
  etc = join(home, "dovecot");
  script = join(etc, "sieve-pipe/thresher-learn");
  cpSync(SHIPPED, etc, { recursive: true });
  for (const name of ["spam", "ham"]) writeFileSync(join(etc, `sieve/thresher-${name}.svbin`), "");
});

/** Changes a file below the folder of Dovecot. */
function edit(name: string, ...changes: readonly (readonly [RegExp, string])[]): void {
  const path = join(etc, name);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    changes.reduce((changed, [from, to]) => changed.replace(from, to), text),
  );
}

describe("the script for Dovecot", () => {
  /** The learner of a user, by a script with other values than the shipped one. */
  const learner = (...changes: Parameters<typeof edit>[1][]) => {
    edit("sieve-pipe/thresher-learn", ...changes);
    return placesOfDovecot(home, script).slice(1);
  };

  it("names nothing if it is not there", () => {
    expect(placesOfDovecot(home, join(home, "nowhere"))).toEqual([]);
  });

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
  /** The remarks but those on spamc, which need not be installed here. */
  const looked = () =>
    lookAtDovecot(script, home, Date.now())
      .filter((remark) => remark !== false)
      .map(({ state, what }) => `${state} ${what}`.replaceAll(home, "HOME"))
      .filter((line) => !line.includes("apt install spamc"));

  it("finds all in place as it is installed", () => {
    writeFileSync(join(home, "mail.model"), "");
    expect(looked()).toEqual(["ok Dovecot's files are in place"]);
  });

  it("finds a script that cannot run, or of an earlier version", () => {
    chmodSync(script, 0o644);
    expect(looked()).toEqual(["fault Dovecot cannot run it: run chmod 755 HOME/dovecot/sieve-pipe/thresher-learn"]);
    writeFileSync(script, '#!/bin/sh\nexec thresher learn "$1" - -m $HOME/mail.model\n', { mode: 0o755 });
    chmodSync(script, 0o755);
    expect(looked()).toContainEqual(expect.stringMatching(/^fault it is of an earlier version and teaches nothing/));
  });

  it("finds that Node.js would have too little address space, unless spamc alone is called", () => {
    edit("conf.d/95-thresher.conf", [/vsz_limit = 2 G/, "vsz_limit = 512M"]);
    expect(looked().filter((line) => line.includes("address space"))).toEqual([]);
    writeFileSync(join(home, "mail.model"), "");
    expect(looked()).toEqual([expect.stringMatching(/^fault Dovecot gives Node\.js too little address space/)]);
  });

  it("finds files that are gone, and a Sieve script that has changed since it was compiled", () => {
    utimesSync(join(etc, "sieve/thresher-ham.svbin"), 1, 1);
    expect(looked()).toContainEqual(expect.stringMatching(/^notice HOME\/.*ham\.sieve is not compiled: run sievec /));
    rmSync(join(etc, "sieve"), { recursive: true });
    rmSync(join(etc, "conf.d"), { recursive: true });
    const lines = looked();
    for (const name of ["95-thresher.conf", "thresher-spam.sieve", "thresher-ham.sieve"]) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^fault HOME/.*${name} is not there`)));
    }
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
    expect(looked()).toEqual([
      expect.stringMatching(/^fault 1 lesson waits in HOME\/\.thresher-lessons for 3 hours: nothing learns them/),
      expect.stringMatching(/^notice 1 lesson in HOME\/\.thresher-lessons\/refused: the server refused them/),
    ]);
  });
});
