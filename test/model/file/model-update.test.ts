import { spawnSync } from "node:child_process";
import { chmodSync, linkSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { load } from "../../../src/model/file/model-file.js";
import { replaceModel, updateModel } from "../../../src/model/file/model-update.js";
import { save, serialize } from "../../../src/model/file/save-model.js";
import { learn } from "../../../src/model/learning/learn.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import type { TextModel } from "../../../src/model/text-model.js";
import { bytesOf, namesIn, temporaryFolder } from "../../helpers/folder.js";

function learning(content: string, label: string) {
  return (model: TextModel = newModel()) =>
    learn(model, [{ id: content, label, bytes: Buffer.from(content), time: 1e12 }]);
}

const letter = learning("letter", "ham");
const prize = learning("prize", "spam");
const one = Buffer.from(serialize(letter().model));
const two = Buffer.from(serialize(prize(letter().model).model));

const place = () => join(temporaryFolder(), "mail.model");

/** A new file with the model of one letter. */
function begun(): string {
  const path = place();
  updateModel(path, letter);
  return path;
}

/** Checks the model and the previous one, and that the folder has no other file. */
function expectFiles(path: string, model: Buffer, previous?: Buffer): void {
  expect(namesIn(join(path, ".."))).toEqual(["mail.model", ...(previous ? ["mail.model.previous"] : [])]);
  expect(bytesOf(path).equals(model)).toBe(true);
  if (previous !== undefined) expect(bytesOf(`${path}.previous`).equals(previous)).toBe(true);
}

describe("updating a model file", () => {
  it("makes the file where there is none, then replaces it and keeps the one before", () => {
    const path = place();
    expect(updateModel(path, letter).documents[0].fate).toBe("learned");
    expectFiles(path, one);
    updateModel(path, prize);
    expectFiles(path, two, one);
    updateModel(path, learning("news", "list"));
    expectFiles(path, bytesOf(path), two);
  });

  it("writes nothing where nothing changes", () => {
    const path = begun();
    const { ino } = statSync(path);
    updateModel(path, letter);
    expect(statSync(path).ino).toBe(ino);
    expectFiles(path, one);
  });

  it("changes the file that a link points to, and keeps who may read it", () => {
    const path = begun();
    chmodSync(path, 0o640);
    const link = join(temporaryFolder(), "link");
    symlinkSync(path, link);
    updateModel(link, prize);
    expectFiles(path, two, one);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(namesIn(join(link, ".."))).toEqual(["link"]);
  });

  it("follows links to links to where there is no model yet, and refuses those that lead nowhere, and a missing folder", () => {
    const folder = temporaryFolder();
    const [path, link, far] = ["mail.model", "link", "far"].map((name) => join(folder, name));
    symlinkSync("mail.model", link);
    symlinkSync("link", far);
    updateModel(far, letter);
    expect(lstatSync(link).isSymbolicLink() && lstatSync(far).isSymbolicLink()).toBe(true);
    expect(load(path).labels).toEqual(["ham"]);
    symlinkSync("round", join(folder, "round"));
    expect(() => updateModel(join(folder, "round"), letter)).toThrow(DataError);
    const missing = join(folder, "missing", "mail.model");
    expect(() => updateModel(missing, () => expect.unreachable())).toThrow(/cannot be written: /);
  });

  it("leaves everything as it was where the change fails, or the file is no model", () => {
    const path = begun();
    const fail = () => {
      throw new DataError("no");
    };
    expect(() => updateModel(path, fail)).toThrow("no");
    expectFiles(path, one);
    writeFileSync(path, "something else");
    expect(() => updateModel(path, prize)).toThrow(/not a Thresher model/);
    expectFiles(path, Buffer.from("something else"));
  });

  it("replaces its previous file, whatever is in it and even if both are names of one file, but no folder", () => {
    const path = place();
    save(letter().model, path);
    linkSync(path, `${path}.previous`);
    updateModel(path, prize);
    expectFiles(path, two, one);
    const other = begun();
    writeFileSync(`${other}.previous`, "no model");
    updateModel(other, prize);
    expectFiles(other, two, one);
    rmSync(`${other}.previous`);
    mkdirSync(`${other}.previous`);
    const refusal = `${other}.previous: cannot be written: it is a folder; an older file of that name is unchanged`;
    expect(() => updateModel(other, learning("news", "list"))).toThrow(refusal);
    expect(bytesOf(other).equals(two)).toBe(true);
  });

  it("removes what dead writers of this file have left, and what belongs to others stays", () => {
    const path = place();
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    const prefix = (name: string) => `.${crc32(name).toString(16).padStart(8, "0")}-`;
    const kept = [`${prefix("mail.model")}${process.pid}-a1.tmp`, `${prefix("other.model")}${dead}-a1.tmp`, ".x.tmp"];
    for (const name of [...kept, `${prefix("mail.model")}${dead}-a1.tmp`]) writeFileSync(join(path, "..", name), "");
    updateModel(path, letter);
    expect(namesIn(join(path, ".."))).toEqual([...kept, "mail.model"].sort());
  });
});

describe("replacing a model file", () => {
  const { model } = letter();

  it("makes the file, then keeps whatever was there, without reading it", () => {
    const path = place();
    replaceModel(path, model);
    expectFiles(path, one);
    writeFileSync(path, "no model");
    replaceModel(path, model);
    expectFiles(path, one, Buffer.from("no model"));
  });

  it("waits for its turn: who holds the lock is named, and the file stays", () => {
    const path = place();
    const locked = new RegExp(`still locked by process ${process.pid} on .* after 0.05 s`);
    updateModel(path, (before) => {
      expect(() => replaceModel(path, model, { wait: 0.05 })).toThrow(locked);
      return letter(before);
    });
    expectFiles(path, one);
  });
});
