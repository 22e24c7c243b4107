/** Checks that `spamc` with `serve --spamd` changes no message of a corpus except for its header. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";
import { freePorts, startThresher } from "../spamd/server.js";
import type { Check } from "./checks.js";

const CLIENTS = 4;

/** @param root a folder per class, one of them `spam` @param model path of a model trained on it */
export async function checkSpamd(
  check: Check,
  root: string,
  { model, share }: { model: string; share: number },
): Promise<void> {
  const files = Array.from(readFolders(root), ({ id }) => join(root, id)).filter(
    (_, i) => i % Math.round(1 / share) === 0,
  );
  const [port] = await freePorts(1);
  const server = await startThresher(model, { spamd: port }, 1);
  let [next, changed, unmarked] = [0, 0, 0];
  const client = async () => {
    while (next < files.length) {
      const message = readFileSync(files[next++]);
      const marked = await spamc(port, message);
      if (!withoutOurs(marked).equals(withoutOurs(message))) changed++;
      if (!/^X-Spam-Status: (?:Yes|No), score=/m.test(marked.toString("latin1", 0, 1000))) unmarked++;
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    await server.end();
  }
  check(`spamc, messages of ${files.length} that are another below the header`, changed, "0", changed === 0);
  check("spamc, messages without a verdict", unmarked, "0", unmarked === 0);
}

/** Runs spamc. Returns the message that it prints; without an answer, that is the message itself. */
function spamc(port: number, message: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("spamc", ["-d", "127.0.0.1", "-p", String(port)], { stdio: ["pipe", "pipe", "inherit"] });
    const pieces: Buffer[] = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.on("error", reject).on("close", () => resolve(Buffer.concat(pieces)));
    child.stdin.end(message);
  });
}

/** Messages may already have such fields, which are removed. */
function withoutOurs(message: Uint8Array): Buffer {
  return Buffer.from(unmarkedMessage(message, ["X-Thresher"], /^x-spam-(?!prev-)/));
}
