import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE = join(ROOT, "src");
interface Import {
  /** Path below src. */
  readonly file: string;
  /** As it is written. */
  readonly from: string;
  readonly dynamic: boolean;
}

/** The files below a folder whose names end in a certain way, sorted. */
export function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ending))
    .sort();
}

export const textOf = (file: string) => readFileSync(join(SOURCE, file), "utf8");
export const files = [...filesIn(SOURCE, ".ts"), ...filesIn(SOURCE, ".tsx")].sort();
export const imports = files.flatMap(importsOf);
export const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

function importsOf(file: string): Import[] {
  const text = textOf(file);
  const fixed = [...text.matchAll(/^(?:import|export)\b(?:[^;"']*?\bfrom\s*)?\s*"([^"]+)"/gm)];
  const dynamic = [...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  const required = [...text.matchAll(/\bcreateRequire\([^)]*\)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
  return [
    ...fixed.map(([, from]) => ({ file, from, dynamic: false })),
    ...[...dynamic, ...required].map(([, from]) => ({ file, from, dynamic: true })),
  ];
}

/** The room of a file: its first folder. */
export function roomOf(file: string): string {
  return file.slice(0, Math.max(0, file.indexOf("/")));
}

/** The unit of a file within its room: its folder, or the file itself if it lies directly in the room. */
export function unitOf(file: string): string {
  const path = file.split("/").slice(1);
  return path.length > 1 ? `${path.slice(0, -1).join("/")}/` : path[0];
}

/** Returns the needs that are in circles, or between them: those that begin and end nowhere are taken away. */
export function circlesAmong(needs: readonly (readonly [from: string, to: string])[]): (readonly [string, string])[] {
  const [froms, tos] = [new Set(needs.map(([from]) => from)), new Set(needs.map(([, to]) => to))];
  const left = needs.filter(([from, to]) => tos.has(from) && froms.has(to));
  return left.length === needs.length ? left : circlesAmong(left);
}

/** Returns files and all that is loaded with them. */
export function loadedWith(...starts: string[]): Set<string> {
  const loaded = new Set(starts);
  for (const file of loaded) {
    const own = imports.filter((entry) => entry.file === file && !entry.dynamic && entry.from.startsWith("."));
    for (const entry of own) loaded.add(targetOf(entry));
  }
  return loaded;
}

export function targetOf({ file, from }: Import): string {
  const target = posix.join(dirname(file), from).replace(/(?:\.js)?$/, ".ts");
  return files.includes(`${target}x`) ? `${target}x` : target;
}
