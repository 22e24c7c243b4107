/** Folders with a configuration, to run commands in. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./folder.js";

export const SETS_MODEL = "thresher: thresher.json sets --model\n";
export const MESSAGE = "Subject: winner\n\ncash prize\n";

/** A folder to run in, with a link to a model and a letter, and the environment of a home with a configuration. */
export function configured(model: string, { near, home }: { near?: unknown; home?: unknown }) {
  const cwd = temporaryFolder();
  const config = temporaryFolder();
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o644 });
  };
  if (near !== undefined) write(join(cwd, "thresher.json"), near);
  if (home !== undefined) write(join(config, "thresher/config.json"), home);
  writeFileSync(join(cwd, "letter"), MESSAGE);
  linkSync(model, join(cwd, "mail.model"));
  return { cwd, env: { XDG_CONFIG_HOME: config, THRESHER_MODEL: "" }, config };
}
