import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lookAtUnits, placesOfUnits, unitFolders } from "../../../src/delivery/doctor/units.js";
import { folderWith, type Tree } from "../../helpers/folder.js";

const SYSTEM = "etc/systemd/system";
const SERVICE = `[Service]
ExecStart=/usr/bin/env thresher serve -m /var/lib/thresher/mail.model --metrics 9178 --log text \\
  --models '/var/lib/thresher/%%u.model' --learn-socket=/run/thresher/lessons
`;

/** A system with units, of which some are on. */
function systemWith(files: Tree, ...on: string[]): string {
  const root = folderWith({ etc: { systemd: { system: { "sockets.target.wants": {}, ...files } } } });
  for (const name of on) symlinkSync(`../${name}`, join(root, SYSTEM, "sockets.target.wants", name));
  return root;
}

const socket = (name: string, at: string) => `[Socket]\nListenStream=${at}\nFileDescriptorName=${name}\n`;
const UNITS = {
  "thresher.service": SERVICE,
  "thresher-spamd.socket": socket("spamd", "127.0.0.1:783"),
  "thresher-learn.socket": socket("learn", "/run/thresher/learn"),
  "other.service": "ExecStart=/bin/thresher serve -m /other\n",
};

describe("units of systemd", () => {
  it("name the models and servers of those that are on", () => {
    const root = systemWith(UNITS, "thresher-spamd.socket");
    const [folder] = unitFolders({ root, home: "/nowhere" });
    expect(folder).toBe(join(root, SYSTEM));
    expect(placesOfUnits(folder, "/nowhere").sort()).toEqual([
      ["learnSocket", "/run/thresher/lessons"],
      ["model", "/var/lib/thresher/mail.model"],
      ["models", "/var/lib/thresher/%u.model"],
      ["spamd", "127.0.0.1:783"],
    ]);
    expect(lookAtUnits(folder)).toEqual([{ state: "ok", what: "systemd starts thresher-spamd.socket" }]);
    const always = systemWith(UNITS, "thresher.service");
    expect(placesOfUnits(join(always, SYSTEM), "/nowhere")).toContainEqual(["metrics", "9178"]);
  });

  it("are noticed if none is on, and then name nothing", () => {
    const [folder] = unitFolders({ root: systemWith(UNITS), home: "/nowhere" });
    expect(placesOfUnits(folder, "/nowhere")).toEqual([]);
    const [{ state, what }] = lookAtUnits(folder);
    expect(state).toBe("notice");
    expect(what).toMatch(/^systemd starts none of thresher.*: run systemctl enable --now with those that you want$/);
  });

  it("are found in the home folder of the user, too", () => {
    const text = "ExecStart=/usr/bin/env thresher serve -m %h/mail.model --socket %t/thresher.socket\n";
    const user = { "thresher.service": text, "default.target.wants": { "thresher.service": text } };
    const home = folderWith({ ".config": { systemd: { user } } });
    const [folder] = unitFolders({ root: "/nowhere", home });
    const runtime = process.env.XDG_RUNTIME_DIR ?? "/run";
    expect(placesOfUnits(folder, home)).toEqual([
      ["model", `${home}/mail.model`],
      ["socket", `${runtime}/thresher.socket`],
    ]);
  });

  it("are not looked for where there are none", () => {
    expect(unitFolders({ root: "/nowhere", home: "/nowhere" })).toEqual([]);
    expect(unitFolders({ root: systemWith({ "other.service": SERVICE }), home: "/nowhere" })).toEqual([]);
  });
});
