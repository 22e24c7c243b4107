import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../helpers/folder.js";

/** A compiler that writes bundlers which write what `dist` has; `src/version` is what the command prints. */
const COMPILER = `#!/usr/bin/env node
const { mkdirSync, readFileSync, writeFileSync, existsSync } = require("node:fs");
const [, , , output] = process.argv;
for (const part of ["scripts", "bin", "lib"]) mkdirSync(output + "/" + part, { recursive: true });
for (const name of ["library", "browser", "pages"]) writeFileSync(output + "/scripts/bundle-" + name + ".js", "");
writeFileSync(output + "/scripts/bundle.js", existsSync("src/bad") ? "process.exit(3)" : "");
writeFileSync(output + "/lib/index.cjs", "");
writeFileSync(output + "/bin/thresher.cjs", "console.log('" + readFileSync("src/version", "utf8") + "')");
`;

function project() {
  const root = folderWith({ src: { version: "1" }, scripts: {}, "package.json": "{}" });
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  copyFileSync("scripts/build.mjs", join(root, "scripts/build.mjs"));
  writeFileSync(join(root, "node_modules/.bin/tsc"), COMPILER);
  chmodSync(join(root, "node_modules/.bin/tsc"), 0o755);
  const build = async (...args: string[]) => {
    const program = spawn(process.execPath, [join(root, "scripts/build.mjs"), ...args], { stdio: "ignore" });
    const [code] = await once(program, "exit");
    return code;
  };
  const command = join(root, "dist/bin/thresher.cjs");
  const built = () => /'(.*)'/.exec(readFileSync(command, "utf8"))?.[1];
  const folders = () => readdirSync(root).filter((name) => name.startsWith("dist"));
  return { root, build, built, folders, command };
}

describe("the build", () => {
  it("takes the place of the one before when it is complete, and leaves that one if it fails", async () => {
    const { root, build, built, folders } = project();
    expect(await build()).toBe(0);
    expect(built()).toBe("1");
    writeFileSync(join(root, "dist/left over"), "");
    writeFileSync(join(root, "src/version"), "2");
    writeFileSync(join(root, "src/bad"), "");
    expect(await build()).toBe(1);
    expect(built()).toBe("1");
    // Left by a build that was killed.
    mkdirSync(join(root, "dist.new-2147483646"));
    writeFileSync(join(root, "src/bad"), "");
    expect(await build("--if-changed")).toBe(1);
    expect(folders()).toEqual(["dist"]);
  });

  it("is not repeated with --if-changed unless a source has changed", async () => {
    const { root, build, built } = project();
    await build("--if-changed");
    writeFileSync(join(root, "dist/mark"), "");
    expect(await build("--if-changed")).toBe(0);
    expect(existsSync(join(root, "dist/mark"))).toBe(true);
    writeFileSync(join(root, "src/version"), "12");
    expect(await build("--if-changed")).toBe(0);
    expect([built(), existsSync(join(root, "dist/mark"))]).toEqual(["12", false]);
  });

  it("may run several times at once", async () => {
    const { build, folders, command } = project();
    await build();
    const builds = Promise.all(Array.from({ length: 4 }, () => build()));
    expect(await builds).toEqual([0, 0, 0, 0]);
    expect([existsSync(command), folders()]).toEqual([true, ["dist"]]);
  });
});
