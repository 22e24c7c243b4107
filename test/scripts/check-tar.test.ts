import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tarOf } from "../documents/containers.js";
import { temporaryFolder, write } from "../helpers/folder.js";
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
  it("asks for a folder, and refuses one without archives or that is not there", () => {
    const folder = temporaryFolder();
    const stderr = `check:tar: ${folder}: there are no tar archives in it\n`;
    expect(runBuilt("check-tar", [folder])).toMatchObject({ status: 1, stderr });
    const none = join(folder, "none");
    expect(runBuilt("check-tar", [none]).stderr).toBe(`check:tar: ${none}: no such file or folder\n`);
    expect(runBuilt("check-tar", [])).toMatchObject({ status: 2, stdout: "" });
  });

  it("says of each archive whether it is read in the same way, and where it differs", () => {
    const folder = temporaryFolder();
    const [file, members] = [
      { path: "ham/1", content: "lunch" },
      { path: "ham/", type: "5" },
    ];
    const archive = tarOf([file, members]);
    const cut = archive.subarray(0, 700);
    write(folder, { "a.tar": archive, "b.tar.uu": uuencoded(archive), "c.tar": cut, "d.tar.xz": "" });
    const { status, stdout } = runBuilt("check-tar", [folder]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^equal\ta\.tar\nequal\tb\.tar\nequal\tc\.tar\t.*\nnot read\td\.tar\.xz\t.*\n3 equal, 0 different, 1 not read\n$/,
    );
  });
});
