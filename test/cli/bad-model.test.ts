import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors, encodeSafetensors } from "../../src/model/file/safetensors.js";
import { thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, temporaryFolder, twoClasses, write } from "../helpers/folder.js";

const folder = temporaryFolder();
const good = join(folder, "good.model");
let model: Buffer;

beforeAll(async () => {
  mkdirSync(join(folder, "corpus"));
  write(join(folder, "corpus"), twoClasses());
  await thresher(["train", join(folder, "corpus"), "-m", good]);
  model = bytesOf(good);
});

/** Offers a file as a model. */
async function expectRefused(name: string, content: string | Uint8Array, message: RegExp): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const outcome = await thresher(["inspect", "-m", path]);
  expectFault(outcome, 1, message, name);
  expect(outcome.stderr).toContain(`${path}: `);
}

describe.concurrent("a model file", () => {
  it("is refused when it is missing, in a missing folder or a folder", async () => {
    const inspected = (path: string) => thresher(["inspect", "-m", join(folder, path)]);
    expectFault(await inspected("none"), 1, /none: cannot read the model: no such file or folder$/m);
    expectFault(await inspected("none/none"), 1, /none\/none: .*cannot read the model: no such file or folder$/m);
    expectFault(await inspected("corpus"), 1, /corpus: cannot read the model: it is a folder$/m);
    expectFault(await inspected("good.model/x"), 1, /cannot read the model: a part of the path is not a folder$/m);
  });

  it("is refused when it is empty", async () => {
    await expectRefused("empty", "", /or cut short: the file has only 0 bytes$/m);
    const classified = await thresher(["classify", "-m", join(folder, "empty"), good]);
    expectFault(classified, 1, /or cut short: the file has only 0 bytes$/m);
  });

  // Which bytes are no model is tested on the function that reads them.
  it("is refused when it is another file", async () => {
    await expectRefused("letter.txt", "Dear Sir or Madam,\n", /not a Thresher model$/m);
  });

  it("is refused when it is cut short, changed or continued", async () => {
    const changed = Buffer.from(model);
    changed[8 + Number(changed.readBigUInt64LE())] ^= 1;
    await expectRefused("cut", model.subarray(0, model.length - 1), /cut short: it has only \d+ of \d+ bytes$/m);
    await expectRefused("changed", changed, /the model file was altered or damaged: a checksum does not fit$/m);
    await expectRefused(
      "longer",
      Buffer.concat([model, Buffer.from("x")]),
      /something was appended to the file: it has \d+ bytes in place of \d+$/m,
    );
  });

  it("is refused when it is of a later version, with the remedy", async () => {
    const later = encodeSafetensors({ arrays: {}, metadata: { format: "thresher", version: "4", settings: "{}" } });
    await expectRefused(
      "later",
      later,
      /version 4, but this Thresher reads version 3: update Thresher, or train the model again$/m,
    );
  });

  it("is refused when it is somebody else's safetensors file, with and without metadata", async () => {
    const header = { weight: { dtype: "F32", shape: [1, 2], data_offsets: [0, 8] } };
    const layout = (object: object) => {
      const json = Buffer.from(JSON.stringify(object));
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(json.length));
      return Buffer.concat([length, json, Buffer.alloc(8)]);
    };
    await expectRefused("theirs", layout(header), /a safetensors file, but not a Thresher model$/m);
    const withMetadata = layout({ __metadata__: { format: "pt" }, ...header });
    await expectRefused("torch", withMetadata, /a safetensors file, but not a Thresher model$/m);
  });

  it("with invalid counts under a valid checksum gives probabilities or an error of one line", async () => {
    const { arrays, metadata } = decodeSafetensors(model);
    const { "counts.values": values, "counts.classes": classes } = arrays;
    for (const [name, wrong] of [
      ["counts.values", Float64Array.from(values, () => Number.NaN)],
      ["counts.values", Float64Array.from(values, () => -1e9)],
      ["counts.classes", classes.map(() => 200)],
    ] as const) {
      const path = join(folder, "hostile.model");
      writeFileSync(path, encodeSafetensors({ arrays: { ...arrays, [name]: wrong }, metadata }));
      const outcome = await thresher(["classify", "-m", path, join(folder, "corpus", "ham")]);
      if (outcome.code === 0) expect(outcome.stdout, name).toMatch(/^(\S+ {2}(ham|spam) +[01]\.\d{3}\n)+$/);
      else expectFault(outcome, 1, /hostile\.model: /, name);
    }
  });
});
