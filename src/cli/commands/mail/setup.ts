import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError, orDataError } from "../../../base/errors.js";
import { safeText } from "../../../base/safe-text.js";
import { commandFrom } from "../../command.js";
import type { Texts } from "../../options/options.js";

/**
 * The other programs. The package has for each a folder with its files, as they belong below the root, and a text with the
 * commands when they are in place.
 */
const PROGRAMS = ["dovecot", "systemd", "docker"];
/** The folder with these files and texts, from dist/bin, where the command is. */
const SETUP = join(import.meta.dirname, "../../src/delivery/setup");

/** `thresher setup`: prints the files for a program and the commands that follow, or copies the files below --into. */
export const newCommand = commandFrom({
  does: "Print the files that let another program work with Thresher, and where each goes.",
  takes: { "<program>": ["the other program", PROGRAMS] },
  options: {
    Options: {
      "--into <folder>": "write the files below this folder, / for where they belong; nothing is overwritten",
    },
  },
  help: `dovecot   a message that a user moves into Junk, or out of it, is learned
systemd   units of a server, with sockets that systemd opens
docker    a Dockerfile of a server

Read the files: the names of folders, users and models may differ on your system.

Examples:
  thresher setup dovecot
  sudo thresher setup dovecot --into /`,
  run(program: string, { into }: Texts<"into">) {
    const folder = join(SETUP, program);
    const files = filesOf(folder);
    if (into !== undefined) copyNew(folder, files, into);
    const next = readFileSync(join(SETUP, `${program}.txt`), "utf8")
      .trimEnd()
      .split("\n");
    const texts = files.map(({ path, content }) =>
      into === undefined ? `# ${path}\n${content}` : safeText(join(into, path)),
    );
    return {
      json: () => ({ program, into: into ?? null, files, next }),
      text: () => `${texts.join("\n")}\n# Then:\n${next.map((line) => `#   ${line}\n`).join("")}`,
    };
  },
});

/** Returns the files for another program: those below `etc` with absolute paths, others with their names. */
function filesOf(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.flatMap((name) => {
    if (!statSync(join(folder, name)).isFile()) return [];
    const path = name.startsWith("etc/") ? `/${name}` : name;
    return { path, content: readFileSync(join(folder, name), "utf8") };
  });
}

/** Copies the files of a folder below another. @throws DataError if one of them exists already. Then none is copied. */
function copyNew(folder: string, files: ReturnType<typeof filesOf>, into: string): void {
  const taken = files.map(({ path }) => join(into, path)).find((path) => existsSync(path));
  if (taken !== undefined) throw new DataError(`${taken} exists already, and nothing was written: move it away first`);
  // It fails if a file has come into being meanwhile.
  const copy = () => cpSync(folder, into, { recursive: true, force: false, errorOnExist: true });
  orDataError(copy, (why) => `${into}: ${why}`);
}
