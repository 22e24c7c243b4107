import { describe, expect, it } from "vitest";
import { tarOf } from "../documents/containers.js";
import { temporaryFolder, write } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

/** Returns the text that uuencode writes for a file. */
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

describe("check:tar", () => {
  it("refuses a folder without archives", async () => {
    const folder = temporaryFolder();
    const stderr = `check:tar: ${folder}: there are no tar archives in it\n`;
    expect(await runBuilt("check-tar", [folder])).toMatchObject({ code: 1, stderr });
  });

  it("says that Python is missing", async () => {
    const folder = temporaryFolder();
    write(folder, { "a.tar": tarOf([{ path: "ham/1", content: "lunch" }]) });
    const stderr = "check:tar: cannot run python3: no such file or folder\n";
    expect(await runBuilt("check-tar", [folder], { PATH: temporaryFolder() })).toMatchObject({ code: 1, stderr });
  });

  it("says for each archive whether both programs read the same members", async () => {
    const folder = temporaryFolder();
    const [file, directory] = [
      { path: "ham/1", content: "lunch" },
      { path: "ham/", type: "5" },
    ];
    const archive = tarOf([file, directory]);
    const cut = archive.subarray(0, 700);
    write(folder, { "a.tar": archive, "b.tar.uu": uuencoded(archive), "c.tar": cut, "d.tar.xz": "" });
    const { code, stdout } = await runBuilt("check-tar", [folder]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^equal\ta\.tar\nequal\tb\.tar\nequal\tc\.tar\t.*\nnot read\td\.tar\.xz\t.*\n3 equal, 0 different, 1 not read\n$/,
    );
  });
});
