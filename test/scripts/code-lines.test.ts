import { describe, expect, it } from "vitest";
import { folderWith } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const CODE = `// A comment.
import { a } from "a";
import {
  b,
  c,
} from "b";

/**
 * A comment of several lines:
 * const x = 1;
 */
export const d = a + b; // counts
  /* a comment */
  const e = await import("e");
/* a comment */ const f = c;
export { e } from "e";
`;

describe("the count of lines of code", () => {
  it("leaves out comments, blank lines and imports, and adds up by room", async () => {
    const folder = folderWith({
      "index.ts": 'export { a } from "./b/a.js";\n',
      b: { "a.ts": CODE, "deep/er": { "c.wat": ";; A comment.\n(module\n  ;; Another.\n\n  (func)) ;; counts\n" } },
      a: { "README.md": "Nothing that counts.\n", "d.ts": "const a = 1;\n" },
    });
    expect(await runBuilt("code-lines", [folder])).toEqual({
      code: 0,
      stdout: "a/        1\nb/        6\nindex.ts  1\ntotal     8\n",
      stderr: "",
    });
  });
});
