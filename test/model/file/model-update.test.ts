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

const one = Buffer.from(serialize(learning("letter", "ham")().model));
const two = Buffer.from(serialize(learning("prize", "spam")(learning("letter", "ham")().model).model));

const place = () => join(temporaryFolder(), "mail.model");
const namesBeside = (path: string) => namesIn(join(path, ".."));

describe("updating a model file", () => {
  it("makes the file where there is none, then replaces it and keeps the one before", () => {
    const path = place();
    expect(updateModel(path, learning("letter", "ham")).documents[0].fate).toBe("learned");
    expect(bytesOf(path).equals(one)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model"]);
    updateModel(path, learning("prize", "spam"));
    expect(bytesOf(path).equals(two)).toBe(true);
    expect(bytesOf(`${path}.previous`).equals(one)).toBe(true);
    updateModel(path, learning("news", "list"));
    expect(bytesOf(`${path}.previous`).equals(two)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model", "mail.model.previous"]);
  });

  it("writes nothing where nothing changes", () => {
    const path = place();
    updateModel(path, learning("letter", "ham"));
    const { ino } = statSync(path);
    updateModel(path, learning("letter", "ham"));
    expect(statSync(path).ino).toBe(ino);
    expect(namesBeside(path)).toEqual(["mail.model"]);
  });

  it("changes the file that a link points to, and keeps who may read it", () => {
    const path = place();
    updateModel(path, learning("letter", "ham"));
    chmodSync(path, 0o640);
    const link = join(temporaryFolder(), "link");
    symlinkSync(path, link);
    updateModel(link, learning("prize", "spam"));
    expect(bytesOf(path).equals(two)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(namesBeside(path)).toEqual(["mail.model", "mail.model.previous"]);
    expect(namesBeside(link)).toEqual(["link"]);
  });

  it("follows links to links to where there is no model yet, and refuses those that lead nowhere, and a missing folder", () => {
    const folder = temporaryFolder();
    const [path, link, far] = ["mail.model", "link", "far"].map((name) => join(folder, name));
    symlinkSync("mail.model", link);
    symlinkSync("link", far);
    updateModel(far, learning("letter", "ham"));
    expect(lstatSync(link).isSymbolicLink() && lstatSync(far).isSymbolicLink()).toBe(true);
    expect(load(path).labels).toEqual(["ham"]);
    symlinkSync("round", join(folder, "round"));
    expect(() => updateModel(join(folder, "round"), learning("letter", "ham"))).toThrow(DataError);
    const missing = join(folder, "missing", "mail.model");
    expect(() => updateModel(missing, () => expect.unreachable())).toThrow(/cannot be written: /);
  });

  it("leaves everything as it was where the change fails, or the file is no model", () => {
    const path = place();
    updateModel(path, learning("letter", "ham"));
    const fail = () => {
      throw new DataError("no");
    };
    expect(() => updateModel(path, fail)).toThrow("no");
    expect(bytesOf(path).equals(one)).toBe(true);
    writeFileSync(path, "something else");
    expect(() => updateModel(path, learning("prize", "spam"))).toThrow(/not a Thresher model/);
    expect(bytesOf(path).toString()).toBe("something else");
    expect(namesBeside(path)).toEqual(["mail.model"]);
  });

  it("replaces its previous file if both are names of one file", () => {
    const path = place();
    save(learning("letter", "ham")().model, path);
    linkSync(path, `${path}.previous`);
    updateModel(path, learning("prize", "spam"));
    expect(bytesOf(`${path}.previous`).equals(one)).toBe(true);
    expect(bytesOf(path).equals(two)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model", "mail.model.previous"]);
  });

  it("does not look at what was previous, and changes nothing where that is a folder", () => {
    const path = place();
    updateModel(path, learning("letter", "ham"));
    writeFileSync(`${path}.previous`, "no model");
    updateModel(path, learning("prize", "spam"));
    expect(bytesOf(`${path}.previous`).equals(one)).toBe(true);
    rmSync(`${path}.previous`);
    mkdirSync(`${path}.previous`);
    expect(() => updateModel(path, learning("news", "list"))).toThrow(
      `${path}.previous: cannot be written: it is a folder; an older file of that name is unchanged`,
    );
    expect(bytesOf(path).equals(two)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model", "mail.model.previous/"]);
  });

  it("removes what dead writers of this file have left, and what belongs to others stays", () => {
    const path = place();
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    const prefix = (name: string) => `.${crc32(name).toString(16).padStart(8, "0")}-`;
    const kept = [`${prefix("mail.model")}${process.pid}-a1.tmp`, `${prefix("other.model")}${dead}-a1.tmp`, ".x.tmp"];
    for (const name of [...kept, `${prefix("mail.model")}${dead}-a1.tmp`]) writeFileSync(join(path, "..", name), "");
    updateModel(path, learning("letter", "ham"));
    expect(namesBeside(path)).toEqual([...kept, "mail.model"].sort());
  });
});

describe("replacing a model file", () => {
  const model = learning("letter", "ham")().model;

  it("makes the file, then keeps whatever was there, without reading it", () => {
    const path = place();
    replaceModel(path, model);
    expect(bytesOf(path).equals(one)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model"]);
    writeFileSync(path, "no model");
    replaceModel(path, model);
    expect(bytesOf(path).equals(one)).toBe(true);
    expect(bytesOf(`${path}.previous`).toString()).toBe("no model");
  });

  it("waits for its turn: who holds the lock is named, and the file stays", () => {
    const path = place();
    updateModel(path, (before) => {
      const result = learning("letter", "ham")(before);
      expect(() => replaceModel(path, model, { wait: 0.05 })).toThrow(
        new RegExp(`still locked by process ${process.pid} on .* after 0.05 s`),
      );
      return result;
    });
    expect(bytesOf(path).equals(one)).toBe(true);
    expect(namesBeside(path)).toEqual(["mail.model"]);
  });
});
