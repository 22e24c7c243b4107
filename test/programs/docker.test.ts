import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { execute, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { freePort } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { installed, isRoot, NOBODY, SPAM, searchPath, trainedModel } from "./programs.js";

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
    expect(lines).toEqual(expect.arrayContaining(["FROM node:20-slim AS build", "FROM node:20-slim", "USER node"]));
  });

  it("starts a server that is healthy while it answers, as a user who may only read the model", async () => {
    const folder = temporaryFolder();
    const [port, metrics, bin] = [await freePort(), await freePort(), installed()];
    copyFileSync(trainedModel(), join(folder, "mail.model"));
    const inPlace = (word: string) =>
      word
        .replace("/var/lib/thresher", folder)
        .replace("0.0.0.0:783", `127.0.0.1:${port}`)
        .replace("9178", String(metrics));
    const run = (instruction: string) => {
      const [program = "", ...args] = wordsOf(instruction).map(inPlace);
      return new Running(program, args, { env: { PATH: searchPath(bin) }, ...(isRoot && { user: NOBODY }) });
    };
    const health = async () => (await run("HEALTHCHECK ").outcome).code;
    expect(await health()).toBe(1);
    const server = run("CMD ");
    await until(() => server.stderr.includes("serving model"));
    expect(await health()).toBe(0);
    const { stdout } = await execute("spamc", ["-d", "127.0.0.1", "-p", String(port)], { input: SPAM });
    expect(stdout).toMatch(/^X-Spam-Flag: YES$/m);
    await until(() => server.stderr.includes('"command":"PROCESS"'));
    const { code, stderr } = await server.end();
    expect(code).toBe(0);
    expect(await health()).toBe(1);
    for (const line of stderr.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("time");
  });
});
