import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { execute, thresher } from "../helpers/command.js";
import { freePort } from "../helpers/dovecot.js";
import { temporaryFolder } from "../helpers/folder.js";
import { until } from "./postfix-server.js";
import { installed, searchPath, trainedModel } from "./programs.js";

const MESSAGE = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
let lines: string[] = [];

beforeAll(async () => {
  lines = (await thresher(["setup", "docker"])).stdout.split("\n").filter((line) => !/^(?:#.*)?$/.test(line));
});

/** The words of an instruction that is written as JSON. */
function wordsOf(instruction: string): string[] {
  const line = lines.find((line) => line.startsWith(instruction)) ?? "";
  return JSON.parse(/\[.*\]$/.exec(line)?.[0] ?? "[]");
}

describe("the Dockerfile", () => {
  it("has instructions that Docker knows, the last of them for an ordinary user", () => {
    const names = lines.map((line) => line.split(" ")[0]);
    const build = ["FROM", "WORKDIR", "COPY", "RUN"];
    expect(names).toEqual([...build, "FROM", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"]);
    expect(lines.filter((line) => line.startsWith("FROM "))).toEqual([
      "FROM node:20-slim AS build",
      "FROM node:20-slim",
    ]);
    expect(lines).toContain("USER node");
  });

  it("starts a server that is healthy while it answers, as a user who may only read the model", async () => {
    const folder = temporaryFolder();
    const [model, port, metrics] = [join(folder, "mail.model"), await freePort(), await freePort()];
    copyFileSync(trainedModel(), model);
    const inPlace = (word: string) =>
      word
        .replace("/var/lib/thresher", folder)
        .replace("0.0.0.0:783", `127.0.0.1:${port}`)
        .replace("9178", String(metrics));
    const run = (words: readonly string[]) => {
      const [program = "", ...args] = words.map(inPlace);
      const env = { ...process.env, PATH: searchPath(installed()) };
      return spawn(program, args, {
        env,
        stdio: ["ignore", "pipe", "pipe"],
        ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
      });
    };
    const health = async () => (await once(run(wordsOf("HEALTHCHECK ")), "exit"))[0];
    expect(await health()).toBe(1);
    const server = run(wordsOf("CMD "));
    const ended = once(server, "exit");
    let said = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await until(() => said.includes("serving model"));
    expect(await health()).toBe(0);
    const { stdout } = await execute("spamc", ["-d", "127.0.0.1", "-p", String(port)], { input: MESSAGE });
    expect(stdout).toMatch(/^X-Spam-Flag: YES$/m);
    await until(() => said.includes('"command":"PROCESS"'));
    server.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(await health()).toBe(1);
    for (const line of said.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("time");
  });
});
