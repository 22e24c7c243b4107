import { join } from "node:path";
import { main } from "assemblyscript/asc";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../src/text");
const OPTIONS =
  "--runtime stub --noAssert --importMemory --noExportMemory --initialMemory 1 --maximumMemory 65536 -O3 --converge --enable simd";

it("runs the code of src/text/kernel: vitest run test/scripts/kernel.test.ts -u compiles it again", async () => {
  let code = Buffer.alloc(0);
  const { error, stderr } = await main(
    ["kernel/index.ts", "--baseDir", FOLDER, "--outFile", "kernel.wasm", ...OPTIONS.split(" ")],
    {
      writeFile: (_name, contents) => {
        code = Buffer.from(contents);
      },
    },
  );
  expect(stderr.toString()).toBe("");
  expect(error).toBeNull();
  const text = `/** The compiled code of \`kernel/\`, in base64. A test compiles it again. */
export const KERNEL_CODE =
  "${code.toString("base64")}";
`;
  await expect(text).toMatchFileSnapshot(join(FOLDER, "kernel-code.ts"));
});
