import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import { notice, ok, type Remark } from "./finding.js";
import { type Place, SERVED, type Surroundings } from "./places.js";

/** A file of systemd. */
interface Unit {
  readonly name: string;
  readonly text: string;
  /** Whether systemd starts it. */
  readonly isOn: boolean;
}

/** The folders of units, for the system and for the user. */
export function unitFolders({ root, home }: Pick<Surroundings, "root" | "home">): string[] {
  return [join(root, "etc/systemd/system"), join(home, ".config/systemd/user")].filter(
    (folder) => unitsIn(folder).length > 0,
  );
}

/** Returns the models, sockets and ports of the units in a folder that systemd starts. */
export function placesOfUnits(folder: string, home: string): Place[] {
  const units = unitsIn(folder);
  if (!units.some(({ isOn }) => isOn)) return [];
  const runtime = folder.startsWith(home) ? (process.env.XDG_RUNTIME_DIR ?? "/run") : "/run";
  const places = units.flatMap(({ name, text, isOn }) => {
    // Sockets that are on start a service that is not.
    if (name.endsWith(".service")) return servedBy(text);
    return isOn ? listenedAt(text) : [];
  });
  return places.map(([kind, place]) => [kind, place.replaceAll("%h", home).replaceAll("%t", runtime)]);
}

/** Says whether systemd starts the units in a folder. */
export function lookAtUnits(folder: string): Remark[] {
  const units = unitsIn(folder);
  const on = units.flatMap(({ name, isOn }) => (isOn ? [name] : []));
  if (on.length > 0) return [ok(`systemd starts ${on.join(", ")}`)];
  return [
    notice(
      `systemd starts none of ${units.map(({ name }) => name).join(", ")}: run systemctl enable --now with those that you want`,
    ),
  ];
}

function unitsIn(folder: string): Unit[] {
  const names = orElse(() => readdirSync(folder), []);
  const wants = names.filter((name) => name.endsWith(".wants"));
  return names.flatMap((name) => {
    const text = /^thresher.*\.(?:service|socket)$/.test(name)
      ? orElse(() => readFileSync(join(folder, name), "utf8"), "")
      : "";
    const isOn = wants.some((want) => lstatSync(join(folder, want, name), { throwIfNoEntry: false }) !== undefined);
    return text === "" ? [] : [{ name, text, isOn }];
  });
}

/** Returns the places that the command line of a service names. */
function servedBy(text: string): Place[] {
  const [, line = ""] = /^ExecStart=.*?\bthresher serve\s(.*)/m.exec(text.replaceAll("\\\n", " ")) ?? [];
  const options = line.matchAll(/(?:^|\s)--?([a-z-]+)[\s=]+(?:'([^']*)'|"([^"]*)"|(\S+))/g);
  return Array.from(options).flatMap(([, name, ...values]) => {
    const kind = SERVED.get(name);
    return kind === undefined
      ? []
      : [[kind, (values.find((value) => value !== undefined) ?? "").replaceAll("%%", "%")] as const];
  });
}

/** Returns where the unit of a socket listens. */
function listenedAt(text: string): Place[] {
  const read = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1].trim() ?? "";
  const kind = ({ filter: "socket", learn: "learnSocket", spamd: "spamd" } as const)[read("FileDescriptorName")];
  return kind === undefined ? [] : [[kind, read("ListenStream")]];
}
