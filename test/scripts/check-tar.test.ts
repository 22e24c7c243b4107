import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tarOf } from "../documents/containers.js";
import { temporaryFolder } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

/** A file as uuencode writes it. */
function uuencoded(bytes: Buffer): string {
  const letter = (bits: number) => String.fromCharCode(bits === 0 ? 0x60 : bits + 0x20);
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += 45) {
    const line = bytes.subarray(from, from + 45);
    let text = letter(line.length);
    for (let at = 0; at < line.length; at += 3) {
      const [a, b = 0, c = 0] = line.subarray(at, at + 3);
      text += [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(letter).join("");
    }
    lines.push(text);
  }
  return ["begin 644 a.tar", ...lines, "`", "end", ""].join("\n");
}

describe("the comparison of tar archives with Python", () => {
  it("refuses a folder without archives, and one that is not there", () => {
    const folder = temporaryFolder();
    expect(runBuilt("check-tar", [folder])).toMatchObject({
      status: 1,
      stderr: `check:tar: ${folder}: there are no tar archives in it\n`,
    });
    expect(runBuilt("check-tar", [join(folder, "none")]).stderr).toBe(
      `check:tar: ${join(folder, "none")}: no such file or folder\n`,
    );
  });

  it("says of each archive whether it is read in the same way, and where it differs", () => {
    const folder = temporaryFolder();
    const archive = tarOf([
      { path: "ham/1", content: "lunch" },
      { path: "ham/", type: "5" },
    ]);
    writeFileSync(join(folder, "a.tar"), archive);
    writeFileSync(join(folder, "b.tar.uu"), uuencoded(archive));
    writeFileSync(join(folder, "c.tar"), archive.subarray(0, 700));
    writeFileSync(join(folder, "d.tar.xz"), "");
    const { status, stdout } = runBuilt("check-tar", [folder]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^equal\ta\.tar\nequal\tb\.tar\nequal\tc\.tar\t.*\nnot read\td\.tar\.xz\t.*\n3 equal, 0 different, 1 not read\n$/,
    );
  });

  it("asks for a folder", () => {
    expect(runBuilt("check-tar", [])).toMatchObject({ status: 2, stdout: "" });
  });
});
