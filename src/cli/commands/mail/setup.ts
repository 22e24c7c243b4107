import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Argument, Command } from "commander";
import { DataError, orDataError } from "../../../base/errors.js";
import { safeText } from "../../../base/safe-text.js";
import { exists } from "../../../documents/files/files.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { print } from "../../output/output.js";

/**
 * The other programs. The package has for each a folder with its files, as they belong below the root, and a text with the
 * commands when they are in place.
 */
const PROGRAMS = ["dovecot", "systemd", "docker"];
// The command is in dist/bin.
const SETUP = join(import.meta.dirname, "../../src/delivery/setup");

/** A file for another program. */
interface SetupFile {
  /** Where it goes: an absolute path, or a name in the folder of a clone. */
  readonly path: string;
  readonly content: string;
  /** Permission bits. */
  readonly mode: number;
}

/** Makes the command `thresher setup`. */
export function newCommand(): Command {
  const command = new Command("setup")
    .description("Print the files that let another program work with Thresher, and where each goes.")
    .addArgument(new Argument("<program>", "the other program").choices(PROGRAMS))
    .action(run);
  withOptions(command, "Options", {
    "--into <folder>": "write the files below this folder, / for where they belong; nothing is overwritten",
  });
  return withHelp(
    withCommonOptions(command),
    `dovecot   a message that a user moves into Junk, or out of it, is learned
systemd   units of a server, with sockets that systemd opens
docker    a Dockerfile of a server

The first line of each file is where it goes. Read the files before you use
them: names of folders, users and models may be others with you.

Examples:
  thresher setup dovecot
  thresher setup dovecot --into /tmp/look
  sudo thresher setup dovecot --into /
  sudo thresher setup systemd --into /
  thresher setup docker --into .`,
    ["into"],
  );
}

async function run(program: string, options: CommonOptions & Texts<"into">): Promise<void> {
  const { into } = options;
  const files = filesOf(join(SETUP, program));
  if (into !== undefined) writeNew(files, into);
  const next = readFileSync(join(SETUP, `${program}.txt`), "utf8")
    .trimEnd()
    .split("\n");
  const texts = files.map(({ path, content }) =>
    into === undefined ? `# ${path}\n${content}` : safeText(join(into, path)),
  );
  const then = next.map((line) => `#   ${line}\n`);
  await print(options, {
    asJson: () => ({ program, into: into ?? null, files: files.map(({ path, content }) => ({ path, content })), next }),
    asText: () => `${texts.join("\n")}\n# Then:\n${then.join("")}`,
  });
}

function filesOf(folder: string): SetupFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.flatMap((name) => {
    const status = statSync(join(folder, name));
    if (!status.isFile()) return [];
    const path = name.startsWith("etc/") ? `/${name}` : name;
    return [{ path, content: readFileSync(join(folder, name), "utf8"), mode: status.mode & 0o111 ? 0o755 : 0o644 }];
  });
}

/** Writes files below a folder. @throws DataError if one of them exists already. Then none is written. */
function writeNew(files: readonly SetupFile[], into: string): void {
  const taken = files.map(({ path }) => join(into, path)).find(exists);
  if (taken !== undefined) throw new DataError(`${taken} exists already, and nothing was written: move it away first`);
  for (const { path, content, mode } of files) {
    const target = join(into, path);
    orDataError(
      () => {
        mkdirSync(dirname(target), { recursive: true });
        // "wx" fails if the file has come into being meanwhile.
        writeFileSync(target, content, { flag: "wx", mode });
      },
      (why) => `${target}: ${why}`,
    );
  }
}
