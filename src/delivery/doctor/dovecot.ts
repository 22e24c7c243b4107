import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { DataError } from "../../base/errors.js";
import { exists } from "../../documents/files/files.js";
import { fault, notice, ok, type Remark, type Remarks } from "./finding.js";
import { lookAtPermissions, mayUse } from "./permissions.js";
import type { Place, Surroundings } from "./places.js";

/** The files of `thresher setup dovecot`. */
const SCRIPT = "etc/dovecot/sieve-pipe/thresher-learn";
const FILES = [SCRIPT, "etc/dovecot/conf.d/95-thresher.conf"].concat(
  ["spam", "ham"].map((name) => `etc/dovecot/sieve/thresher-${name}.sieve`),
);

/** Returns the files of the setup, if one of them is there. */
export function dovecotFiles({ root }: Pick<Surroundings, "root">): string[] {
  const paths = FILES.map((name) => join(root, name));
  return paths.some(exists) ? paths : [];
}

/** Returns the server that learns for users without a model of their own. */
export function placesOfDovecot({ root, home }: Pick<Surroundings, "root" | "home">): Place[] {
  const { server = "", spamd = "", model = "" } = valuesIn(join(root, SCRIPT));
  const [, host, port] = /-d (\S+) -p (\d+)/.exec(spamd) ?? [];
  if (port !== undefined && !exists(server)) return [["tell", `${host}:${port}`]];
  // Each user may have a model instead, as this one has.
  return server === "" || (!exists(server) && exists(model.replace("$HOME", home))) ? [] : [["learnSocket", server]];
}

/** Looks at one of the files. @throws DataError if it is missing */
export async function lookAtDovecot(path: string, { root, version, patience }: Surroundings): Promise<Remarks> {
  if (!exists(path)) throw new DataError("it is missing, so moves teach nothing: thresher setup dovecot prints it");
  const remarks = lookAtPermissions(path, "");
  if (path !== join(root, SCRIPT)) return [ok("there"), ...remarks];
  const isShut = (statSync(path).mode & 0o001) === 0;
  const shut = isShut && fault(`not every user may run it: run chmod 755 ${path}`);
  return [...remarks, shut, await commandRemark(valuesIn(path).PATH ?? "", root, version, patience)];
}

/** Looks at the thresher that a script with this PATH runs. */
async function commandRemark(path: string, root: string, version: string, timeout: number): Promise<Remark> {
  const commands = path.split(delimiter).map((folder) => join(root, folder, "thresher"));
  const command = commands.find((each) => mayUse(each, "X_OK"));
  if (command === undefined) return fault(`there is no thresher in ${path}: write its folder into PATH`);
  const { stdout } = await promisify(execFile)(command, ["--version"], { timeout });
  const found = stdout.trim();
  if (found === version) return ok(`runs ${command}`);
  return notice(`it runs ${command}, version ${found}, and this is ${version}: install one version`);
}

/** Returns the variables that a script of the shell sets; none if it cannot be read. */
function valuesIn(script: string): Readonly<Record<string, string>> {
  const text = exists(script) ? readFileSync(script, "utf8") : "";
  return Object.fromEntries(Array.from(text.matchAll(/^(\w+)="?([^"\n]*)"?$/gm), ([, name, value]) => [name, value]));
}
