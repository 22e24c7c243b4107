import { accessSync, constants, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, orElse } from "../../base/errors.js";
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

/**
 * Returns the models, sockets and ports of the units in a folder, if systemd starts one of them. Those that this user
 * may not use are left out.
 */
export function placesOfUnits(folder: string, home: string): Place[] {
  const units = unitsIn(folder);
  if (!units.some(({ isOn }) => isOn)) return [];
  const runtime = folder.startsWith(home) ? (process.env.XDG_RUNTIME_DIR ?? "/run") : "/run";
  const places = units.flatMap(({ text, isOn }) => [
    // Sockets that are on start a service that is not. But its port for monitors is then shut until a message comes.
    ...servedBy(text).filter(([kind]) => isOn || kind !== "metrics"),
    ...(isOn ? listenedAt(text) : []),
  ]);
  const full = (place: string) => place.replaceAll("%h", home).replaceAll("%t", runtime);
  return places.map(([kind, place]) => [kind, full(place)] as const).filter(([, place]) => !isForOthers(place));
}

/** Says whether systemd starts the units in a folder. */
export function lookAtUnits(folder: string): Remark[] {
  const units = unitsIn(folder);
  const on = units.flatMap(({ name, isOn }) => (isOn ? [name] : []));
  if (on.length > 0) return [ok(`systemd starts ${on.join(", ")}`)];
  const all = units.map(({ name }) => name).join(", ");
  return [notice(`systemd starts none of ${all}: run systemctl enable --now with those that you want`)];
}

function unitsIn(folder: string): Unit[] {
  const all = orElse(() => readdirSync(folder), []);
  const wants = all.filter((name) => name.endsWith(".wants"));
  const names = all.filter((name) => /^thresher.*\.(?:service|socket)$/.test(name));
  return names.map((name) => ({
    name,
    text: orElse(() => readFileSync(join(folder, name), "utf8").replaceAll("\\\n", " "), ""),
    isOn: wants.some((want) => lstatSync(join(folder, want, name), { throwIfNoEntry: false }) !== undefined),
  }));
}

/** Returns the places that the command line of a service names. */
function servedBy(text: string): Place[] {
  const [, line = ""] = /^ExecStart=.*?\bthresher serve(\s.*)/m.exec(text) ?? [];
  const options = line.matchAll(/\s--?([a-z-]+)[\s=]+(['"]?)(.*?)\2(?=\s|$)/g);
  return Array.from(options).flatMap(([, name, , value]) => {
    const kind = SERVED.get(name);
    return kind === undefined ? [] : [[kind, value.replaceAll("%%", "%")] as const];
  });
}

/** Returns where the unit of a socket listens. */
function listenedAt(text: string): Place[] {
  const read = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1].trim() ?? "";
  const kind = ({ filter: "socket", learn: "learnSocket", spamd: "spamd" } as const)[read("FileDescriptorName")];
  return kind === undefined ? [] : [[kind, read("ListenStream")]];
}

/** Whether a file or a socket is there, but not for this user. */
function isForOthers(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch (error) {
    return codeOf(error) === "EACCES";
  }
}
